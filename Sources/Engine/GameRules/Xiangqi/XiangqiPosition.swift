/// A position of Xiangqi: the pieces, whose turn it is, and what counts towards a draw.
///
/// The rules are in docs/reference/rules/xiangqi.md. ``Side/first`` is Red, ``Side/second`` is
/// Black. A ``Point`` has its row from Red's side; `Move` text is ICCS (`h2e2`), whose ranks count
/// from 0.
public struct XiangqiPosition: GamePosition {
  private struct Undo: Hashable {
    let move: Move
    let taken: XiangqiPiece?
    let key: UInt64
    let quiet: Int
    let checks: [Int]
  }

  /// How the game ended, or nil while it goes on.
  public private(set) var outcome: Outcome?

  /// Who moves next; after the end, who would.
  public private(set) var toMove: Side

  /// True if the general of the side to move is attacked.
  public private(set) var isInCheck = false

  /// The same number for the same pieces and the same side to move, whatever the order of moves.
  public private(set) var key: UInt64

  /// Moves since the last capture, as the sixty-move rule counts them.
  public private(set) var quietMoves: Int

  package private(set) var board: [XiangqiPiece?]
  /// The number that a FEN gives the first turn.
  let firstTurn: Int
  /// Checks since the last capture, Red's and Black's.
  private var checks = [0, 0]
  private var undo: [Undo] = []

  /// The start, Red to move.
  public init() {
    var board: [XiangqiPiece?] = Array(repeating: nil, count: 90)
    for (column, letter) in "rnbakabnr".enumerated() {
      board[column] = XiangqiPiece(letter: letter).map { XiangqiPiece($0.kind, .first) }
      board[81 + column] = XiangqiPiece(letter: letter)
    }
    for column in [1, 7] {
      board[18 + column] = XiangqiPiece(.cannon, .first)
      board[63 + column] = XiangqiPiece(.cannon, .second)
    }
    for column in stride(from: 0, to: 9, by: 2) {
      board[27 + column] = XiangqiPiece(.pawn, .first)
      board[54 + column] = XiangqiPiece(.pawn, .second)
    }
    self.init(board: board, toMove: .first, quietMoves: 0, firstTurn: 1)
  }

  /// Takes a board that a game can reach by its counts and points.
  init(board: [XiangqiPiece?], toMove: Side, quietMoves: Int, firstTurn: Int) {
    self.board = board
    self.toMove = toMove
    self.quietMoves = quietMoves
    self.firstTurn = firstTurn
    key = toMove == .first ? 0 : Self.sideWord
    for index in board.indices { key ^= Self.word(board[index], index) }
    settle()
  }

  /// Xiangqi.
  public var game: Game { .xiangqi }

  /// The number of columns.
  public var columns: Int { 9 }

  /// The number of rows.
  public var rows: Int { 10 }

  /// The moves played, oldest first.
  public var moves: [Move] { undo.map { $0.move } }

  /// The number of moves that have been played.
  public var ply: Int { undo.count }

  /// The piece on `point`; nil where none stands or the board has no such point.
  public func piece(at point: Point) -> XiangqiPiece? {
    point.isOnXiangqiBoard ? board[point.index(size: 9)] : nil
  }

  /// Every legal move, in no particular order; none after the end.
  public var legalMoves: [Move] { outcome == nil ? movesByTheBoard : [] }

  /// True if ``legalMoves`` has `move`.
  func isLegal(_ move: Move) -> Bool {
    guard outcome == nil, case .carry(let from, let to) = move.action,
      piece(at: from)?.side == toMove
    else { return false }
    var engine = XiangqiEngine(board, toMove: toMove)
    guard engine.canReach(from, to) else { return false }
    return engine.makeIfLegal(XiangqiTables.cell(from), XiangqiTables.cell(to)) != nil
  }

  /// Plays `move`, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) {
    guard outcome == nil else { throw .gameOver }
    guard case .carry(let from, let to) = move.action else { throw .otherGame(move) }
    var engine = XiangqiEngine(board, toMove: toMove)
    guard piece(at: from)?.side == toMove, engine.canReach(from, to) else {
      throw refusal(from: from, to: to)
    }
    guard engine.makeIfLegal(XiangqiTables.cell(from), XiangqiTables.cell(to)) != nil else {
      throw exposure(by: move, from: from, to: to)
    }
    let (start, end) = (from.index(size: 9), to.index(size: 9))
    let taken = board[end]
    undo.append(Undo(move: move, taken: taken, key: key, quiet: quietMoves, checks: checks))
    key ^= Self.word(board[start], start) ^ Self.word(taken, end) ^ Self.word(board[start], end)
    key ^= Self.sideWord
    board[end] = board[start]
    board[start] = nil
    toMove = toMove.other
    count(taken: taken, isCheck: engine.isAttacked(engine.own))
    settle()
  }

  /// Takes the last move back and returns it; nil where none was played.
  @discardableResult
  public mutating func takeBack() -> Move? {
    guard let last = undo.popLast(), case .carry(let from, let to) = last.move.action else {
      return nil
    }
    board[from.index(size: 9)] = board[to.index(size: 9)]
    board[to.index(size: 9)] = last.taken
    toMove = toMove.other
    key = last.key
    quietMoves = last.quiet
    checks = last.checks
    outcome = nil
    isInCheck = isGeneralAttacked
    return last.move
  }

  /// How many sequences of `depth` moves there are from here; repetition and draws are not looked
  /// at.
  ///
  /// A depth below one counts this position; one over 64 is taken as 64.
  public func perft(_ depth: Int) -> Int {
    guard depth > 0 else { return 1 }
    var engine = XiangqiEngine(board, toMove: toMove)
    return engine.perft(min(depth, 64))
  }

  /// The same position as if nothing but the lack of a legal move ended a game.
  var withoutVerdict: XiangqiPosition {
    var position = self
    position.outcome = nil
    return position
  }

  private var isGeneralAttacked: Bool {
    let engine = XiangqiEngine(board, toMove: toMove)
    return engine.isAttacked(engine.own)
  }

  private var movesByTheBoard: [Move] {
    var engine = XiangqiEngine(board, toMove: toMove)
    return engine.legalMoves().map { from, to in
      .carry(from: XiangqiTables.point(from), to: XiangqiTables.point(to))
    }
  }

  /// Counts a move for the sixty-move rule: of the checks of one side only ten count.
  private mutating func count(taken: XiangqiPiece?, isCheck: Bool) {
    guard taken == nil else {
      quietMoves = 0
      checks = [0, 0]
      return
    }
    let mover = toMove == .first ? 1 : 0
    if isCheck { checks[mover] += 1 }
    if !isCheck || checks[mover] <= 10 { quietMoves += 1 }
  }

  private mutating func settle() {
    isInCheck = isGeneralAttacked
    if movesByTheBoard.isEmpty {
      outcome = Outcome(winner: toMove.other, reason: isInCheck ? .checkmate : .stalemate)
    } else if !board.contains(where: { $0?.kind.isAttacker ?? false }) {
      outcome = Outcome(winner: nil, reason: .noAttackers)
    } else if let verdict = repetition {
      outcome = verdict
    } else if quietMoves >= 120 {
      outcome = Outcome(winner: nil, reason: .sixtyMove)
    }
  }

  /// The verdict where this position stands for the third time.
  private var repetition: Outcome? {
    var cycle = 0
    var seen = 1
    for (number, past) in undo.reversed().enumerated() {
      guard past.taken == nil else { break }
      if past.key == key { seen += 1 }
      if seen == 3 {
        cycle = number + 1
        break
      }
    }
    guard seen == 3 else { return nil }
    var start = self
    start.outcome = nil
    for _ in 0..<cycle { start.takeBack() }
    return XiangqiJudge.verdict(on: undo.suffix(cycle).map { $0.move }, from: start)
  }

  private static let sideWord = Zobrist.word(-3)

  private static let words: [UInt64] = (0..<14 * 90).map { Zobrist.word(1 << 20 + $0) }

  private static func word(_ piece: XiangqiPiece?, _ index: Int) -> UInt64 {
    guard let piece, let kind = XiangqiPiece.Kind.allCases.firstIndex(of: piece.kind) else {
      return 0
    }
    return words[(kind * 2 + (piece.side == .first ? 0 : 1)) * 90 + index]
  }
}

extension Point {
  /// True if the board of nine columns and ten rows has this point.
  var isOnXiangqiBoard: Bool { column < 9 && row < 10 }
}

extension XiangqiPiece.Kind {
  /// True if it may cross the river.
  fileprivate var isAttacker: Bool {
    switch self {
    case .horse, .rook, .cannon, .pawn: true
    case .advisor, .elephant, .general: false
    }
  }
}
