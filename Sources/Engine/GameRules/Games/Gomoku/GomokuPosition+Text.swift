extension GomokuPosition {
  /// The ranks from the top and the colour to move, such as `15/7B7/15 … w`.
  ///
  /// `B` and `W` are stones, numbers count empty points.
  public var text: String {
    let (stones, size) = (stones.span, size)
    var bytes: [UInt8] = []
    bytes.reserveCapacity((size.columns + 1) * size.rows + 2)
    for row in (0..<size.rows).reversed() {
      var empty = 0
      for index in row * size.columns..<(row + 1) * size.columns {
        guard let stone = stones[index] else {
          empty += 1
          continue
        }
        Self.append(count: empty, to: &bytes)
        bytes.append(UInt8(ascii: stone == .first ? "B" : "W"))
        empty = 0
      }
      Self.append(count: empty, to: &bytes)
      bytes.append(UInt8(ascii: row > 0 ? "/" : " "))
    }
    bytes.append(UInt8(ascii: colourToMove == .first ? "b" : "w"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends how many points are empty, which is less than 100, unless none is.
  private static func append(count: Int, to bytes: inout [UInt8]) {
    if count >= 10 { bytes.append(UInt8(ascii: "0") + UInt8(count / 10)) }
    if count > 0 { bytes.append(UInt8(ascii: "0") + UInt8(count % 10)) }
  }

  /// The size of the board that a text of ``text``'s form has by its ranks.
  ///
  /// Where that is no board's, it is 15, the size that most are meant to have. Only where all ranks
  /// have the same number of columns, and another one than there are ranks, it is no square.
  public static func boardSize(ofText text: String) -> BoardSize {
    let ranks = text.split(separator: " ").first?.split(separator: "/") ?? []
    let widths = ranks.map(width)
    if let columns = widths.first ?? nil, widths.allSatisfy({ $0 == columns }) {
      let size = BoardSize(columns: columns, rows: ranks.count)
      if !size.isSquare, GomokuTerms(rule: .freestyle, size: size) != nil { return size }
    }
    return BoardSize(ranks.count == 19 || ranks.count == 20 ? ranks.count : 15)
  }

  /// The number of points that `rank` has; nil where it is none.
  private static func width(_ rank: Substring) -> Int? {
    var cursor = TextCursor(String(rank))
    var width = 0
    while let next = cursor.next {
      if next == "B" || next == "W" {
        width += 1
        cursor.advance()
      } else {
        guard let count = try? takeEmptyPoints(upTo: 20, &cursor) else { return nil }
        width += count
      }
    }
    return width
  }

  /// Reads what ``text`` writes; any number of stones of either colour is accepted.
  ///
  /// The opening counts as over. A winning row on the board is the end of the game; if both sides
  /// have one, the side that is not to move has won. Where neither has, a black overline under
  /// renju has lost. A number of empty points is read as a whole; one over 20 made of nines and a
  /// last digit, such as 96, is read digit by digit, as programs write it that know digits only.
  public init(text: String, terms: GomokuTerms = GomokuTerms()) throws(TextError) {
    self.init(terms)
    phase = .play
    var cursor = TextCursor(text)
    cursor.skipWhitespace()
    for row in (0..<size.rows).reversed() {
      try readRank(row, &cursor)
      guard row == 0 || cursor.skip("/") else { throw cursor.expected("/ and the next rank") }
    }
    guard cursor.next != "/" else { throw cursor.expected("no more than \(size.rows) ranks") }
    let start = cursor.offset
    switch cursor.takeWord() {
    case "b", "B": colourToMove = .first
    case "w", "W": colourToMove = .second
    default:
      cursor.rewind(to: start)
      throw cursor.expected("the side to move, b or w")
    }
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { throw cursor.expected("the end of the position") }
    toMove = colourToMove
    if colourToMove == .second { key ^= Self.colourWord }
    settleFromText()
  }

  private mutating func readRank(_ row: Int, _ cursor: inout TextCursor) throws(TextError) {
    var column = 0
    while column < size.columns {
      switch cursor.next {
      case "B", "W":
        let colour: Side = cursor.next == "B" ? .first : .second
        stones[row * size.columns + column] = colour
        key ^= Self.word(row * size.columns + column, colour)
        emptyCount -= 1
        column += 1
        cursor.advance()
      case "1", "2", "3", "4", "5", "6", "7", "8", "9":
        column += try Self.takeEmptyPoints(upTo: size.columns - column, &cursor)
      default:
        let left = size.columns - column
        throw cursor.expected("B, W or a number of empty points; \(left) are left")
      }
    }
  }

  private static func takeEmptyPoints(
    upTo limit: Int,
    _ cursor: inout TextCursor
  ) throws(TextError) -> Int {
    let start = cursor.offset
    let digits = cursor.take { ("0"..."9").contains($0) }
    if digits.count == 2 || digits.count == 3, digits.dropLast().allSatisfy({ $0 == "9" }),
      let last = digits.last?.wholeNumberValue, last > 0, (digits.count - 1) * 9 + last <= limit
    {
      return (digits.count - 1) * 9 + last
    }
    cursor.rewind(to: start)
    return try cursor.takeNumber(upTo: limit, "at most \(limit) points")
  }

  private mutating func settleFromText() {
    for colour in [colourToMove.other, colourToMove] where hasWon(colour) {
      outcome = Outcome(winner: player(of: colour), reason: .five)
      return
    }
    if rule == .renju, hasRow(.first, where: { $0.count > 5 }) {
      outcome = Outcome(winner: player(of: .second), reason: .overline)
      return
    }
    settleIfStuck()
  }
}

extension GomokuPosition {
  /// Reads `h8`, or a choice of colours such as `black`.
  public func move(from text: String) throws(UnreadableMove) -> Move {
    if let point = Point(text) { return .place(point) }
    if let choice = ColourChoice(rawValue: text) { return .choose(choice) }
    throw UnreadableMove(text: text, expected: "a letter and a number, like h8")
  }
}
