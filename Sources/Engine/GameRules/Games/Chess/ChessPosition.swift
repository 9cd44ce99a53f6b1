/// A position of chess: the pieces, whose turn it is, and what counts towards a draw.
///
/// The rules are in docs/reference/rules/chess.md. ``Side/first`` is White, ``Side/second`` is
/// Black. A ``Point`` has its row from White's side.
public struct ChessPosition: GamePosition {
  private struct Undo: Hashable {
    let move: Move
    let setup: ChessSetup
  }

  /// How the game ended, or nil while it goes on.
  public private(set) var outcome: Outcome?

  /// True if the king of the side to move is attacked.
  public private(set) var isInCheck = false

  package private(set) var setup: ChessSetup
  /// The number that a FEN gives the first turn.
  let firstTurn: Int
  private var undo: [Undo] = []

  /// Takes a board that ``init(text:)`` has checked.
  init(_ setup: ChessSetup, firstTurn: Int) {
    self.setup = setup
    self.firstTurn = firstTurn
    settle(ChessEngine(setup))
  }

  /// The start, White to move.
  public init() {
    var setup = ChessSetup(cells: Array(repeating: 0, count: 64), toMove: .first)
    let back: [UInt8] = [4, 2, 3, 5, 6, 3, 2, 4]
    for column in 0..<8 {
      setup.cells[column] = back[column]
      setup.cells[8 + column] = 1
      setup.cells[48 + column] = 9
      setup.cells[56 + column] = back[column] | 8
    }
    setup.rights = 15
    setup.complete()
    self.init(setup, firstTurn: 1)
  }

  /// Who moves next; after the end, who would.
  public var toMove: Side { setup.toMove }

  /// The moves played, oldest first.
  public var moves: [Move] { undo.map { $0.move } }

  /// The keys of the positions before this one, oldest first.
  package var pastKeys: [UInt64] { undo.map { $0.setup.key } }

  /// The number of moves that have been played.
  public var ply: Int { undo.count }

  /// The same number for positions of the same future, whatever the order of moves.
  ///
  /// A pawn that could be taken en passant is part of it only where that is a legal move.
  public var key: UInt64 { setup.key }

  /// Moves of both sides since the last capture or pawn move.
  public var quietMoves: Int { setup.quiet }

  /// The reason why the game ended, or nil while it goes on.
  package var end: Outcome.Reason? { outcome?.reason }

  /// The piece on `point`; nil where none stands or the board has no such square.
  public func piece(at point: Point) -> ChessPiece? {
    point.isOnBoard(ofSize: 8) ? ChessPiece(code: setup.cells[point.index(size: 8)]) : nil
  }

  /// Every legal move, in no particular order; none after the end.
  public var legalMoves: [Move] { outcome == nil ? movesByTheBoard : [] }

  /// Every legal move, whether the game has ended or not.
  var movesByTheBoard: [Move] { ChessEngine(setup).legalSteps.map { Move($0) } }

  /// Where the pieces stand that give check to the side to move, row by row from a1.
  public var checkers: [Point] {
    let engine = ChessEngine(setup)
    return engine.attackers(of: engine.king(engine.own), by: engine.enemy, engine.occupied).points
  }

  /// Plays `move`, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) {
    guard outcome == nil else { throw .gameOver }
    guard Move.isChess(move.rawValue) else { throw notChess(move) }
    var engine = ChessEngine(setup)
    guard let step = engine.step(of: move) else {
      let name = refusal(of: move).name
      throw .against(GameRule(name: name, point: move.squares.to, move: move))
    }
    undo.append(Undo(move: move, setup: setup))
    _ = engine.make(step)
    setup = engine.setup
    settle(engine)
  }

  /// The reason why a move of another game is refused; a point alone is where a piece should be.
  private func notChess(_ move: Move) -> IllegalMove {
    guard case .place(let point) = move.action, point.isOnBoard(ofSize: 8) else {
      return .otherGame(move)
    }
    let obstacle = piece(at: point) == nil ? Obstacle.nothingThere : .notOwn
    return .noSuchStep(from: point, to: point, obstacle)
  }

  /// Takes the last move back and returns it; nil where none was played.
  @discardableResult
  public mutating func takeBack() -> Move? {
    guard let last = undo.popLast() else { return nil }
    setup = last.setup
    outcome = nil
    isInCheck = ChessEngine(setup).isInCheck
    return last.move
  }

  /// The position before the first move.
  public var start: ChessPosition {
    ChessPosition(undo.first?.setup ?? setup, firstTurn: firstTurn)
  }

  /// Says that the game has ended so, or that it has not.
  ///
  /// Records go on after a draw that nobody took note of.
  package mutating func overrule(_ outcome: Outcome?) { self.outcome = outcome }

  /// How many sequences of `depth` moves there are from here; no draw ends one.
  ///
  /// A depth below one counts this position; one over 64 is taken as 64.
  public func perft(_ depth: Int) -> Int {
    guard depth > 0 else { return 1 }
    var engine = ChessEngine(setup)
    return engine.perft(min(depth, 64))
  }

  private mutating func settle(_ engine: borrowing ChessEngine) {
    isInCheck = engine.isInCheck
    outcome = reason(engine).map {
      Outcome(winner: $0 == .checkmate ? toMove.other : nil, reason: $0)
    }
  }

  private func reason(_ engine: borrowing ChessEngine) -> Outcome.Reason? {
    if engine.moveCount == 0 { return isInCheck ? .checkmate : .stalemate }
    if !engine.canMate(0), !engine.canMate(8) { return .deadPosition }
    if setup.quiet >= 150 { return .seventyFiveMoves }
    return occurrences >= 5 ? .fivefoldRepetition : nil
  }

  /// How often this position has stood on the board, this time included.
  public var occurrences: Int {
    var place = undo.count
    var count = 1
    while place > 0, undo.count - place < setup.quiet {
      place -= 1
      if undo[place].setup.hasSameFuture(as: setup) { count += 1 }
    }
    return count
  }

  /// The draws that the side to move may claim (FIDE 9.2 and 9.3).
  ///
  /// `move` is one with which a draw comes about, and which is written down instead of played; nil
  /// asks for what stands on the board already.
  public func claims(with move: Move? = nil) -> [Outcome.Reason] {
    guard outcome == nil else { return [] }
    guard let move else { return claimsHere }
    var next = self
    guard (try? next.play(move)) != nil else { return [] }
    return next.end == .checkmate || next.end == .stalemate ? [] : next.claimsHere
  }

  private var claimsHere: [Outcome.Reason] {
    (occurrences >= 3 ? [.repetition] : []) + (setup.quiet >= 100 ? [.fiftyMoves] : [])
  }

  /// False if `side` has too little to mate with, however the other side plays.
  ///
  /// Time that runs out against such a side is a draw (FIDE 6.9). Only what stands on the board is
  /// looked at: no pawn walls, no forced mates.
  public func canMate(_ side: Side) -> Bool {
    ChessEngine(setup).canMate(side == .first ? 0 : 8)
  }
}

extension UInt64 {
  /// The squares of a set, row by row from a1.
  var points: [Point] {
    var left = self
    var points: [Point] = []
    while left != 0 { points.append(Point(index: left.popSquare(), size: 8)) }
    return points
  }
}
