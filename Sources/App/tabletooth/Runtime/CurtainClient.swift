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
  /// The rank of the room; nil if those nearby do not find it.
  private var rank: RoomRank?
  private var rankSaid: RoomRank?

  /// A table whose room has this rank at first.
  init(_ client: ScreenClient<Session>, rank: RoomRank?) {
    self.client = client
    (self.rank, rankSaid) = (rank, rank)
  }

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
    var orders = client.begin(resuming: journal, now: now)
    sayRank(in: &orders)
    return orders.withoutScreen
  }

  mutating func update(_ event: Event, now: Duration) -> Orders {
    if event == .shown, stage == .rising { stage = .up }
    if case .ranked(let rank) = event { self.rank = rank }
    var orders = client.update(event, now: now)
    orders += followGuest(now: now)
    sayRank(in: &orders)
    return stage == .up ? orders : orders.withoutScreen
  }

  /// Says the rank of the room for as long as a seat is free.
  private mutating func sayRank(in orders: inout Orders) {
    let changed = rank == rankSaid ? nil : client.app.table.presence
    guard var presence = orders.table.presence ?? changed else { return }
    rankSaid = rank
    // Its number stays when the rank is not said any more.
    if let rank { presence.ownNumber = rank.tableNumber }
    if presence.state == .free { presence.rank = rank }
    orders.table.presence = presence
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
