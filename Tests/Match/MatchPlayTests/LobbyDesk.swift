import Testing

@testable import MatchPlay

/// A lobby with its time.
struct Desk {
  var lobby: Lobby
  var now = Duration.zero

  /// A lobby that has not begun.
  init(_ goal: Lobby.Goal, _ scans: Lobby.Scan...) { lobby = Lobby(goal, by: scans) }

  /// A lobby that has begun to listen on these carriers.
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

  /// What is told until `seconds`, with the time in milliseconds, as nothing else happens.
  mutating func wait(until seconds: Double) -> [(Int, Lobby.News)] {
    var told: [(Int, Lobby.News)] = []
    while let deadline = lobby.deadline, deadline <= .seconds(seconds) {
      told += wait().news.map { (Int(deadline / .milliseconds(1)), $0) }
    }
    now = .seconds(seconds)
    return told
  }
}
