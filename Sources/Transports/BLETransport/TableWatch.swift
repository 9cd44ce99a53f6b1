public import BlueZ
internal import DBus
internal import MatchProtocol
internal import Synchronization

extension BluetoothService {
  /// The length of a scan, in looks of a second each, before it is started again.
  ///
  /// Some controllers tell of each advertiser only once a scan; there have to be two of them in the
  /// time after which a silent table counts as gone.
  private static let watchRound = 3
  private static let watchLook = Duration.seconds(1)
  /// The rounds without any sign of a search after which there is none: bluetoothd pauses for five
  /// seconds between searches for some programs.
  private static let mostIdleRounds = 4

  /// Tells of each table whenever it is heard, for `limit`, or until the task is cancelled.
  ///
  /// - Parameters:
  ///   - adapter: The controller to hear them with.
  ///   - limit: How long; for ever, if nil. Who listens for a time is told also of what bluetoothd
  ///     has just heard for others, and of a table to which somebody here is connected.
  ///   - clock: What measures the time.
  ///   - report: Is called on the connection's own thread too, and must not wait.
  /// - Throws: ``TransportError/adapterOff(name:)``, ``TransportError/notScanning(name:_:)``, or
  ///   ``TransportError/bluetooth(_:)``.
  public func hearTables(
    on adapter: Adapter,
    for limit: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (FoundHost) -> Void
  ) async throws(TransportError) {
    let uptime = clock.stopwatch()
    let changes = changes()
    // It ends below, or with the connection.
    let listening = Task {
      for await change in changes {
        if let host = self.host(heardBy: change, on: adapter) { report(host) }
      }
    }
    defer { listening.cancel() }
    let end = limit.map { uptime() + $0 }
    // The rounds without any sign of a search.
    var idleRounds = 0
    var hasScanned = false
    var links: Set<ObjectPath>?
    while !Self.isOver(end, uptime()) {
      // The program that had a link may have been killed just now, or is killed meanwhile.
      links = await cutLinksToTables(on: adapter, among: links)
      try await startScan(on: adapter, clock)
      await listen(on: adapter, clock, until: end, uptime, report)
      let isScanning = await isScanning(with: adapter)
      hasScanned = hasScanned || isScanning
      idleRounds = isScanning ? 0 : idleRounds + 1
      await stopScan(on: adapter)
      if idleRounds == Self.mostIdleRounds { throw .notScanning(name: adapter.name, nil) }
    }
    if !hasScanned, !Task.isCancelled { throw .notScanning(name: adapter.name, nil) }
  }

  private static func isOver(_ end: Duration?, _ now: Duration) -> Bool {
    Task.isCancelled || end.map { $0 <= now } ?? false
  }

  /// Waits for a round, in looks; whoever listens for a time is told of all that is there at each.
  private func listen(
    on adapter: Adapter,
    _ clock: any Clock<Duration>,
    until end: Duration?,
    _ uptime: () -> Duration,
    _ report: (FoundHost) -> Void
  ) async {
    if end != nil { for host in hosts(on: adapter) { report(host) } }
    for _ in 0..<Self.watchRound where !Self.isOver(end, uptime()) {
      let left = end.map { $0 - uptime() } ?? Self.watchLook
      // Cancelled, it ends at once.
      try? await clock.sleep(for: min(Self.watchLook, left))
      if end != nil { for host in hosts(on: adapter) { report(host) } }
    }
  }

  /// The table that `change` says was heard just now.
  private func host(heardBy change: ObjectTree.Change, on adapter: Adapter) -> FoundHost? {
    let path: ObjectPath
    switch change {
    case .changed(let changed, _, let properties) where properties[.rssi] != nil: path = changed
    case .added(let added, _): path = added
    default: return nil
    }
    guard let device = device(at: path), device.adapterPath == adapter.path, device.rssi != nil,
      GameService.isOffered(by: device)
    else { return nil }
    return FoundHost(device)
  }
}
