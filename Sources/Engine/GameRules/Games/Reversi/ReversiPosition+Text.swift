extension ReversiPosition {
  /// The ranks from row 8 down and the side to move, such as `8/8/8/3BW3/3WB3/8/8/8 b`.
  public var text: String {
    let ranks = RankText.write(rows: 8, columns: 8) { index in
      disc(at: Point(index: index, size: 8)).map { $0 == .first ? "B" : "W" }
    }
    return ranks + (toMove == .first ? " b" : " w")
  }

  /// Reads what ``text`` writes; any discs are accepted, and a side that can turn nothing passes.
  ///
  /// - Throws: where the text goes wrong.
  public init(text: String) throws(TextError) {
    var cursor = TextCursor(text)
    cursor.skipWhitespace()
    var discs = ReversiDiscs(black: 0, white: 0)
    for row in (0..<8).reversed() {
      try Self.readRank(row, &cursor, &discs)
      guard row == 0 || cursor.skip("/") else { throw cursor.expected("/ and the next rank") }
    }
    let start = cursor.offset
    let side = cursor.takeWord()
    guard side == "b" || side == "w" else {
      cursor.rewind(to: start)
      throw cursor.expected("the side to move, b or w")
    }
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { throw cursor.expected("the end of the position") }
    self.init(discs, toMove: side == "b" ? .first : .second)
  }

  private static func readRank(
    _ row: Int,
    _ cursor: inout TextCursor,
    _ discs: inout ReversiDiscs
  ) throws(TextError) {
    var column = 0
    while column < 8 {
      let bit = UInt64(1) << UInt64(row * 8 + column)
      if cursor.skip("B") {
        discs.black |= bit
        column += 1
      } else if cursor.skip("W") {
        discs.white |= bit
        column += 1
      } else if let next = cursor.next?.wholeNumberValue, 1...8 - column ~= next {
        cursor.advance()
        column += next
      } else {
        throw cursor.expected("B, W or a number of empty cells; \(8 - column) are left")
      }
    }
  }

  /// Reads `d3`.
  public func move(from text: String) throws(UnreadableMove) -> Move {
    guard let point = Point(text) else {
      throw UnreadableMove(text: text, expected: "a letter and a number, like d3")
    }
    return .place(point)
  }
}
