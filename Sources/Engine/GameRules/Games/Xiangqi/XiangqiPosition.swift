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
    let checks: Checks
  }

  /// Checks since the last capture.
  private struct Checks: Hashable {
    var byRed = 0
    var byBlack = 0
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
  private var checks = Checks()
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
    judge()
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
  public var legalMoves: [Move] { outcome == nil ? movesByTheBoard() : [] }

  /// True if ``legalMoves`` has `move`.
  func isLegal(_ move: Move) -> Bool {
    guard outcome == nil, case .carry(let from, let to) = move.action,
      move == .carry(from: from, to: to), piece(at: from)?.side == toMove
    else { return false }
    var engine = XiangqiEngine(board, toMove: toMove)
    guard engine.canReach(from, to) else { return false }
    return engine.makeIfLegal(XiangqiTables.cell(from), XiangqiTables.cell(to)) != nil
  }

  /// Plays `move`, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) {
    guard outcome == nil else { throw .gameOver }
    try play(move, isJudged: true)
  }

  /// Plays a move of a record that goes on after its end.
  ///
  /// Only a lack of legal moves ends it again; ``judge()`` looks for all other reasons.
  mutating func playUnjudged(_ move: Move) throws(IllegalMove) {
    try play(move, isJudged: false)
  }

  /// Says by all rules whether the game ends here.
  mutating func judge() {
    var engine = XiangqiEngine(board, toMove: toMove)
    settle(&engine, isJudged: true)
  }

  private mutating func play(_ move: Move, isJudged: Bool) throws(IllegalMove) {
    guard case .carry(let from, let to) = move.action, move == .carry(from: from, to: to) else {
      throw .otherGame(move)
    }
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
    settle(&engine, isJudged: isJudged)
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

  /// Says that the game has ended so, or that it has not.
  mutating func overrule(_ outcome: Outcome?) { self.outcome = outcome }

  private var isGeneralAttacked: Bool {
    let engine = XiangqiEngine(board, toMove: toMove)
    return engine.isAttacked(engine.own)
  }

  /// The legal moves of pieces of one kind, in no particular order; none after the end.
  func legalMoves(of kind: XiangqiPiece.Kind) -> [Move] {
    outcome == nil ? movesByTheBoard(of: kind.slots.reduce(0) { $0 | 1 << UInt32($1) }) : []
  }

  /// The legal moves of the pieces in `slots`.
  private func movesByTheBoard(of slots: UInt32 = 0xffff) -> [Move] {
    var engine = XiangqiEngine(board, toMove: toMove)
    return engine.legalMoves(of: slots).map { from, to in
      .carry(from: XiangqiTables.point(from), to: XiangqiTables.point(to))
    }
  }

  /// Counts a move for the sixty-move rule: of the checks of one side only ten count.
  private mutating func count(taken: XiangqiPiece?, isCheck: Bool) {
    guard taken == nil else {
      quietMoves = 0
      checks = Checks()
      return
    }
    let isByRed = toMove == .second
    if isCheck { if isByRed { checks.byRed += 1 } else { checks.byBlack += 1 } }
    let checks = isByRed ? checks.byRed : checks.byBlack
    if !isCheck || checks <= 10 { quietMoves += 1 }
  }

  private mutating func settle(_ engine: inout XiangqiEngine, isJudged: Bool) {
    isInCheck = engine.isAttacked(engine.own)
    outcome = nil
    if !engine.hasLegalMove() {
      outcome = Outcome(winner: toMove.other, reason: isInCheck ? .checkmate : .stalemate)
    } else if !isJudged {
      return
    } else if !board.contains(where: { $0?.kind.isAttacker ?? false }) {
      outcome = Outcome(winner: nil, reason: .noAttackers)
    } else if let verdict = repetition {
      outcome = verdict
    } else if quietMoves >= 120 {
      outcome = Outcome(winner: nil, reason: .sixtyMove)
    }
  }

  /// The most moves without a capture before the sixty-move rule, with room for uncounted checks.
  private static let longestQuiet = 300

  /// The verdict where this position stands for the third time.
  private var repetition: Outcome? {
    var place = undo.count
    var seen = 1
    while place > 0, seen < 3, undo[place - 1].taken == nil,
      undo.count - place < Self.longestQuiet
    {
      place -= 1
      if undo[place].key == key { seen += 1 }
    }
    guard seen == 3 else { return nil }
    let cycle = undo[place...]
    var start = self
    start.undo = Array(cycle)
    while start.takeBack() != nil {}
    return XiangqiJudge.verdict(on: cycle.map { $0.move }, from: start)
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
