import Testing

@testable import MatchPlay

/// A lobby with its time.
struct Desk {
  var lobby: Lobby
  var now = Duration.zero

  init(_ goal: Lobby.Goal, _ carriers: [Carrier]) {
    lobby = Lobby(goal, by: carriers.map { Lobby.Scan($0, for: .seconds(30)) })
    on(.tick)
  }

  /// What follows from `event`.
  @discardableResult
  mutating func on(_ event: Lobby.Event, at seconds: Double? = nil) -> Lobby.Orders {
    if let seconds { now = .seconds(seconds) }
    var orders = Lobby.Orders()
    lobby.update(event, now: now, into: &orders)
    // A deadline that stays due is a loop without end.
    if orders.end == nil { #expect(lobby.deadline.map { $0 > now } ?? true) }
    return orders
  }

  /// The orders at the next time that something is due by itself.
  mutating func wait() -> Lobby.Orders {
    guard let deadline = lobby.deadline else { return Lobby.Orders() }
    now = deadline
    return on(.tick)
  }
}
