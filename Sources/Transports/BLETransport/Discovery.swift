public import BlueZ
internal import DBus
internal import MatchProtocol

extension BluetoothService {
  /// The time to look for a host.
  ///
  /// BlueZ advertises every 1.28 seconds by default, and some reports are missed.
  public static let searchLimit = Duration.seconds(30)

  /// The time after which a scan is started again.
  ///
  /// The kernel drops reports that arrive before it has noted that it discovers, and a controller
  /// may tell of each advertiser only once a scan.
  private static let scanRound = Duration.seconds(5)

  /// The time to look for a host with a free seat after one without was heard, several times what
  /// it takes.
  private static let takenLimit = Duration.seconds(4)

  /// The time to look for a second host after the first, if it may fit better.
  private static let rivalLimit = Duration.milliseconds(2_600)

  /// The hosts that `adapter` hears now, among all the devices that it hears.
  public func hosts(on adapter: Adapter) -> [FoundHost] {
    Self.hosts(among: devices(on: adapter))
  }

  /// A device that is only remembered is no host.
  ///
  /// One that was paired with may have a link for some other purpose, which keeps many controllers
  /// from advertising.
  private static func hosts(among devices: [Device]) -> [FoundHost] {
    devices.filter { device in
      GameService.isOffered(by: device)
        && (device.rssi != nil || device.isKept && device.isConnected)
    }.map(FoundHost.init)
  }

  /// Looks for the host that `query` asks for, and has a seat.
  ///
  /// Discovery has ended afterwards: a scan and a connection attempt at once is more than some
  /// controllers can do. BlueZ forgets the host when nobody looks for it, but not at once.
  ///
  /// - Parameters:
  ///   - query: Which host.
  ///   - adapter: The controller to hear it with.
  ///   - limit: How long to look for one that fits.
  ///   - refusals: How often hosts, by their addresses, have cut a link or were cut.
  ///   - clock: What measures the time.
  /// - Returns: The host.
  /// - Throws: ``TransportError/notFound(_:)``, ``TransportError/taken(_:)``, or another error.
  public func find(
    _ query: HostQuery,
    on adapter: Adapter,
    upTo limit: Duration = searchLimit,
    refusals: [String: Int] = [:],
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(TransportError) -> FoundHost {
    await cutLinksToTables(on: adapter)
    let fitting: @Sendable (ObjectTree) -> [FoundHost] = { objects in
      Self.hosts(among: objects.devices(on: adapter))
        .filter { query.admits($0, refusals: refusals) }
    }
    let open: @Sendable (ObjectTree) -> [FoundHost] = { query.open(among: fitting($0)) }
    if try await listen(on: adapter, upTo: limit, clock, until: { !fitting($0).isEmpty }),
      await wait(upTo: Self.takenLimit, clock: clock, until: { !open($0).isEmpty })
    {
      _ = await wait(upTo: Self.rivalLimit, clock: clock) { objects in
        query.isSettled(by: open(objects), refusals: refusals)
      }
    }
    let matching = fitting(objects)
    await stopScan(on: adapter)
    let best = query.best(of: query.choice(among: matching), refusals: refusals)
    guard let host = best.first, best.count == 1 else {
      let tables = matching.filter { $0.mayBe(query.kind) }
      throw best.isEmpty && !tables.isEmpty ? .taken(tables) : .notFound(query)
    }
    return host
  }

  /// The time without any sign of a search after which there is none.
  ///
  /// bluetoothd pauses for five seconds between searches for some programs.
  private static let idleLimit = Duration.seconds(10)

  /// Scans until `condition` holds or `limit` is over, in rounds; the last scan goes on.
  private func listen(
    on adapter: Adapter,
    upTo limit: Duration,
    _ clock: any Clock<Duration> = ContinuousClock(),
    until condition: @escaping @Sendable (ObjectTree) -> Bool
  ) async throws(TransportError) -> Bool {
    var left = limit
    var hasScanned = false
    while true {
      try await startScan(on: adapter, clock)
      let round = min(left, Self.scanRound)
      if await wait(upTo: round, clock: clock, until: condition) { return true }
      left -= round
      if !hasScanned { hasScanned = await isScanning(with: adapter) }
      if hasScanned, left <= .zero { return false }
      await stopScan(on: adapter)
      guard hasScanned || left > .zero && limit - left < Self.idleLimit else {
        throw .notScanning(name: adapter.name, nil)
      }
    }
  }

  /// True if the controller searches, or has heard somebody: bluetoothd may accept a search that
  /// the kernel does not make.
  func isScanning(with adapter: Adapter) async -> Bool {
    // All that bluetoothd told before has arrived then; a fault shows in the next call.
    try? await reload(BlueZName.adapter, at: adapter.path)
    return objects.current(adapter)?.isDiscovering != false
      || devices(on: adapter).contains { $0.rssi != nil }
  }

  func startScan(
    on adapter: Adapter,
    _ clock: any Clock<Duration> = ContinuousClock()
  ) async throws(TransportError) {
    do throws(BlueZError) {
      try await startDiscovery(on: adapter, clock: clock)
    } catch .notReady {
      throw .adapterOff(name: adapter.name)
    } catch .failed(let text) {
      throw .notScanning(name: adapter.name, .failed(text))
    } catch .inProgress(let text) {
      throw .notScanning(name: adapter.name, .inProgress(text))
    } catch {
      throw .bluetooth(error)
    }
  }

  func stopScan(on adapter: Adapter) async {
    // It ends with the connection at the latest.
    try? await stopDiscovery(on: adapter)
  }
}
