extension LiuzhouPosition {
  /// Ranks from the top, side, phase, hands, captures due and quiet turns (R20).
  ///
  /// `6/6/6/6/6/6 w p 18,18 0 0` is the start; small letters are marked stones. Under the house
  /// rule ``FormationReuse/shortOnly`` one more number tells which sixes and fives have been made:
  /// bits 0 to 13 are White's, 14 to 27 Black's, in the order of docs/reference/rules/liuzhou.md;
  /// where edge lines count, theirs follow, four bits for each side.
  public var text: String {
    let ranks = RankText.write(rows: 6, columns: 6) { index in
      let bit = UInt64(1) << UInt64(index)
      let marked = board.marked & bit != 0
      if board.white & bit != 0 { return marked ? "w" : "W" }
      return board.black & bit != 0 ? marked ? "b" : "B" : nil
    }
    let side = toMove == .first ? "w" : "b"
    return ranks
      + " \(side) \(phase.rawValue) \(board.whiteHand),\(board.blackHand) \(board.due) \(board.quiet)"
      + (terms.reuse == .shortOnly ? " \(board.made)" : "")
  }

  /// Reads what ``text`` writes, and refuses a state that no game can reach by its counts.
  public init(text: String, terms: LiuzhouTerms = LiuzhouTerms()) throws(TextError) {
    var cursor = TextCursor(text)
    var board = LiuzhouBoard(terms.way)
    cursor.skipWhitespace()
    for row in (0..<6).reversed() {
      try Self.readRank(row, &board, &cursor)
      guard row == 0 || cursor.skip("/") else { throw cursor.expected("/ and the next rank") }
    }
    try Self.readState(&board, &cursor)
    if terms.reuse == .shortOnly {
      cursor.skipSpaces()
      // Each side has fourteen sixes and fives, and in some places the four edge lines besides.
      let limit: UInt64 = 1 << (terms.way == .fengyang ? 28 : 36)
      board.made = try cursor.takeNumber(upTo: limit - 1, "the formations made")
    }
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { throw cursor.expected("the end of the position") }
    guard board.isConsistent else {
      throw cursor.expected("stones, hands and captures due that fit the phase")
    }
    self.init(board: board, terms: terms)
  }

  private static func readState(
    _ board: inout LiuzhouBoard,
    _ cursor: inout TextCursor
  ) throws(TextError) {
    cursor.skipSpaces()
    if cursor.skip("w") {
      board.toMove = .first
    } else if cursor.skip("b") {
      board.toMove = .second
    } else {
      throw cursor.expected("the side to move, w or b")
    }
    cursor.skipSpaces()
    guard let phase = cursor.next.flatMap({ LiuzhouPhase(rawValue: String($0)) }) else {
      throw cursor.expected("the phase: p, r or m")
    }
    cursor.advance()
    board.phase = phase
    cursor.skipSpaces()
    board.whiteHand = try cursor.takeNumber(upTo: 18, "White's hand, 0 to 18")
    guard cursor.skip(",") else { throw cursor.expected(", and Black's hand") }
    board.blackHand = try cursor.takeNumber(upTo: 18, "Black's hand, 0 to 18")
    cursor.skipSpaces()
    board.due = try cursor.takeNumber(upTo: 18, "the captures due, 0 to 18")
    cursor.skipSpaces()
    board.quiet = try cursor.takeNumber(upTo: 100, "the quiet turns, 0 to 100")
  }

  private static func readRank(
    _ row: Int,
    _ board: inout LiuzhouBoard,
    _ cursor: inout TextCursor
  ) throws(TextError) {
    var column = 0
    while column < 6 {
      let bit = UInt64(1) << UInt64(row * 6 + column)
      switch cursor.next {
      case "W", "w": board.white |= bit
      case "B", "b": board.black |= bit
      case "1", "2", "3", "4", "5", "6":
        column += try cursor.takeNumber(upTo: 6 - column, "at most \(6 - column) points")
        continue
      default:
        throw cursor.expected("W, B, w, b or a number of empty points; \(6 - column) are left")
      }
      if cursor.next == "w" || cursor.next == "b" { board.marked |= bit }
      cursor.advance()
      column += 1
    }
  }
}

extension LiuzhouPosition {
  /// Reads `c3`, `c3c4` or `xd4`.
  public func move(from text: String) throws(UnreadableMove) -> Move {
    if let move = Self.move(text) { return move }
    throw UnreadableMove(
      text: text,
      expected: "a point like c3, a step like c3c4 or a capture like xd4"
    )
  }

  private static func move(_ text: String) -> Move? {
    if text.first == "x" { return Point(String(text.dropFirst())).map(Move.remove) }
    if let point = Point(text) { return .place(point) }
    guard text.utf8.count == 4, let from = Point(String(text.prefix(2))),
      let to = Point(String(text.dropFirst(2))), from.isOnBoard(ofSize: 6),
      to.isOnBoard(ofSize: 6)
    else { return nil }
    return .step(from: from, to: to)
  }
}

extension LiuzhouBoard {
  /// True if the counts are those of a game: each action has something to act on.
  fileprivate var isConsistent: Bool {
    let counts = (white.nonzeroBitCount, black.nonzeroBitCount)
    guard due <= enemy.nonzeroBitCount, counts.0 <= 18, counts.1 <= 18 else { return false }
    switch phase {
    case .placing:
      let placed = toMove == .first ? (due > 0 ? -1 : 0) : (due > 0 ? 0 : -1)
      return counts.0 + whiteHand == 18 && counts.1 + blackHand == 18
        && whiteHand - blackHand == placed && (due > 0 || whiteHand + blackHand > 0) && quiet == 0
    case .removing:
      // One after the other takes one; the first where nothing was taken yet.
      let other = toMove == way.firstToRemove ? 18 : 17
      let wanted = toMove == .first ? (other, 18) : (18, other)
      return counts == wanted && marked == 0 && whiteHand == 0 && blackHand == 0 && due == 0
        && quiet == 0
    case .moving:
      return marked == 0 && whiteHand == 0 && blackHand == 0
    }
  }
}
