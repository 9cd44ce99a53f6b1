internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import DBus
internal import MatchProtocol

/// The other side of a measurement: a host that sends every packet back.
enum LinkEcho {
  /// Hosts as `name` until the program is stopped, or Bluetooth is.
  ///
  /// - Parameters:
  ///   - name: What the host can be found by.
  ///   - bluetooth: Where Bluetooth is.
  ///   - ready: Is called when the host can be found.
  /// - Throws: What stands in the way, as `ExitReason` understands it.
  static func serve(
    as name: String,
    over bluetooth: BluetoothAccess,
    ready: @Sendable () -> Void
  ) async throws {
    let (service, adapter) = try await bluetooth.open(toHost: true)
    // Nothing is measured but the link, so no packet takes the way over another thread.
    try await withTaskExecutorPreference(service.connection.taskExecutor) {
      let (events, inbox) = AsyncStream.makeStream(of: LinkEvent.self)
      let transport = try await PeripheralTransport.open(hosting: name, on: adapter, service) {
        switch $0 {
        case .link(let event): inbox.yield(event)
        case .progress, .waits, .wayEnded: break
        case .ended: inbox.finish()
        }
      }
      ready()
      for await event in events {
        guard case .packet(let packet, _, _) = event else { continue }
        // A link that broke meanwhile takes no packet, and the next one does.
        try? await transport.send(packet)
      }
    }
    throw ExitReason.transportGone
  }
}
