import DBus

extension BluetoothService {
  /// The time in which a link that failed must really be down.
  private static let settleLimit = Duration.seconds(3)

  /// Connects to a device over LE and prepares its use, and tries harder step by step.
  ///
  /// - Parameters:
  ///   - target: The device. Discovery has found it a moment ago, and has stopped.
  ///   - ladder: What to do about failures, and how many attempts there are.
  ///   - report: Hears of each failure and of what is done about it.
  ///   - prepare: What has to work besides, such as to subscribe: a link that was there already may
  ///     be about to go down.
  /// - Returns: What `prepare` returns.
  /// - Throws: The last error, or ``BlueZError/cancelled``. The device is not connected then.
  public func connect<Use: Sendable>(
    to target: ConnectionTarget,
    trying ladder: ConnectLadder = ConnectLadder(),
    report: (BlueZError, ConnectLadder.Step) -> Void = { _, _ in },
    prepare: @Sendable () async throws(BlueZError) -> Use
  ) async throws(BlueZError) -> Use {
    var ladder = ladder
    while true {
      do throws(BlueZError) {
        try await establish(target.path)
        try await resolve(target)
        return try await prepare()
      } catch {
        let step = ladder.failed(error)
        report(error, step)
        do throws(BlueZError) {
          try await take(step, target)
        } catch {
          // Whatever is half up goes down, and bluetoothd ends an attempt that it continues.
          try? await disconnect(target.path)
          throw error
        }
      }
    }
  }

  private func establish(_ path: ObjectPath) async throws(BlueZError) {
    // To connect once more starts a link of the other kind where the device knows both.
    guard device(at: path)?.isConnected != true else { return }
    try await call(path, BlueZName.device, "Connect", timeLimit: limits.connecting)
    // bluetoothd 5.66 forgets to tell of `Connected` when the socket is quicker than the kernel's
    // event.
    try await reload(BlueZName.device, at: path)
  }

  /// Waits for the objects themselves: `ServicesResolved` alone has been seen to come too early
  /// (bluez #1489).
  private func resolve(_ target: ConnectionTarget) async throws(BlueZError) {
    let resolved = await wait(upTo: limits.resolving) { objects in
      guard let device = Device(target.path, in: objects), device.isConnected else { return true }
      return device.servicesResolved
        && target.services.allSatisfy { $0.isComplete(at: target.path, in: objects) }
    }
    // Cancelled, the wait ends at once.
    guard !Task.isCancelled else { throw .cancelled }
    guard let device = device(at: target.path), device.isConnected else {
      throw .notConnected("the link went down while its services were looked for")
    }
    guard resolved else { throw .timedOut(limits.resolving) }
  }

  private func take(
    _ step: ConnectLadder.Step,
    _ target: ConnectionTarget
  ) async throws(BlueZError) {
    let path = target.path
    switch step {
    case .giveUp(let error):
      throw error
    case .retry:
      await settle(path)
    case .disconnect:
      try await disconnect(path)
      await settle(path)
    case .remove:
      try await remove(path, from: target.adapter)
      try await startDiscovery(on: target.adapter)
      _ = await wait(upTo: limits.resolving) { Device(path, in: $0) != nil }
      try await stopDiscovery(on: target.adapter)
    }
  }

  private func settle(_ path: ObjectPath) async {
    _ = await wait(upTo: Self.settleLimit) { Device(path, in: $0)?.isConnected != true }
  }
}

extension GATTService {
  /// True if the device at `path` shows all characteristics of the service; they come one by one.
  fileprivate func isComplete(at path: ObjectPath, in objects: ObjectTree) -> Bool {
    let found = RemoteCharacteristic.all(of: uuid, at: path, in: objects).map(\.uuid)
    return characteristics.allSatisfy { found.contains($0.uuid) }
  }
}
