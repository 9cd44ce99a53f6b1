public import GameRules
public import MatchProtocol

/// One game between two boards, or between two people at one.
///
/// Both boards hold the same match: what happens here changes it here and, by its message, there.
/// Messages cross on their way, and one rule makes both boards come to the same end: one side has
/// the *floor*, ``hasFloor``. What it says counts at once. What the other side says counts when the
/// one with the floor hears it, if it still fits. Section 9 of docs/reference/protocol.md lists
/// what follows from that.
public struct Match: Hashable, Sendable {
  /// Whose moves are made at this board.
  public enum Seats: Hashable, Sendable {
    /// Both sides: two people at one terminal.
    case both
    /// This side; the other one plays at the other board.
    case one(Side)
    /// Nobody's: who is here only watches.
    case nobody
  }

  /// The open wishes of one side.
  public struct Wishes: Hashable, Sendable {
    /// The question that is not answered yet and still counts.
    public internal(set) var question: MatchMessage.Ask?

    /// True if it needs a pause.
    public internal(set) var isPausing = false
  }

  /// The stage of the match.
  enum Stage: Hashable, Sendable {
    /// The players move, ask and answer.
    case running
    /// The boards differ, and nobody moves before some moves are taken back.
    case stopped(Desync)
    /// This side has resigned without the floor, and it is not known what the other one did before
    /// it heard so; boards that differ still do.
    case resigning(whileStoppedBy: Desync?)
    /// The game is over; then both sides may ask for another one.
    case over(Ending)
  }

  /// The end of a game, and what may have crossed it.
  struct Ending: Hashable, Sendable {
    let outcome: MatchOutcome
    /// True if the other side has said that it resigns, be it that it came too late.
    var hasHeardResignation = false
    /// True if a move of the other side was not played, and that side may not know it yet.
    var hasRefusedMove = false
  }

  /// Whose moves are made at this board.
  public let seats: Seats
  /// The position at the beginning of the game.
  let start: Position
  /// The board and who is to move.
  public internal(set) var position: Position
  /// The moves so far.
  public internal(set) var record: GameRecord
  /// The wishes of the player here.
  public internal(set) var mine = Wishes()
  /// The wishes of the other player; at one terminal, of the side to move.
  public internal(set) var theirs = Wishes()
  /// The clocks, if the players have any, as far as the moves say how long they took.
  public internal(set) var clock: GameClock?
  /// The help that a player had in this game.
  public var assistance: Assistance = []
  /// The stage of the match.
  var stage = Stage.running

  /// A match that begins at `start`, by `clock` if there is one.
  public init(_ start: Position, seats: Seats, clock: TimeControl? = nil) {
    self.seats = seats
    self.clock = clock.map(GameClock.init)
    self.start = start
    position = start
    record = GameRecord(start.game)
  }

  /// A match that goes on from `position`, with all moves that led there.
  public init(goingOn position: Position, seats: Seats, clock: GameClock? = nil) {
    self.init(position.start, seats: seats)
    self.clock = clock
    for move in position.moves { record.append(move) }
    self.position = position
    if let outcome = position.outcome { stage = .over(Ending(outcome: .byRules(outcome))) }
  }

  /// The match that the host's `terms` describe, as the host or the guest sees it.
  ///
  /// - Throws: ``MatchViolation/unknownTerms(_:)``.
  public init(_ terms: MatchMessage.Start, as role: Role) throws(MatchViolation) {
    guard terms.isKnown, let game = Game(terms) else { throw .unknownTerms(terms) }
    self.init(
      Position(game: game),
      seats: .one(terms.first == role ? .first : .second),
      clock: terms.clock
    )
  }
}

// MARK: - How far it has come

extension Match {
  /// The outcome of the match, once it has ended.
  public var outcome: MatchOutcome? {
    switch stage {
    case .over(let ending): ending.outcome
    case .running, .stopped, .resigning: nil
    }
  }

  /// True if this side has resigned without the floor, and it is not known what the other did
  /// before it heard so.
  public var isResigning: Bool {
    switch stage {
    case .resigning: true
    case .running, .stopped, .over: false
    }
  }

  /// The difference that stopped the match, if the boards differ.
  public var desync: Desync? {
    switch stage {
    case .stopped(let desync), .resigning(let desync?): desync
    case .running, .resigning(nil), .over: nil
    }
  }

  /// True if both sides want another game; then the host begins it.
  package var isRematchAgreed: Bool {
    switch stage {
    case .over: mine.question != nil && theirs.question != nil
    case .running, .stopped, .resigning: false
    }
  }

  /// True if a move of the other side was not played, and that side may not know it yet.
  var hasRefusedMove: Bool {
    switch stage {
    case .stopped(let desync), .resigning(let desync?): !desync.isOwnMove
    case .over(let ending): ending.hasRefusedMove
    case .running, .resigning(nil): false
    }
  }
}

// MARK: - Whose turn it is

extension Match {
  /// True if the time of the side to move runs.
  ///
  /// It stands while the boards differ, and in a pause that the side that waits needs; who asks
  /// something, or pauses alone in the own turn, thinks meanwhile.
  public var isTimeRunning: Bool {
    guard case .running = stage else { return false }
    return seats == .both || !(isOwnTurn ? theirs : mine).isPausing
  }

  /// True if the side to move, whose time is up, loses by that now: the answer to a question of its
  /// own comes first.
  package var mayFlag: Bool {
    isTimeRunning && (seats == .both || (isOwnTurn ? mine : theirs).question == nil)
  }

  /// True if a move at this board is due.
  public var isLocalTurn: Bool {
    guard case .running = stage, !isPaused else { return false }
    return isOwnTurn && mine.question == nil
  }

  /// True if the other side has asked something that this one may answer.
  public var isAnswerDue: Bool {
    theirs.question != nil && !isResigning && !isRematchAgreed
  }

  /// True if no moves are made because a side needs a pause.
  public var isPaused: Bool {
    outcome == nil && (mine.isPausing || theirs.isPausing)
  }

  /// True if what this side says counts at once.
  ///
  /// The side to move has the floor, or, when the boards differ, the one that made the move in
  /// question. To ask passes it to the other side until it has answered or moved.
  package var hasFloor: Bool {
    isOwnTurn ? mine.question == nil : theirs.question != nil
  }

  /// The number of moves that were made and heard, the one that the boards do not agree on
  /// included.
  public var ply: Int {
    desync.map { $0.ply + 1 } ?? record.moves.count
  }

  /// True if this side has the floor when nobody asks anything.
  var isOwnTurn: Bool {
    switch seats {
    case .both: true
    case .one(let side): desync?.isOwnMove ?? (side == position.toMove)
    case .nobody: false
    }
  }
}

// MARK: - Who watches

extension Match {
  /// The same match for somebody who plays neither side.
  ///
  /// What is asked is no part of it, and who has resigned plays on until that is final.
  var seen: Match {
    var seen = Match(start, seats: .nobody)
    (seen.position, seen.record, seen.clock) = (position, record, clock)
    // To whom neither side is the own one, the side to move is the other one.
    let (mover, waiting) = isOwnTurn ? (mine, theirs) : (theirs, mine)
    (seen.theirs.isPausing, seen.mine.isPausing) = (mover.isPausing, waiting.isPausing)
    seen.stage =
      switch stage {
      case .running, .stopped, .over: stage
      case .resigning(let desync): desync.map(Stage.stopped) ?? .running
      }
    return seen
  }
}

// MARK: - Moves and ends

extension Match {
  /// Plays `move`, which may end the game by its rules.
  ///
  /// - Parameters:
  ///   - move: The move.
  ///   - spent: How long it took, in whole milliseconds; without meaning where there is no clock.
  /// - Returns: Whether there was so much time; it is played in any case.
  /// - Throws: Why the rules forbid it.
  mutating func advance(_ move: Move, spent: Duration = .zero) throws(IllegalMove) -> Bool {
    let mover = position.toMove
    try position.play(move)
    record.append(move)
    let endsTurn = position.toMove != mover
    let wasInTime = clock?.spend(spent, by: mover, endsTurn: endsTurn) ?? true
    defer { settleByRules() }
    return wasInTime
  }

  private mutating func settleByRules() {
    if let outcome = position.outcome { stage = .over(Ending(outcome: .byRules(outcome))) }
  }

  /// Puts the board back to the position after `ply` moves, if there were more.
  mutating func rewind(to ply: Int) {
    guard ply < record.moves.count else { return }
    let moves = record.moves.prefix(ply)
    position = start
    record = GameRecord(record.game)
    for move in moves {
      do {
        try position.play(move)
      } catch {
        preconditionFailure("a move that was played is refused when it is played again")
      }
      record.append(move)
    }
  }

  /// Goes on after `ply` moves, as both sides have agreed; who resigns still does.
  ///
  /// The time that these moves took is not given back.
  mutating func takeBack(to ply: Int) {
    // A move that the boards differ about was never played on both.
    if desync == nil { assistance.insert(.takeBacks) }
    rewind(to: ply)
    clock?.beginTurn()
    stage = isResigning ? .resigning(whileStoppedBy: nil) : .running
  }

  /// Stops the match, as the boards differ; who resigns still does.
  mutating func stop(at desync: Desync) {
    stage = isResigning ? .resigning(whileStoppedBy: desync) : .stopped(desync)
  }

  /// Ends the game; a move that the boards do not agree on does not count.
  mutating func end(_ outcome: MatchOutcome) {
    let hasRefusedMove = hasRefusedMove
    if let desync, desync.isOwnMove { rewind(to: desync.ply) }
    closeQuestions()
    stage = .over(Ending(outcome: outcome, hasRefusedMove: hasRefusedMove))
  }

  /// The end when the time of `side` is up.
  func timeout(of side: Side) -> MatchOutcome {
    position.timeoutOutcome(of: side).map(MatchOutcome.byRules) ?? .timeout(side)
  }

  /// Makes a resignation final: the other side has left the table, or cannot have moved before it
  /// heard of it.
  public mutating func settle() {
    guard isResigning, case .one(let side) = seats else { return }
    end(.resignation(side))
  }

  /// A resignation is final when this side has the floor: the other can say nothing more that
  /// counts before it.
  mutating func settleWithFloor() {
    if hasFloor { settle() }
  }

  mutating func closeQuestions() {
    mine.question = nil
    theirs.question = nil
  }
}
