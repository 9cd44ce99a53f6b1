public import GameRules
public import MatchProtocol

/// The inputs of the player here: each changes the match and returns the message for the other
/// board.
extension Match {
  /// Plays `move` for the side to move at this board; if the other side has asked something, that
  /// is a no.
  ///
  /// - Parameters:
  ///   - move: The move.
  ///   - spent: How long it took, in whole milliseconds, where there is a clock.
  /// - Returns: What to say to the other board.
  /// - Throws: Why it cannot be.
  public mutating func play(
    _ move: Move,
    spent: Duration = .zero
  ) throws(MatchRefusal) -> MatchMessage {
    try checkRunning()
    guard isOwnTurn || desync != nil else { throw .notYourTurn }
    guard desync == nil else { throw .differing }
    guard mine.question == nil else { throw .awaitingAnswer }
    guard !isPaused else { throw .paused }
    let ply = record.moves.count
    var after = self
    let isInTime: Bool
    do throws(IllegalMove) {
      isInTime = try after.advance(move, spent: spent)
    } catch {
      throw .illegal(error)
    }
    guard isInTime else { throw .noTime }
    self = after
    closeQuestions()
    let hash = position.textHash
    let said = clock == nil ? .zero : spent
    return .move(.init(ply: ply, text: move.description, position: hash, spent: said))
  }

  /// Gives up for this board's side, at one terminal for the side to move.
  ///
  /// Without the floor that is final only when the other side has heard it, see ``isResigning``.
  public mutating func resign() throws(MatchRefusal) -> MatchMessage {
    try checkRunning()
    if hasFloor {
      end(.resignation(ownSide))
    } else {
      stage = .resigning(whileStoppedBy: desync)
    }
    return .resign
  }

  /// Loses on time, for the side to move at this board.
  public mutating func flag() throws(MatchRefusal) -> MatchMessage {
    try checkRunning()
    guard isOwnTurn else { throw .notYourTurn }
    guard desync == nil else { throw .differing }
    guard mine.question == nil else { throw .awaitingAnswer }
    guard !theirs.isPausing else { throw .paused }
    end(timeout(of: ownSide))
    return .flag(ply: record.moves.count)
  }

  /// Begins or ends this side's pause; nobody moves while a side needs one.
  public mutating func pause(_ isOn: Bool) throws(MatchRefusal) -> MatchMessage {
    try checkRunning()
    guard seats != .both else { throw .oneTerminal }
    guard mine.isPausing != isOn else { throw isOn ? .paused : .notPaused }
    mine.isPausing = isOn
    return .pause(.init(isOn: isOn, ply: ply))
  }

  /// Asks the other side for something; at one terminal, for the side to move.
  ///
  /// A draw that the side to move may claim needs no answer. Another game can be asked for only
  /// after this one. Who has been asked answers first; both may ask for another game.
  public mutating func ask(_ request: MatchMessage.Ask.Request) throws(MatchRefusal) -> MatchMessage
  {
    let ask = MatchMessage.Ask(request, ply: ply)
    switch request {
    case .rematch:
      guard outcome != nil else { throw .gameNotOver }
      guard mine.question == nil else { throw .awaitingAnswer }
      mine.question = ask
      return .ask(ask)
    case .takeBack(let remaining):
      try checkMayAsk()
      guard 0..<ply ~= remaining else { throw .nothingToTakeBack }
    case .draw, .newGame:
      try checkMayAsk()
      guard desync == nil else { throw .differing }
      if claim(request, byMover: isOwnTurn) { return .ask(ask) }
    }
    note(ask)
    return .ask(ask)
  }

  /// Claims a draw for the side to move that `move` would bring about; the move is not played.
  public mutating func claim(with move: Move) throws(MatchRefusal) -> MatchMessage {
    try checkMayAsk()
    guard desync == nil else { throw .differing }
    guard isOwnTurn else { throw .notYourTurn }
    var after = position
    do throws(IllegalMove) {
      try after.play(move)
    } catch {
      throw .illegal(error)
    }
    guard claim(.draw, with: move, byMover: true) else { throw .nothingToClaim }
    return .ask(.init(.draw, ply: ply, move: move.description))
  }

  /// Notes who is to answer what was asked here.
  private mutating func note(_ ask: MatchMessage.Ask) {
    switch seats {
    case .both: theirs.question = ask
    case .one, .nobody: mine.question = ask
    }
  }

  /// Answers what the other side has asked.
  ///
  /// A yes to another game is said by asking for it too, a no by leaving.
  public mutating func answer(_ agrees: Bool) throws(MatchRefusal) -> MatchMessage {
    guard !isResigning, let question = theirs.question else { throw .nothingAsked }
    if question.request == .rematch { return try ask(.rematch) }
    theirs.question = nil
    if agrees { carryOut(question) }
    return .answer(.init(question.subject, ply: question.ply, agrees: agrees))
  }

  /// Does what both sides have agreed to; another game, the host begins.
  mutating func carryOut(_ question: MatchMessage.Ask) {
    closeQuestions()
    switch question.request {
    case .draw: end(.agreement)
    case .takeBack(let remaining): takeBack(to: remaining)
    case .newGame: end(.begunAnew)
    case .rematch: break
    }
  }

  /// The automatic message of this board when both have agreed to begin again, once: it confirms
  /// the agreement.
  ///
  /// The host begins when it has said and heard that, as after the end of a game: what crossed the
  /// agreement has come by then.
  mutating func confirmNewGame() -> MatchMessage? {
    guard outcome == .begunAnew, mine.question == nil else { return nil }
    return try? ask(.rematch)
  }

  private func checkRunning() throws(MatchRefusal) {
    switch stage {
    case .running, .stopped: break
    case .resigning, .over: throw .gameOver
    }
  }

  private func checkMayAsk() throws(MatchRefusal) {
    try checkRunning()
    guard theirs.question == nil else { throw .answerDue }
    guard mine.question == nil else { throw .awaitingAnswer }
  }

  /// The side of this board; at one terminal, the side to move.
  var ownSide: Side {
    switch seats {
    case .both, .nobody: position.toMove
    case .one(let side): side
    }
  }
}
