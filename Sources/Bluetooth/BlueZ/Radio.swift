public import DBus

/// Opens a controller for as long as `body` runs.
///
/// - Parameters:
///   - name: The controller's name, such as `hci0` (default: the first one).
///   - bus: Where bluetoothd is (default: the system bus).
///   - body: Uses the controller, in the isolation of the caller.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or a ``BlueZError``: ``BlueZError/noSuchAdapter(_:)`` if there is
///   no such controller.
public func withBluetooth<Result>(
  adapter name: String? = nil,
  on bus: BusAddress = .system,
  _ body: (Radio) async throws -> Result
) async throws -> Result {
  let service = try await BluetoothService.open(bus)
  return try await run {
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

  /// Looks for devices for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - services: Reports only devices that advertise one of these (default: all devices).
  ///   - body: Gets each device as often as it is heard; the stream ends with the connection to
  ///     the bus.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why the search cannot begin.
  public func withScan<Result>(
    for services: Set<BluetoothUUID> = [],
    _ body: (AsyncStream<Device>) async throws -> Result
  ) async throws -> Result {
    let (sightings, sighting) = AsyncStream.makeStream(of: Device.self)
    let changes = await service.changes()
    try await service.startDiscovery(on: adapter, DiscoveryFilter(services: services))
    return try await run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        group.addTask {
          for await change in changes {
            guard let device = await service.device(heardBy: change, on: adapter),
              services.isEmpty || !services.isDisjoint(with: device.services)
            else { continue }
            sighting.yield(device)
          }
          sighting.finish()
        }
        return try await body(sightings)
      }
    } then: {
      // Without bluetoothd there is no search.
      try? await service.stopDiscovery(on: adapter)
    }
  }

  /// Connects to `device` for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - device: The device. A search has found it a moment ago, and has ended.
  ///   - services: Services that it has to show, with all these characteristics.
  ///   - body: Uses the connection.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why there is no connection.
  public func withConnection<Result>(
    to device: Device,
    expecting services: [GATTService] = [],
    _ body: (DeviceConnection) async throws -> Result
  ) async throws -> Result {
    let target = ConnectionTarget(device.path, on: adapter, expecting: services)
    try await service.connect(to: target) { () throws(BlueZError) in }
    return try await run {
      try await body(DeviceConnection(service: service, path: device.path))
    } then: {
      // Without bluetoothd there is no link.
      try? await service.disconnect(device.path)
    }
  }

  /// Offers services under `name` for as long as `body` runs, and ends all links to centrals then.
  ///
  /// - Parameters:
  ///   - application: The services.
  ///   - name: The name that is advertised.
  ///   - clock: What measures the time between two attempts to advertise.
  ///   - refusal: The reason why a write is refused; `nil` takes it.
  ///   - body: Gets the peripheral, and what happens to it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why nothing can be offered.
  public func serve<Result>(
    _ application: GATTApplication,
    as name: String,
    clock: any Clock<Duration> = ContinuousClock(),
    refusing refusal: @escaping @Sendable (WriteRequest) -> ATTError? = { _ in nil },
    _ body: (Peripheral, AsyncStream<PeripheralEvent>) async throws -> Result
  ) async throws -> Result {
    let (events, event) = AsyncStream.makeStream(of: PeripheralEvent.self)
    let services = application.services.map(\.uuid)
    let peripheral = try Peripheral(
      service,
      on: adapter,
      offering: application,
      as: Advertisement(services: services, localName: name),
      clock: clock,
      report: { event.yield($0) }
    )
    peripheral.refuseWrites(refusal)
    try await peripheral.start()
    return try await run {
      try await body(peripheral, events)
    } then: {
      await peripheral.stop()
      event.finish()
    }
  }
}

extension BluetoothService {
  /// The device that `change` says was heard just now.
  fileprivate func device(heardBy change: ObjectTree.Change, on adapter: Adapter) -> Device? {
    let path: ObjectPath
    switch change {
    case .changed(let changed, _, let properties) where properties[.rssi] != nil: path = changed
    case .added(let added, _): path = added
    case .changed, .removed, .serviceLost, .serviceReturned: return nil
    }
    guard let device = device(at: path), device.adapterPath == adapter.path, device.rssi != nil
    else { return nil }
    return device
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
