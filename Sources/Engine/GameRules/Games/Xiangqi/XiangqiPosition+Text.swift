extension XiangqiPosition {
  /// The FEN of the start.
  public static let startText =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

  /// The highest number of a turn; the turns after it have it too.
  private static let lastTurn = 9_999

  /// The position as a FEN: ranks from Black's side, side to move, quiet moves and number of the
  /// turn.
  public var text: String {
    let ranks = RankText.write(rows: 10, columns: 9) { board[$0]?.letter }
    let firstSide: Side = ply % 2 == 0 ? toMove : toMove.other
    let turn = min(Self.lastTurn, firstTurn + (ply + (firstSide == .first ? 0 : 1)) / 2)
    return ranks + " \(toMove == .first ? "w" : "b") - - \(quietMoves) \(turn)"
  }

  /// Reads a FEN; what follows the side to move may be left out.
  ///
  /// `h` and `e` are read as horse and elephant, `r` as the side of Red. Refused are pieces outside
  /// the palace or across the river that never leave it, more pieces than a set has, and a general
  /// that could be taken at once. What else cannot arise, ``strayPieces`` says.
  public init(text: String) throws(TextError) {
    var cursor = TextCursor(text)
    cursor.skipWhitespace()
    var board: [XiangqiPiece?] = Array(repeating: nil, count: 90)
    for row in (0..<10).reversed() {
      try Self.readRank(row, &board, &cursor)
      guard row == 0 || cursor.skip("/") else { throw cursor.expected("/ and the next rank") }
    }
    let kings = board.count { $0?.kind == .general }
    guard kings == 2 else { throw cursor.expected("a board with one general of each side") }
    let toMove = try Self.readSide(&cursor)
    let (quiet, turn) = try Self.readCounters(&cursor)
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { throw cursor.expected("the end of the position") }
    let engine = XiangqiEngine(board, toMove: toMove)
    guard !engine.isAttacked(engine.enemy) else {
      throw cursor.expected("a position in which no general can be taken at once")
    }
    self.init(board: board, toMove: toMove, quietMoves: quiet, firstTurn: turn)
  }

  private static func readRank(
    _ row: Int,
    _ board: inout [XiangqiPiece?],
    _ cursor: inout TextCursor
  ) throws(TextError) {
    var column = 0
    while column < 9 {
      if let next = cursor.next, ("1"..."9").contains(next) {
        column += try cursor.takeNumber(upTo: 9 - column, "at most \(9 - column) points")
        continue
      }
      guard let piece = cursor.next.flatMap(XiangqiPiece.init(letter:)) else {
        throw cursor.expected("a piece or a number of empty points; \(9 - column) are left")
      }
      let point = Point(index: row * 9 + column, size: 9)
      guard piece.kind.mayEnter(point, piece.side) else {
        throw cursor.expected("a piece that can stand here")
      }
      guard board.count(where: { $0 == piece }) < piece.kind.slots.count else {
        throw cursor.expected("at most \(piece.kind.slots.count) of these")
      }
      board[row * 9 + column] = piece
      cursor.advance()
      column += 1
    }
  }

  private static func readSide(_ cursor: inout TextCursor) throws(TextError) -> Side {
    let start = cursor.offset
    switch cursor.takeWord() {
    case "w", "r": return .first
    case "b": return .second
    default:
      cursor.rewind(to: start)
      throw cursor.expected("the side to move, w or b")
    }
  }

  private static func readCounters(
    _ cursor: inout TextCursor
  ) throws(TextError) -> (quiet: Int, turn: Int) {
    // Some programs leave out the two fields that only chess needs.
    for _ in 0..<2 {
      cursor.skipWhitespace()
      guard cursor.skip("-") else { break }
    }
    cursor.skipWhitespace()
    guard !cursor.isAtEnd else { return (0, 1) }
    let quiet = try cursor.takeNumber(upTo: 120, "moves without a capture, 0 to 120")
    cursor.skipWhitespace()
    guard !cursor.isAtEnd else { return (quiet, 1) }
    return (
      quiet, try cursor.takeNumber(upTo: lastTurn, "the number of the turn, at most \(lastTurn)")
    )
  }

  /// Reads an ICCS move such as `h2e2` or `H2-E2`.
  public func move(from text: String) throws(UnreadableMove) -> Move {
    if let move = Self.move(text) { return move }
    throw UnreadableMove(text: text, expected: "a start and an end, like h2e2")
  }

  /// Reads an ICCS move; nil for any other text.
  static func move(_ text: String) -> Move? {
    var bytes = Array(text.utf8.prefix(6))
    if bytes.count == 5, bytes[2] == UInt8(ascii: "-") { bytes.remove(at: 2) }
    guard bytes.count == 4, let from = point(bytes[0], bytes[1]), let to = point(bytes[2], bytes[3])
    else { return nil }
    return .carry(from: from, to: to)
  }

  private static func point(_ letter: UInt8, _ digit: UInt8) -> Point? {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
    let column = Int(letter | 0x20) - Int(UInt8(ascii: "a"))
    guard let point = Point(column: column, row: Int(digit) - Int(UInt8(ascii: "0"))),
      point.isOnXiangqiBoard
    else { return nil }
    return point
  }
}
