public import BlueZ
internal import DBus
internal import MatchProtocol

extension BluetoothService {
  /// The time to look for a host.
  ///
  /// BlueZ advertises every 1.28 seconds by default, and some reports are missed.
  public static let searchLimit = Duration.seconds(30)

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
