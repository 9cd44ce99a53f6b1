public import BlueZ
internal import DBus
internal import Synchronization

extension BluetoothService {
  /// When the table called `name` was heard during `limit`, since the beginning.
  ///
  /// - Parameters:
  ///   - name: What it advertises.
  ///   - address: Its address, once it is known: its name may be another one while a link stands.
  ///   - adapter: The controller to hear it with.
  ///   - limit: How long to listen.
  ///   - clock: What measures the time.
  /// - Returns: the times, in order, and the address.
  /// - Throws: ``TransportError/adapterOff(name:)``, or ``TransportError/bluetooth(_:)``.
  public func advertisements(
    of name: String,
    at address: String? = nil,
    on adapter: Adapter,
    for limit: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(TransportError) -> (times: [Duration], address: String?) {
    let advertised = GameService.advertisedName(name)
    let uptime = clock.stopwatch()
    let heard = Mutex<(times: [Duration], address: String?)>(([], address))
    let changes = changes()
    // It ends below, or with the connection.
    let listening = Task {
      for await change in changes {
        guard case .changed(let path, _, let properties) = change, properties["RSSI"] != nil,
          let device = self.device(at: path), device.adapterPath == adapter.path
        else { continue }
        let host = FoundHost(device)
        heard.withLock { heard in
          guard host.address == heard.address || host.name == advertised else { return }
          heard.times.append(uptime())
          heard.address = host.address
        }
      }
    }
    defer { listening.cancel() }
    try await startScan(on: adapter)
    try? await clock.sleep(for: limit)
    await stopScan(on: adapter)
    return heard.withLock(\.self)
  }
}
