public import BlueZ
internal import DBus

extension BluetoothService {
  /// The time that one scan waits for the table: twice the usual interval, because a report may be
  /// missed.
  private static let hearingLimit = Duration.milliseconds(2_600)

  /// When the table called `name` was heard during `limit`, since the beginning.
  ///
  /// Controllers tell of each advertiser only once a scan, so the scan begins anew with each time
  /// that the table is heard: then the next advertisement is the next one that is heard, unless it
  /// comes while the scan begins.
  ///
  /// - Parameters:
  ///   - name: What it advertises.
  ///   - address: Its address, once it is known: its name may be another one while a link stands.
  ///   - adapter: The controller to hear it with.
  ///   - limit: How long to listen.
  ///   - count: After how many times to stop before that.
  ///   - clock: What measures the time.
  /// - Returns: the times, in order, and the address.
  /// - Throws: ``TransportError/adapterOff(name:)``, or ``TransportError/bluetooth(_:)``.
  public func advertisements(
    of name: String,
    at address: String? = nil,
    on adapter: Adapter,
    for limit: Duration,
    count: Int = 16,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(TransportError) -> (times: [Duration], address: String?) {
    let advertised = GameService.advertisedName(name)
    let uptime = clock.stopwatch()
    var times: [Duration] = []
    var known = address
    while times.count < count, uptime() < limit {
      let wanted = known
      let heard: @Sendable (ObjectTree) -> FoundHost? = { objects in
        objects.devices(on: adapter).first { device in
          device.rssi != nil && GameService.isOffered(by: device)
            && (wanted.map { $0 == FoundHost(device).address }
              ?? (FoundHost(device).name == advertised))
        }
        .map(FoundHost.init)
      }
      try await startScan(on: adapter)
      let rest = min(Self.hearingLimit, limit - uptime())
      if await wait(upTo: rest, clock: clock, until: { heard($0) != nil }) {
        times.append(uptime())
        known = heard(objects)?.address ?? known
      }
      await stopScan(on: adapter)
      // What was heard goes with the scan, unless another program scans: no more is learnt then.
      guard await wait(upTo: Self.hearingLimit, clock: clock, until: { heard($0) == nil }) else {
        break
      }
    }
    return (times, known)
  }
}
