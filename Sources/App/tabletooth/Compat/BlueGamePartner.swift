internal import BlueGame
internal import BoardUI
internal import GameRecords
internal import GameRules
internal import Phrases
internal import Synchronization

/// The player at BlueGame, over a link on which texts go both ways.
final class BlueGamePartner: Sendable {
  private struct State {
    var talk: BlueGameTalk
    /// The moves that nobody has asked for yet.
    var moves: [Move] = []
    var onMove: (@Sendable (MachineEvent) -> Void)?
    var deliver: (@Sendable (WorkResult) -> Void)?
    var flaws = 0
    /// True once the other player has hung up.
    var isGone = false
  }

  static let appName = "BlueGame"
  /// The number of broken texts of which the player is told.
  private static let mostFlaws = 10

  private let link: any BlueGameLink
  private let state: Mutex<State>
  private let outgoing: AsyncStream<[UInt8]>.Continuation
  private let sending: Task<Void, Never>

  /// The name of the app.
  var name: String { Self.appName }

  /// True if the player here has joined the other one.
  var isGuest: Bool { link is BlueGameGuest }

  /// The player at the other end of `link`, against a host of `ownSide`, or a guest.
  init(_ link: any BlueGameLink, ownSide: Side?) {
    self.link = link
    state = Mutex(State(talk: BlueGameTalk(ownSide: ownSide)))
    let (texts, outgoing) = AsyncStream<[UInt8]>.makeStream()
    self.outgoing = outgoing
    // It ends with ``finish()``.
    sending = Task { [link] in
      // A text that cannot be sent is followed by the end of the link.
      for await text in texts { try? await link.send(text) }
    }
  }

  /// The side of the player here, once it is known.
  var ownSide: Side? { state.withLock { $0.talk.ownSide } }

  /// Sends a text that is no move.
  func send(_ text: [UInt8]) { outgoing.yield(text) }

  // MARK: What the app says

  /// Takes what happens on the link until its end.
  func follow() async {
    for await event in link.events {
      take(event)
      if isGone { return }
    }
  }

  /// Takes an event; before the game begins, a broken text is reported at once.
  func take(_ event: BlueGameEvent) {
    switch event {
    case .text(let text): take(text)
    case .left: leave(because: Self.hungUp)
    case .failed(let error): leave(because: ExitReason(error))
    case .advertising, .found, .joined: break
    }
  }

  private func take(_ text: [UInt8]) {
    let (reception, onMove) = state.withLock { state in
      let reception = state.talk.receive(text)
      guard case .move(let move) = reception else { return (reception, state.onMove) }
      guard let onMove = state.onMove.take() else {
        state.moves.append(move)
        return (reception, nil)
      }
      return (reception, onMove)
    }
    switch reception {
    case .begins: break
    case .move(let move): onMove?(.moveFound(move))
    case .ignored(let flaw): report(flaw)
    }
  }

  private func report(_ flaw: BlueGameTalk.Flaw) {
    let (count, deliver) = state.withLock { state in
      state.flaws += 1
      return (state.flaws, state.deliver)
    }
    guard count <= Self.mostFlaws else { return }
    let line =
      flaw.words + (count == Self.mostFlaws ? " " + say("Further ones are not reported.") : "")
    if let deliver { deliver(.line(line)) } else { _ = StandardOutput.tell(line + "\n") }
  }

  private func leave(because reason: ExitReason) {
    let deliver = state.withLock { state in
      defer { state.isGone = true }
      return state.isGone ? nil : state.deliver
    }
    deliver?(.left(reason))
  }

  // MARK: The game

  /// Tells of what happens at the app from now on.
  func begin(_ deliver: @escaping @Sendable (WorkResult) -> Void) {
    let isGone = state.withLock { state in
      state.deliver = deliver
      return state.isGone
    }
    if isGone { deliver(.left(Self.hungUp)) }
  }

  /// Sends the last move of `position` if the player here has made it.
  func note(_ position: Position) {
    let text = state.withLock { state -> [UInt8]? in
      guard position.ply == state.talk.position.ply + 1, let move = position.moves.last else {
        return nil
      }
      return try? state.talk.play(move)
    }
    if let text { outgoing.yield(text) }
  }

  /// Hands the next move to `onEnd` once the other player has made it.
  func expect(_ onEnd: @escaping @Sendable (MachineEvent) -> Void) {
    let move = state.withLock { state -> Move? in
      guard state.moves.isEmpty else { return state.moves.removeFirst() }
      state.onMove = onEnd
      return nil
    }
    if let move { onEnd(.moveFound(move)) }
  }

  /// True if the rules have ended the game.
  var isOver: Bool { state.withLock { $0.talk.position.outcome != nil } }

  private var isGone: Bool { state.withLock { $0.isGone } }

  /// Sends what waits to be sent.
  func finish() async {
    outgoing.finish()
    await sending.value
  }
}

extension BlueGamePartner {
  /// The other player has hung up in the middle of a game.
  static var hungUp: ExitReason {
    ExitReason(
      .left,
      say("the other player hung up before the game was over here"),
      say("if BlueGame shows a winner, the two boards differ; start a new game")
    )
  }

  /// A game with BlueGame cannot be continued.
  static func notKept(_ number: Int64) -> ExitReason {
    ExitReason(
      .noSuchGame,
      say("game \(number) was played with BlueGame, which saves no games"),
      say("start a new one with tabletooth host --compat bluegame")
    )
  }
}

extension RecordedGame.Setting {
  /// A game with somebody at BlueGame.
  static let blueGame = Self.machine(name: BlueGamePartner.appName.lowercased(), level: nil)
}

extension BlueGameTalk.Flaw {
  /// What was ignored, as a sentence.
  fileprivate var words: String {
    switch self {
    case .unreadable: say("Ignored a text that is not a move of BlueGame.")
    case .taken(let point): say("Ignored a move to \(point.description), which is not empty.")
    case .notInTurn: say("Ignored a text that came out of turn.")
    case .gameOver: say("Ignored a move after the end of the game.")
    }
  }
}
