import MatchProtocol

@testable import BrokerTransport

/// A table without a door, which only players who are known hear of.
struct ShownTable {
  let presence: BrokerPresence
  private let host: BrokerHostTransport

  init(_ presence: BrokerPresence, at brokers: BrokerList) async throws {
    self.presence = presence
    var table = BrokerTable([])
    table.presence = presence
    host = try await BrokerHostTransport.open(table, at: brokers) { _ in }
  }

  func announce(_ said: Presence) async { await host.announce(said) }

  func setOpen(_ isOpen: Bool) async { await host.setOpen(isOpen) }

  func turn() async { await presence.turn() }

  func close() async { await host.close() }
}
