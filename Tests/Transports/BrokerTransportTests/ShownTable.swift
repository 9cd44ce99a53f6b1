import MatchProtocol

@testable import BrokerTransport

/// A table without a door, which only players who are known hear of.
struct ShownTable {
  let presence: BrokerPresence
  private let host: BrokerHostTransport

  /// Opens the table, and returns when it hears those who ask.
  init(
    _ presence: BrokerPresence,
    at brokers: BrokerList,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void = { _ in }
  ) async throws {
    self.presence = presence
    var table = BrokerTable([])
    table.presence = presence
    host = try await BrokerHostTransport.open(table, at: brokers, clock: clock, deliver: deliver)
    while await !presence.isListening { await Task.yield() }
  }

  func announce(_ said: Presence) async { await host.announce(said) }

  func setOpen(_ isOpen: Bool) async { await host.setOpen(isOpen) }

  func turn() async { await presence.turn() }

  func close() async { await host.close() }
}
