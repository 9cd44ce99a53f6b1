/// Opens a controller for as long as `body` runs.
///
/// - Parameters:
///   - name: The controller's name, such as `hci0` (default: the first one).
///   - bus: Where bluetoothd is (default: the system bus).
///   - limits: How long bluetoothd may take, for everything that is done with this controller.
///   - body: Uses the controller, in the isolation of the caller.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or a ``BlueZError``: ``BlueZError/noSuchAdapter(_:)`` if there is
///   no such controller, ``BlueZError/notRunning`` if there is no bluetoothd.
public func withBluetooth<Result>(
  adapter name: String? = nil,
  on bus: BluetoothBus = .system,
  limits: TimeLimits = TimeLimits(),
  _ body: (Radio) async throws -> Result
) async throws -> Result {
  let service = try await BluetoothService.open(bus, limits: limits)
  return try await run {
    guard await service.isRunning else { throw await service.absence }
    guard let adapter = await service.adapter(named: name) else {
      throw BlueZError.noSuchAdapter(name ?? "")
    }
    return try await body(Radio(service, on: adapter))
  } then: {
    await service.close()
  }
}

/// A controller that looks for devices, connects to them, and is a peripheral itself.
///
/// Each use is a scope, which ends what it has begun: also if its body throws, and also if its task
/// is cancelled.
public struct Radio: Sendable {
  /// bluetoothd, over the connection of this radio.
  public let service: BluetoothService
  /// The controller.
  public let adapter: Adapter

  /// A controller of a service that is open already, and stays open.
  public init(_ service: BluetoothService, on adapter: Adapter) {
    self.service = service
    self.adapter = adapter
  }

  // MARK: Looking

  /// Looks for devices for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - services: Reports only devices that advertise one of these (default: all devices).
  ///   - time: The sightings end after this time (default: never).
  ///   - limit: How long the search may take to begin.
  ///   - clock: Measures the two.
  ///   - body: Gets each device as often as it is heard. Up to 512 sightings wait for a body that
  ///     is slow; of more, the oldest are dropped. They end with the reason when the controller or
  ///     bluetoothd goes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why the search cannot begin.
  public func withScan<Result>(
    for services: Set<BluetoothUUID> = [],
    lasting time: Duration? = nil,
    within limit: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: (BluetoothStream<Sighting>) async throws -> Result
  ) async throws -> Result {
    let filter = DiscoveryFilter(services: services)
    return try await withScan(matching: filter, lasting: time, within: limit, clock: clock, body)
  }

  /// Looks for devices that a filter admits, for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - filter: Reports only what it admits.
  ///   - time: The sightings end after this time (default: never).
  ///   - limit: How long the search may take to begin.
  ///   - clock: Measures the two.
  ///   - body: Gets the sightings, as in ``withScan(for:lasting:within:clock:_:)``.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why the search cannot begin.
  public func withScan<Result>(
    matching filter: DiscoveryFilter,
    lasting time: Duration? = nil,
    within limit: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: (BluetoothStream<Sighting>) async throws -> Result
  ) async throws -> Result {
    let channel = Channel<Sighting>(limit: Self.sightingLimit, .dropOldest)
    let observer = await reportSightings(to: channel, admittedBy: filter)
    do throws(BlueZError) {
      try await BlueZ.within(limit, clock: clock) { () throws(BlueZError) in
        try await service.startDiscovery(on: adapter, filter, clock: clock)
      }
    } catch {
      await service.stopObserving(observer)
      throw error
    }
    // It is cancelled below.
    let end = time.map { time in
      Task { if (try? await clock.sleep(for: time)) != nil { channel.finish() } }
    }
    return try await run {
      try await body(BluetoothStream(channel))
    } then: {
      end?.cancel()
      await service.stopObserving(observer)
      // Without bluetoothd there is no search.
      try? await service.stopDiscovery(on: adapter)
      channel.finish()
    }
  }

  /// Looks for the first device that advertises one of `services`.
  ///
  /// - Parameters:
  ///   - services: The services; empty for any device.
  ///   - limit: How long to look.
  ///   - clock: Measures that.
  /// - Returns: The device, which bluetoothd remembers for 30 seconds.
  /// - Throws: ``BlueZError/timedOut(_:)`` if none was heard, or why one cannot look.
  public func first(
    offering services: Set<BluetoothUUID>,
    within limit: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> Device {
    try await withScan(for: services, within: limit, clock: clock) { sightings in
      guard let sighting = try await sightings.next(within: limit, clock: clock) else {
        throw BlueZError.cancelled
      }
      return sighting.device
    }
  }

  // MARK: Connecting

  /// Connects to `device` for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - device: The device. A search has found it a moment ago, and has ended.
  ///   - services: Services that it has to show, with all these characteristics.
  ///   - limit: How long all attempts to connect may take together (default: four attempts of
  ///     ``TimeLimits/connecting`` and ``TimeLimits/resolving`` each).
  ///   - clock: Measures that.
  ///   - body: Uses the connection.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why there is no connection.
  public func withConnection<Result>(
    to device: Device,
    expecting services: [GATTService] = [],
    within limit: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: (DeviceConnection) async throws -> Result
  ) async throws -> Result {
    let target = ConnectionTarget(device.path, on: adapter, expecting: services)
    let connection = DeviceConnection(service, to: device.path)
    return try await run {
      try await BlueZ.within(limit, clock: clock) { () throws(BlueZError) in
        try await service.connect(to: target) { () throws(BlueZError) in await connection.begin() }
      }
      return try await body(connection)
    } then: {
      await connection.end()
    }
  }

  // MARK: Serving

  /// Offers services under `name` for as long as `body` runs, and ends all links to centrals then.
  ///
  /// - Parameters:
  ///   - application: The services.
  ///   - name: The name that is advertised.
  ///   - limit: How long it may take until centrals can find it.
  ///   - clock: Measures that, and the time between two attempts to advertise.
  ///   - refusal: The reason why a write is refused; `nil` takes it.
  ///   - body: Gets the server.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why nothing can be offered.
  public func serve<Result>(
    _ application: GATTApplication,
    as name: String,
    within limit: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    refusing refusal: @escaping @Sendable (WriteRequest) -> ATTError? = { _ in nil },
    _ body: (Server) async throws -> Result
  ) async throws -> Result {
    let services = application.services.map(\.uuid)
    let inbox = ServerInbox(application)
    let peripheral = try Peripheral(
      service,
      on: adapter,
      offering: application,
      as: Advertisement(services: services, localName: name),
      clock: clock,
      report: inbox.receive
    )
    peripheral.refuseWrites(refusal)
    inbox.begin(peripheral)
    return try await run {
      try await BlueZ.within(limit, clock: clock) { () throws(BlueZError) in
        try await peripheral.start()
      }
      return try await body(Server(peripheral: peripheral, inbox: inbox))
    } then: {
      await peripheral.stop()
      inbox.end()
    }
  }
}

/// Runs `body` and after it `end`, however `body` ends.
func run<Result>(
  _ body: () async throws -> Result,
  then end: () async -> Void
) async throws -> Result {
  do {
    let result = try await body()
    await end()
    return result
  } catch {
    await end()
    throw error
  }
}
