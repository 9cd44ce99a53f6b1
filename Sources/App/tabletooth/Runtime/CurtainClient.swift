internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import Terminal

/// A table behind the start menu: it shows nothing before the curtain is lifted, and ends when the
/// guest that it was lifted for has gone.
struct CurtainClient<Session: MatchSession>: MatchPage {
  private enum Stage: Hashable {
    /// Nobody is there.
    case down
    /// A guest is, and the menu still has the screen.
    case rising
    /// The table has the screen.
    case up
    /// The guest has gone, and the table goes down.
    case falling
  }

  private var client: ScreenClient<Session>
  private var stage = Stage.down

  /// A table that `client` would show.
  init(_ client: ScreenClient<Session>) { self.client = client }

  var deadline: Duration? { client.deadline }
  var holdsAtEnd: Bool { stage == .up && client.holdsAtEnd }
  var farewell: [String] { stage == .down ? [] : client.farewell }
  var machineLevel: Int? { client.machineLevel }
  var sessionState: SessionState? { client.sessionState }
  var letter: Letter? { client.letter }
  var isWaitedFor: Bool { stage == .up && client.isWaitedFor }
  var lastNews: String? { stage == .falling ? client.lastNews : nil }
  func view(now: Duration) -> Canvas? { stage == .up ? client.view(now: now) : nil }

  mutating func begin(resuming journal: [JournalEntry]?, now: Duration) -> Orders {
    client.begin(resuming: journal, now: now).withoutScreen
  }

  mutating func update(_ event: Event, now: Duration) -> Orders {
    if event == .shown, stage == .rising { stage = .up }
    var event = event
    if case .ranked(let rank) = event {
      client.app.table.rank = rank
      event = .tick
    }
    var orders = client.update(event, now: now)
    orders += followGuest(now: now)
    return stage == .up ? orders : orders.withoutScreen
  }

  /// Has the curtain lifted for a guest, and the table taken down after one.
  private mutating func followGuest(now: Duration) -> Orders {
    let phase = client.app.table.phase
    switch stage {
    case .down where phase.hasGuest:
      stage = .rising
      var orders = Orders()
      orders.terminal = .giveWay
      return orders
    case .up where phase == .open:
      stage = .falling
      return client.update(.request(.quits(.quit)), now: now)
    case .down, .rising, .up, .falling: break
    }
    return Orders()
  }
}

extension TablePhase {
  /// True if somebody is there whom the player should see.
  fileprivate var hasGuest: Bool {
    switch self {
    case .comparing, .accepted, .seated, .playing: true
    case .open, .over, .leaving, .ended: false
    }
  }
}

extension Orders {
  /// The same without what is for who has the screen.
  fileprivate var withoutScreen: Orders {
    var orders = self
    (orders.text, orders.prompt) = ("", nil)
    if orders.terminal != .giveWay { orders.terminal = nil }
    return orders
  }
}
