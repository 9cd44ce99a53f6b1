internal import BoardUI
internal import GameSearch
internal import MatchPlay
internal import MatchProtocol
internal import Synchronization
internal import Terminal

/// The state shared by the start menu and the table behind it.
///
/// The menu has the screen until a guest is introduced; then it gives way, and ``lift()`` hands the
/// screen to the table.
final class Curtain: Sendable {
  private struct State {
    var handler: (@Sendable (Event) -> Void)?
    var display: (any Display)?
    var isQuitting = false
    var lastSentence: String?
    var rank: RoomRank?
  }

  private let state: Mutex<State>
  private let onGuest: @Sendable () -> Void

  /// A curtain that is down, before a room of this rank nearby; `onGuest` is called when it is to
  /// be lifted.
  init(rank: RoomRank?, onGuest: @escaping @Sendable () -> Void) {
    state = Mutex(State(rank: rank))
    self.onGuest = onGuest
  }

  /// The rank of the room; nil if those nearby do not find it.
  var rank: RoomRank? { state.withLock(\.rank) }

  /// Has the table say this rank from now on.
  func announce(_ rank: RoomRank) {
    let handler = state.withLock { state in
      state.rank = rank
      return state.handler
    }
    handler?(.tick)
  }

  /// The last message at the table after its guest had gone.
  var lastSentence: String? { state.withLock(\.lastSentence) }

  /// A guest is there.
  func ask() { onGuest() }

  /// Keeps what was said last.
  func keep(_ sentence: String?) { state.withLock { $0.lastSentence = sentence } }

  /// Takes what is told to the table from now on.
  func attach(_ handler: @escaping @Sendable (Event) -> Void, to display: any Display) {
    let isQuitting = state.withLock { state in
      (state.handler, state.display) = (handler, display)
      return state.isQuitting
    }
    if isQuitting { handler(.request(.quits(.quit))) }
  }

  /// Hands the screen to the table.
  func lift() {
    let (handler, display) = state.withLock { ($0.handler, $0.display) }
    guard let handler, let display else { return }
    handler(.shown)
    display.onEvent { handler(.terminal($0)) }
    display.redraw()
  }

  /// Takes the table down.
  func quit() {
    let handler = state.withLock { state in
      state.isQuitting = true
      return state.handler
    }
    handler?(.request(.quits(.quit)))
  }
}

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
  private let curtain: Curtain
  private var stage = Stage.down
  private var rankSaid: RoomRank?

  init(_ client: ScreenClient<Session>, behind curtain: Curtain) {
    self.client = client
    self.curtain = curtain
    rankSaid = curtain.rank
  }

  var deadline: Duration? { client.deadline }
  var holdsAtEnd: Bool { stage == .up && client.holdsAtEnd }
  var farewell: [String] { stage == .down ? [] : client.farewell }
  var machineLevel: Int? { client.machineLevel }
  var sessionState: SessionState? { client.sessionState }
  var isWaitedFor: Bool { stage == .up && client.isWaitedFor }
  func view(now: Duration) -> Canvas? { stage == .up ? client.view(now: now) : nil }

  mutating func begin(resuming journal: [JournalEntry]?, now: Duration) -> Orders {
    var orders = client.begin(resuming: journal, now: now)
    sayRank(in: &orders)
    return orders.withoutScreen
  }

  mutating func update(_ event: Event, now: Duration) -> Orders {
    if event == .shown, stage == .rising { stage = .up }
    var orders = client.update(event, now: now)
    orders += followGuest(now: now)
    sayRank(in: &orders)
    return stage == .up ? orders : orders.withoutScreen
  }

  /// Says the rank of the room for as long as a seat is free.
  private mutating func sayRank(in orders: inout Orders) {
    let rank = curtain.rank
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
      curtain.ask()
    case .up where phase == .open:
      stage = .falling
      curtain.keep(client.lastNews)
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
    (orders.text, orders.prompt, orders.terminal) = ("", nil, nil)
    return orders
  }
}
