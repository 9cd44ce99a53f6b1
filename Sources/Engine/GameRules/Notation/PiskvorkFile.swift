/// A game of Gomoku as Piskvork, the manager of the Gomocup tournaments, saves it (`.psq`).
///
/// A line `Piskvorky 15x15, 11:11, 0`, a line `column,row,milliseconds` for each move, counted from
/// 1 at the top left, the two players, a code, and `winner,rule`.
enum PiskvorkFile {
  static func read(
    _ text: String,
    rule: GomokuRule?,
    size: Int?
  ) throws(BrokenFile) -> GameFile {
    var cursor = TextCursor(text)
    cursor.skipByteOrderMark()
    cursor.skipWhitespace()
    let record = takeRecordNames(&cursor, rule, size)
    let header = if let record { record.size } else { try readHeader(&cursor) }
    let (size, sizeOffset) = header
    var points: [(point: Point, offset: Int)] = []
    cursor.skipWhitespace()
    while let next = cursor.next, ("0"..."9").contains(next), isMove(cursor) {
      let offset = cursor.offset
      points.append((try readMove(&cursor, size: size, first: record == nil ? 1 : 0), offset))
      cursor.skipWhitespace()
    }
    var tail = try readTail(&cursor)
    if let record { tail.tags = record.names }
    let start = try GomokuPosition(
      rule: rule ?? tail.rule ?? .freestyle,
      size: size,
      at: sizeOffset,
      cursor
    )
    var game = GameRecord(from: .gomoku(start))
    (game.tags, game.result) = (tail.tags, tail.result)
    for (point, offset) in points {
      do {
        try game.play(.place(point))
      } catch {
        throw cursor.broken(error.expectation, at: offset)
      }
    }
    return game.file()
  }

  static func write(
    _ file: GameFile,
    _ game: GomokuPosition
  ) throws(Inexpressible) -> String {
    guard file.beginsEmpty else { throw .startPosition(.psq) }
    let known = file.countedFromBlack(of: game)
    var lines = ["Piskvorky \(game.size.columns)x\(game.size.rows), 11:11, 0"]
    lines += game.moves.compactMap { $0.placedPoint }.map {
      "\($0.column + 1),\(game.size.rows - $0.row),0"
    }
    lines += [GameFile.Tag.firstPlayer, .secondPlayer].map { name(known.tags[$0]) }
    let winner =
      switch known.result {
      case .firstWon: "1"
      case .secondWon: "2"
      case .draw: "0"
      case .unknown: "-1"
      }
    lines += ["-1", "\(winner),\(ruleName(game.rule))"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func ruleName(_ rule: GomokuRule) -> String {
    switch rule {
    case .freestyle: "Freestyle"
    case .standard: "Standard"
    case .renju: "Renju"
    }
  }

  /// A name that cannot be taken for a move or a code.
  private static func name(_ name: String?) -> String {
    guard let name, !name.contains(","), Int(name) == nil else { return "?" }
    return name
  }

  /// True if `text` is a record of Gomotur (`.rec`): two names, then moves counted from 0.
  static func isRecord(_ text: String) -> Bool {
    var cursor = TextCursor(text)
    cursor.skipByteOrderMark()
    return takeRecordNames(&cursor, nil, nil) != nil
  }

  /// Takes the two names of a record; nil, and nothing, if this is none.
  ///
  /// Such a file does not tell its board, which Piskvork takes for one of 20 by 20.
  private static func takeRecordNames(
    _ cursor: inout TextCursor,
    _ rule: GomokuRule?,
    _ size: Int?
  ) -> (names: [GameFile.Tag: String], size: (size: BoardSize, offset: Int))? {
    var ahead = cursor
    var names: [String] = []
    for _ in 0..<2 {
      ahead.skipWhitespace()
      names.append(ahead.takeLine())
    }
    ahead.skipWhitespace()
    guard !names[0].hasPrefix("Piskvorky"), !names.contains(where: { $0.contains(",") }),
      let next = ahead.next, ("0"..."9").contains(next), isMove(ahead)
    else { return nil }
    cursor = ahead
    let side = size ?? ((rule ?? .freestyle) == .freestyle ? 20 : 15)
    return ([.firstPlayer: names[0], .secondPlayer: names[1]], (BoardSize(side), 0))
  }

  private static func readHeader(
    _ cursor: inout TextCursor
  ) throws(BrokenFile) -> (size: BoardSize, offset: Int) {
    let start = cursor.offset
    guard cursor.takeWord() == "Piskvorky" else {
      throw cursor.broken("Piskvorky and the size of the board", at: start)
    }
    cursor.skipSpaces()
    let offset = cursor.offset
    let size = BoardSize(cursor.take { ("0"..."9").contains($0) || $0 == "x" })
    guard let size, GomokuTerms(rule: .freestyle, size: size) != nil else {
      throw cursor.broken("a board such as 15x15, 20x20 or 12x20", at: offset)
    }
    _ = cursor.takeLine()
    return (size, offset)
  }

  /// True if this line, which begins with a digit, is to be a move: the last one has one comma.
  private static func isMove(_ cursor: TextCursor) -> Bool {
    var line = cursor
    return line.takeLine().count { $0 == "," } >= 2
  }

  private static func readMove(
    _ cursor: inout TextCursor,
    size: BoardSize,
    first: Int
  ) throws(BrokenFile) -> Point {
    let column = try readCoordinate(&cursor, first..<(first + size.columns), "column")
    let row = try readCoordinate(&cursor, first..<(first + size.rows), "row")
    let time = cursor.offset
    cursor.skipSpaces()
    let digits = cursor.take { ("0"..."9").contains($0) }
    cursor.skipSpaces()
    guard !digits.isEmpty, cursor.next?.isNewline ?? true,
      let point = Point(column: column - first, row: size.rows - 1 - (row - first))
    else { throw cursor.broken("the move's milliseconds", at: time) }
    return point
  }

  private static func readCoordinate(
    _ cursor: inout TextCursor,
    _ range: Range<Int>,
    _ name: String
  ) throws(BrokenFile) -> Int {
    cursor.skipSpaces()
    let start = cursor.offset
    let digits = cursor.take { ("0"..."9").contains($0) }
    guard let number = Int(digits), range.contains(number) else {
      throw cursor.broken(
        "a \(name) from \(range.lowerBound) to \(range.upperBound - 1)",
        at: start
      )
    }
    cursor.skipSpaces()
    guard cursor.skip(",") else { throw cursor.broken("a comma") }
    return number
  }

  private struct Tail {
    var tags: [GameFile.Tag: String] = [:]
    var result = GameFile.Result.unknown
    var rule: GomokuRule?
  }

  /// Reads the lines after the moves: two names, a code, winner and rule; each may be missing.
  private static func readTail(_ cursor: inout TextCursor) throws(BrokenFile) -> Tail {
    var tail = Tail()
    for tag in [GameFile.Tag.firstPlayer, .secondPlayer] {
      if let name = takeTailLine(&cursor, where: { Int($0) == nil && !$0.contains(",") }) {
        tail.tags[tag] = name == "?" ? "" : name
      }
    }
    // What stands behind the code, or behind winner and rule, is no part of the game.
    let hasCode = takeTailLine(&cursor) { Int($0) != nil } != nil
    do {
      try readWinner(&cursor, &tail)
    } catch {
      guard hasCode else { throw error }
    }
    return tail
  }

  private static func readWinner(
    _ cursor: inout TextCursor,
    _ tail: inout Tail
  ) throws(BrokenFile) {
    let start = cursor.offset
    guard let line = takeTailLine(&cursor, where: { _ in true }) else { return }
    let words = line.split(separator: ",", maxSplits: 1)
    guard words.count == 2, let winner = Int(words[0]), words[1].first?.isLetter == true else {
      throw cursor.broken("a move like 8,8,0, or winner and rule like 1,Freestyle", at: start)
    }
    switch winner {
    case 0: tail.result = .draw
    case 1: tail.result = .firstWon
    case 2: tail.result = .secondWon
    default: tail.result = .unknown
    }
    tail.rule = GomokuRule(rawValue: words[1].lowercased())
  }

  private static func takeTailLine(
    _ cursor: inout TextCursor,
    where isWanted: (String) -> Bool
  ) -> String? {
    var line = cursor
    let text = line.takeLine().split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
    guard !text.isEmpty, isWanted(text) else { return nil }
    line.skipWhitespace()
    cursor = line
    return text
  }
}

extension GomokuPosition {
  /// The empty board of a file that names its size at `offset`.
  init(rule: GomokuRule, size: BoardSize, at offset: Int, _ cursor: TextCursor) throws(BrokenFile) {
    let fouls: FoulPolicy = rule == .renju ? .loses : .refused
    guard let terms = GomokuTerms(rule: rule, size: size, fouls: fouls) else {
      throw cursor.broken(
        rule == .freestyle ? GomokuTerms.freestyleSizes : "a size of 15 under this rule",
        at: offset
      )
    }
    self.init(terms)
  }
}
