internal import BoardUI
internal import GameSearch
internal import MatchPlay
internal import MatchProtocol
internal import Synchronization
internal import Terminal

/// What is between the start menu and the table behind it.
///
/// The menu has the screen until a guest is introduced; then it gives way, and ``lift()`` hands the
/// screen to the table.
final class Curtain: Sendable {
  private struct State {
    var handler: (@Sendable (FaceEvent) -> Void)?
    var display: Display?
    var isQuitting = false
    var lastSentence: String?
  }

  private let state = Mutex(State())
  private let onGuest: @Sendable () -> Void

  /// A curtain that is down; `onGuest` is called when it is to be lifted.
  init(onGuest: @escaping @Sendable () -> Void) {
    self.onGuest = onGuest
  }

  /// What was said at the table when its guest had gone.
  var lastSentence: String? { state.withLock(\.lastSentence) }

  /// A guest is there.
  func ask() { onGuest() }

  /// Keeps what was said last.
  func keep(_ sentence: String?) { state.withLock { $0.lastSentence = sentence } }

  /// Takes what is told to the table from now on.
  func attach(_ handler: @escaping @Sendable (FaceEvent) -> Void, to display: Display) {
    let isQuitting = state.withLock { state in
      (state.handler, state.display) = (handler, display)
      return state.isQuitting
    }
    if isQuitting { handler(.app(.quits(.quit))) }
  }

  /// Hands the screen to the table.
  func lift() {
    let (handler, display) = state.withLock { ($0.handler, $0.display) }
    guard let handler, let display else { return }
    handler(.lifted)
    display.onEvent { handler(.terminal($0)) }
    display.redraw()
  }

  /// Takes the table down.
  func quit() {
    let handler = state.withLock { state in
      state.isQuitting = true
      return state.handler
    }
    handler?(.app(.quits(.quit)))
  }
}

/// A table behind the start menu: it shows nothing before the curtain is lifted, and ends when the
/// guest that it was lifted for has gone.
struct CurtainClient<Session: MatchSession>: FaceClient {
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
  private var pace = DrawingPace()

  init(_ client: ScreenClient<Session>, behind curtain: Curtain) {
    self.client = client
    self.curtain = curtain
  }

  var deadline: Duration? { [client.deadline, pace.deadline].compactMap(\.self).min() }
  var holdsAtEnd: Bool { stage == .up && client.holdsAtEnd }
  var farewell: [String] { stage == .down ? [] : client.farewell }
  var machineLevel: Int? { client.app.machine.level?.number }
  var sessionState: SessionState? { client.app.table.session?.state }

  mutating func begin(resuming journal: [JournalEntry]?, now: Duration) -> [FaceOrder] {
    client.begin(resuming: journal, now: now).map(FaceOrder.init)
  }

  mutating func update(_ event: FaceEvent, now: Duration) -> [FaceOrder] {
    let screenEvent: ScreenEvent
    switch event {
    case .lifted:
      if stage == .rising { stage = .up }
      return followGuest([], isDrawn: true, now: now)
    case .terminal(let event): screenEvent = .terminal(event)
    case .interrupted(let signal): screenEvent = .interrupted(signal)
    case .answered(let text): screenEvent = .answered(text)
    case .app(let event): screenEvent = .app(event)
    case .line, .inputClosed, .outputClosed, .typing: return []
    }
    let orders = client.update(screenEvent, now: now)
    let isDrawn = pace.isDue(after: screenEvent, orders, now: now)
    return followGuest(orders.map(FaceOrder.init), isDrawn: isDrawn, now: now)
  }

  /// Has the curtain lifted for a guest, and the table taken down after one.
  private mutating func followGuest(
    _ orders: [FaceOrder],
    isDrawn: Bool,
    now: Duration
  ) -> [FaceOrder] {
    let phase = client.app.table.phase
    switch stage {
    case .down where phase.hasGuest:
      stage = .rising
      curtain.ask()
    case .up where phase == .open:
      stage = .falling
      curtain.keep(client.lastNews)
      let rest = client.update(.app(.quits(.quit)), now: now).map(FaceOrder.init)
      return orders + rest
    case .down, .rising, .up, .falling: break
    }
    guard stage == .up else { return orders.filter { !$0.needsScreen } }
    return (isDrawn ? [.show(client.view(now: now))] : []) + orders
  }
}

extension TablePhase {
  /// Whether somebody is there whom the player should see.
  fileprivate var hasGuest: Bool {
    switch self {
    case .comparing, .accepted, .seated, .playing: true
    case .open, .over, .leaving, .ended: false
    }
  }
}

extension FaceOrder {
  /// Whether it is for who has the screen.
  fileprivate var needsScreen: Bool {
    switch self {
    case .show, .suspend, .redraw, .close, .print, .prompt: true
    case .cue, .announce, .switchMusic, .switchSound, .app: false
    }
  }
}
