public import GameRules
public import MatchProtocol

extension Match {
  /// The effect of a message of the other player.
  public struct Reception: Hashable, Sendable {
    /// The change to the match.
    public let change: Change

    /// The automatic answer of this board; nil for nothing.
    public let reply: MatchMessage?
  }

  /// The change that a message of the other player made.
  ///
  /// Whether the game is over, says ``Match/outcome``: a resignation of this side may have become
  /// final by any of them.
  public enum Change: Hashable, Sendable {
    /// It played this move.
    case moved(Move, by: Side)
    /// It gave up.
    case resigned(Side)
    /// Its time was up.
    case flagged(Side)
    /// It asks this, and ``Match/answer(_:)`` is due; a question of this board's that crossed it is
    /// void.
    case asked(MatchMessage.Ask.Request)
    /// It said no to this, which this side had asked.
    case declined(MatchMessage.Ask.Request)
    /// Both agree on this, and it is done.
    case agreed(MatchMessage.Ask.Request)
    /// It needs a pause, or not any more.
    case paused(Bool)
    /// The boards differ, and the match has stopped.
    case stopped(Desync)
    /// It claims a draw with this move, which is not played.
    case claimed(Move)
    /// It knows of this side's resignation, which is final.
    case settled
    /// Nothing: it crossed something that counts more.
    case nothing
  }

  /// Takes what the other side said; a violation leaves the match as it was.
  public mutating func receive(_ message: MatchMessage) throws(MatchViolation) -> Reception {
    let change = try apply(message)
    return Reception(change: change, reply: reply(to: change) ?? confirmNewGame())
  }

  private mutating func apply(_ message: MatchMessage) throws(MatchViolation) -> Change {
    guard seats != .both else { throw .unexpectedMessage }
    switch message {
    // What is tossed before the game is the table's.
    case .start, .coin: throw .unexpectedMessage
    case .move(let move): return try receive(move)
    case .resign: return receiveResignation()
    case .flag(let ply): return try receiveFlag(ply)
    case .ask(let ask): return try receive(ask)
    case .answer(let answer): return try receive(answer)
    case .pause(let pause): return receive(pause)
    case .differ(let differ): return try receive(differ)
    }
  }

  private func reply(to change: Change) -> MatchMessage? {
    switch change {
    case .resigned:
      return .answer(.init(.rematch, ply: ply, agrees: false))
    case .stopped(let desync) where !desync.isOwnMove:
      return .differ(.init(ply: desync.ply, position: desync.own))
    default: return nil
    }
  }
}

// MARK: - Moves and ends

extension Match {
  private mutating func receive(_ message: MatchMessage.Move) throws(MatchViolation) -> Change {
    // The other side has not heard yet that the boards differ.
    if hasRefusedMove { return .nothing }
    guard outcome == nil else { throw .gameOver(message.text) }
    guard message.ply == record.moves.count else {
      throw .wrongPly(expected: record.moves.count, actual: message.ply)
    }
    guard !isOwnTurn, theirs.question == nil, !theirs.isPausing else {
      throw .outOfTurn(message.text)
    }
    let mover = position.toMove
    let move = try readMove(message.text)
    var after = self
    let wasInTime: Bool
    do {
      wasInTime = try after.advance(move, spent: message.spent)
    } catch {
      throw .illegalMove(message.text, error)
    }
    guard wasInTime else { throw .timeIsUp(message.text) }
    closeQuestions()
    let hash = after.position.textHash
    guard hash == message.position else {
      let desync = Desync(
        ply: message.ply,
        move: move,
        own: hash,
        theirs: message.position,
        isOwnMove: false
      )
      stop(at: desync)
      settle()
      return .stopped(desync)
    }
    after.closeQuestions()
    self = after
    // In some games a turn has several moves, and all of it may have crossed the resignation.
    settleWithFloor()
    return .moved(move, by: mover)
  }

  func readMove(_ text: String) throws(MatchViolation) -> Move {
    do {
      return try position.move(from: text)
    } catch {
      throw .unreadableMove(text)
    }
  }

  private mutating func receiveResignation() -> Change {
    let isNews = outcome == nil
    if isNews { end(.resignation(ownSide.other)) }
    if case .over(var ending) = stage {
      ending.hasHeardResignation = true
      stage = .over(ending)
    }
    return isNews ? .resigned(ownSide.other) : .nothing
  }

  private mutating func receiveFlag(_ ply: Int) throws(MatchViolation) -> Change {
    guard outcome == nil else { return .nothing }
    guard desync?.isOwnMove != true else { throw .unexpectedMessage }
    if desync == nil {
      guard ply == record.moves.count else {
        throw .wrongPly(expected: record.moves.count, actual: ply)
      }
      guard !isOwnTurn, theirs.question == nil else { throw .unexpectedMessage }
    }
    end(timeout(of: ownSide.other))
    return .flagged(ownSide.other)
  }

  private mutating func receive(_ pause: MatchMessage.Pause) -> Change {
    guard theirs.isPausing != pause.isOn else { return .nothing }
    theirs.isPausing = pause.isOn
    return outcome == nil ? .paused(pause.isOn) : .nothing
  }

  /// The other side does not take this side's move number `ply`; what was said since then counts
  /// no more.
  private mutating func receive(_ message: MatchMessage.Differ) throws(MatchViolation) -> Change {
    guard desync == nil, ownMoves(from: message.ply) else { throw .unexpectedMessage }
    guard case .over(let ending) = stage else { return stop(message) }
    // The other side had resigned before it heard of the move; whatever was said here since then
    // came later.
    if ending.hasHeardResignation {
      let resignation = MatchOutcome.resignation(ownSide.other)
      rewind(to: message.ply)
      stage = .over(Ending(outcome: resignation, hasHeardResignation: true))
      return ending.outcome == resignation ? .nothing : .resigned(ownSide.other)
    }
    switch ending.outcome {
    // Without an end on the board it was said, as a claim or a flag.
    case .byRules where position.outcome == nil, .resignation, .timeout, .agreement, .begunAnew:
      rewind(to: message.ply)
      stage = .over(Ending(outcome: ending.outcome))
      return .nothing
    case .byRules:
      return stop(message)
    }
  }

  private mutating func stop(_ message: MatchMessage.Differ) -> Change {
    rewind(to: message.ply + 1)
    let desync = Desync(
      ply: message.ply,
      move: record.moves[message.ply],
      own: position.textHash,
      theirs: message.position,
      isOwnMove: true
    )
    stop(at: desync)
    theirs.question = nil
    // To take back this very move is what can still be asked.
    if let own = mine.question, own.ply != ply || own.subject != .takeBack { mine.question = nil }
    settleWithFloor()
    return .stopped(desync)
  }

  /// True if there is a move number `ply`, and this side has made it and all that followed.
  private func ownMoves(from ply: Int) -> Bool {
    record.moves.indices.contains(ply) && movers[ply...].allSatisfy { $0 == ownSide }
  }
}
