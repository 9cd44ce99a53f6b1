public import BlueZ
internal import DBus
internal import MatchProtocol
internal import Synchronization

extension BluetoothService {
  /// The length of a scan, in looks of a second each, before it is started again.
  ///
  /// Some controllers tell of each advertiser only once a scan; in ``HeardTables/silence`` there
  /// have to be two of them.
  private static let watchRound = 3
  private static let watchLook = Duration.seconds(1)
  /// The rounds without any sign of a search after which there is none: bluetoothd pauses for five
  /// seconds between searches for some programs.
  private static let mostIdleRounds = 4

  /// Looks for tables until the task is cancelled, and tells of each that appears, changes or
  /// vanishes.
  ///
  /// Only what is heard now counts, never what bluetoothd remembers.
  ///
  /// - Parameters:
  ///   - adapter: The controller to hear them with.
  ///   - clock: What measures the time.
  ///   - report: Is called on the connection's own thread, and must not wait.
  /// - Throws: ``TransportError/adapterOff(name:)``, ``TransportError/notScanning(name:_:)``, or
  ///   ``TransportError/bluetooth(_:)``.
  public func watchTables(
    on adapter: Adapter,
    clock: any Clock<Duration> = ContinuousClock(),
    onChange report: @escaping @Sendable (TableChange) -> Void
  ) async throws(TransportError) {
    await cutLinksToTables(on: adapter)
    let uptime = clock.stopwatch()
    let tables = Mutex(HeardTables())
    let changes = changes()
    // It ends below, or with the connection.
    let listening = Task {
      for await change in changes {
        guard let host = self.host(heardBy: change, on: adapter) else { continue }
        if let news = tables.withLock({ $0.hear(host, now: uptime()) }) { report(news) }
      }
    }
    defer { listening.cancel() }
    // The rounds without any sign of a search.
    var idleRounds = 0
    while !Task.isCancelled {
      try await startScan(on: adapter, clock)
      for _ in 0..<Self.watchRound where !Task.isCancelled {
        // Cancelled, it ends at once.
        try? await clock.sleep(for: Self.watchLook)
        for news in tables.withLock({ $0.tick(now: uptime()) }) { report(news) }
      }
      idleRounds = await isScanning(with: adapter) ? 0 : idleRounds + 1
      await stopScan(on: adapter)
      if idleRounds == Self.mostIdleRounds { throw .notScanning(name: adapter.name, nil) }
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
