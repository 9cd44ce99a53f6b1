public import GameRules
public import MatchProtocol

/// One game between two boards, or between two people at one.
///
/// Both boards hold the same match: a move changes it here and, by its message, there. A player may
/// resign at any time; a resignation that crosses the other side's move on the way counts after that
/// move, or after all moves of that turn, unless one of them ended the game. So both boards come
/// to the same end.
public struct Match: Hashable, Sendable {
  /// Whose moves are made at this board.
  public enum Seats: Hashable, Sendable {
    /// Both sides: two people at one terminal.
    case both
    /// This side; the other one plays at the other board.
    case one(Side)
  }

  /// Whose moves are made at this board.
  public let seats: Seats
  /// The board and who is to move.
  public private(set) var position: Position
  /// The moves so far.
  public private(set) var record: GameRecord
  /// How the match ended, once it has.
  public private(set) var outcome: MatchOutcome?
  /// Whether this side has resigned while the other was to move, and it is not known if it did.
  public private(set) var isResigning = false

  /// A match at its beginning.
  public init(game: GameKind, rule: GomokuRule, seats: Seats) {
    self.init(Position(game: game, rule: rule), rule: rule, seats: seats)
  }

  /// A match that begins at `start`.
  public init(_ start: Position, rule: GomokuRule, seats: Seats) {
    self.seats = seats
    position = start
    record = GameRecord(game: start.game, rule: rule)
  }

  /// The match that the host's `terms` describe, as the host or the guest sees it.
  ///
  /// - Throws: ``MatchViolation/unknownTerms(game:rule:)``.
  public init(_ terms: Message.Start, as role: Message.Start.First) throws(MatchViolation) {
    guard let game = GameKind(rawValue: terms.game), let rule = GomokuRule(rawValue: terms.rule)
    else {
      throw .unknownTerms(game: terms.game, rule: terms.rule)
    }
    self.init(game: game, rule: rule, seats: .one(terms.first == role ? .first : .second))
  }

  /// Whether a move at this board is due.
  public var isLocalTurn: Bool {
    guard outcome == nil, !isResigning else { return false }
    return switch seats {
    case .both: true
    case .one(let side): side == position.toMove
    }
  }
}

// MARK: - Inputs

extension Match {
  /// Plays `move` for the side to move at this board and returns what to tell the other board.
  public mutating func play(_ move: Move) throws(MatchRefusal) -> Message {
    guard outcome == nil, !isResigning else { throw .gameOver }
    guard isLocalTurn else { throw .notYourTurn }
    let ply = record.moves.count
    do {
      try advance(move)
    } catch {
      throw .illegal(error)
    }
    return .move(.init(ply: ply, text: move.description))
  }

  /// Gives up for this board's side, at one terminal for the side to move, and returns the message.
  public mutating func resign() throws(MatchRefusal) -> Message {
    guard outcome == nil, !isResigning else { throw .gameOver }
    if isLocalTurn {
      outcome = .resignation(position.toMove)
    } else {
      isResigning = true
    }
    return .resign
  }

  /// What a message of the other side did.
  public enum Change: Hashable, Sendable {
    /// It played this move.
    case moved(Move, by: Side)
    /// It gave up.
    case resigned(Side)
    /// Nothing: its resignation crossed the move that ended the game.
    case nothing
  }

  /// Takes what the other side said; a violation leaves the match as it was.
  public mutating func receive(_ message: Message) throws(MatchViolation) -> Change {
    switch message {
    case .start:
      throw .unexpectedMessage
    case .move(let move):
      return try receive(move)
    case .resign:
      guard case .one(let side) = seats else { throw .unexpectedMessage }
      guard outcome == nil else { return .nothing }
      isResigning = false
      outcome = .resignation(side.other)
      return .resigned(side.other)
    }
  }

  /// Makes a resignation final: the other side has left the table and will not move any more.
  public mutating func settle() {
    guard isResigning, case .one(let side) = seats else { return }
    isResigning = false
    outcome = .resignation(side)
  }
}

// MARK: - Moves

extension Match {
  private mutating func receive(_ message: Message.Move) throws(MatchViolation) -> Change {
    guard case .one(let side) = seats else { throw .unexpectedMessage }
    guard outcome == nil else { throw .gameOver(message.text) }
    guard message.ply == record.moves.count else {
      throw .wrongPly(expected: record.moves.count, actual: message.ply)
    }
    guard position.toMove != side else { throw .outOfTurn(message.text) }
    let move = try readMove(message.text)
    do {
      try advance(move)
    } catch {
      throw .illegalMove(message.text, error)
    }
    if outcome != nil {
      isResigning = false
    } else if position.toMove == side {
      // In some games a turn has several moves, and all of it may have crossed the resignation.
      settle()
    }
    return .moved(move, by: side.other)
  }

  private func readMove(_ text: String) throws(MatchViolation) -> Move {
    do {
      return try position.move(from: text)
    } catch {
      throw .unreadableMove(text)
    }
  }

  private mutating func advance(_ move: Move) throws(IllegalMove) {
    try position.play(move)
    record.append(move)
    outcome = position.outcome.map(MatchOutcome.byRules)
  }
}
