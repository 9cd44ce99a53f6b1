/// Reads a PGN of chess from its first character to its last.
struct ChessGameReader {
  private var cursor: TextCursor
  private var record = GameRecord(from: .chess(ChessPosition()))
  private var hasHead = false
  private var hasResult = false
  /// What programs write of a game that is no variant; lichess says so where a FEN begins it.
  private static let variants = ["", "standard", "chess", "normal", "from position", "orthodox"]

  init(_ text: String) {
    cursor = TextCursor(text)
  }

  mutating func read() throws(BrokenFile) -> GameFile {
    try readHead()
    while !cursor.isAtEnd, !hasResult {
      try readWord()
      try skipRemarks()
    }
    guard hasHead || hasResult || record.position.ply > 0 else {
      throw cursor.broken("a move or a tag")
    }
    guard cursor.isAtEnd else { throw cursor.broken(PortableGameReader.oneGame) }
    return record.file()
  }

  private mutating func readHead() throws(BrokenFile) {
    cursor.skipByteOrderMark()
    try skipRemarks()
    while cursor.next == "[" {
      let (name, value, offset) = try readTag()
      try apply(name, value, at: offset)
      try skipRemarks()
    }
  }

  /// True if a PGN, or what begins one, is of chess and not of Xiangqi.
  ///
  /// Its tags say so, or its first move: none is legal at the start of both games.
  static func isChess(_ text: String) -> Bool {
    var reader = ChessGameReader(text)
    reader.cursor.skipByteOrderMark()
    var isWhite = false
    guard (try? reader.skipRemarks()) != nil else { return false }
    while reader.cursor.next == "[" {
      guard let (name, value, _) = try? reader.readTag(), (try? reader.skipRemarks()) != nil else {
        return isWhite
      }
      if let isChess = isChess(name, value) { return isChess }
      isWhite = isWhite || name == "white"
    }
    return reader.beginsChess(isWhite)
  }

  /// What a tag says; nil for nothing.
  private static func isChess(_ name: String, _ value: String) -> Bool? {
    switch name {
    case "game", "format": value.lowercased() == "chess"
    case "variant": !value.lowercased().contains(text: "xiangqi")
    case "fen": value.count { $0 == "/" } == 7
    default: nil
    }
  }

  /// What the first move says, or White's name in the head.
  private mutating func beginsChess(_ isWhite: Bool) -> Bool {
    while !cursor.isAtEnd, record.position.ply == 0, !hasResult {
      let start = cursor
      guard (try? readWord()) != nil, (try? skipRemarks()) != nil else {
        return isWhite && !start.isAtXiangqi
      }
    }
    return isWhite || record.position.ply > 0
  }

  // MARK: Tags

  private mutating func readTag() throws(BrokenFile) -> (String, String, Int) {
    cursor.advance()
    cursor.skipSpaces()
    let name = cursor.take { $0.isLetter || $0.isNumber || "_+#=:-".contains($0) }
    guard !name.isEmpty else { throw cursor.broken("a tag's name") }
    cursor.skipSpaces()
    guard cursor.skip("\"") else { throw cursor.broken("\" and the tag's value") }
    let offset = cursor.offset
    var value = ""
    // Some programs write quotation marks as they are.
    while let next = cursor.next, !next.isNewline, next != "\"" || !isAtValueEnd {
      cursor.advance()
      if next == "\\", let escaped = cursor.next, "\"\\".contains(escaped) {
        value.append(escaped)
        cursor.advance()
      } else {
        value.append(next)
      }
    }
    guard cursor.skip("\"") else { throw cursor.broken("\" at the end of the value") }
    cursor.skipSpaces()
    guard cursor.skip("]") else { throw cursor.broken("] at the end of the tag") }
    hasHead = true
    return (name.lowercased(), value, offset)
  }

  private var isAtValueEnd: Bool {
    var ahead = cursor
    ahead.advance()
    ahead.skipSpaces()
    return ahead.next == "]"
  }

  private mutating func apply(
    _ name: String,
    _ value: String,
    at offset: Int
  ) throws(BrokenFile) {
    switch name {
    case "variant":
      guard Self.variants.contains(value.lowercased()) else {
        throw cursor.broken("chess, and not a variant of it", at: offset)
      }
    case "fen":
      do {
        record.start(from: .chess(try ChessPosition(text: value)))
      } catch {
        throw cursor.broken(error.expected, at: offset + error.column - 1)
      }
    case "result": record.result = Self.result(value) ?? .unknown
    default:
      let known = ChessGameFile.tagNames.first { $0.name.lowercased() == name }
      guard let known, !["?", "????.??.??"].contains(value) else { return }
      record.tags[known.tag] = value
    }
  }

  // MARK: Moves

  private static func result(_ word: String) -> GameFile.Result? {
    ChessGameFile.results.first { $0.word == word }?.result
  }

  private mutating func readWord() throws(BrokenFile) {
    let word = cursor.take { !$0.isWhitespace && !"{}();[]$\"".contains($0) }
    guard !word.isEmpty else { throw cursor.broken("a move, a result or a comment") }
    if let result = Self.result(word) {
      if result != .unknown { record.result = result }
      hasResult = true
      return
    }
    // A number with dots, or a number alone; `0-0` is a move.
    let digits = word.prefix { ("0"..."9").contains($0) }
    let behind = word.dropFirst(digits.count)
    let text =
      behind.isEmpty || behind.first == "." || behind.first == "…"
      ? behind.drop { ".…".contains($0) } : word[...]
    if text.allSatisfy({ "!?".contains($0) }) { return }
    try record.playChess(String(text), &cursor)
  }

  // MARK: What is read over

  /// Passes over spaces, judgements and escaped lines, and takes comments and variations.
  private mutating func skipRemarks() throws(BrokenFile) {
    while let next = cursor.next {
      let isLineStart = cursor.isAtLineStart
      switch next {
      case "{": record.note(try takeComment(), after: record.position.ply)
      case ";":
        record.note(String(cursor.takeLine().dropFirst()), after: record.position.ply)
      case "%" where isLineStart: _ = cursor.takeLine()
      case "$":
        cursor.advance()
        _ = cursor.take { ("0"..."9").contains($0) }
      case "(": try takeVariation()
      case _ where next.isWhitespace: cursor.advance()
      case _: return
      }
    }
  }

  private mutating func takeComment() throws(BrokenFile) -> String {
    let start = cursor.offset
    cursor.advance()
    let comment = cursor.take { $0 != "}" }
    guard cursor.skip("}") else { throw cursor.broken("a comment that ends with }", at: start) }
    return comment
  }

  private mutating func takeVariation() throws(BrokenFile) {
    let start = cursor.offset
    var depth = 0
    repeat {
      switch cursor.next {
      case "{": _ = try takeComment()
      case ";": _ = cursor.takeLine()
      case nil: throw cursor.broken("a variation that ends with )", at: start)
      case let next:
        depth += next == "(" ? 1 : next == ")" ? -1 : 0
        cursor.advance()
      }
    } while depth > 0
    let text = cursor.text(from: start, upTo: TextCursor.longestVariation)
    record.note("or \(text)", after: max(0, record.position.ply - 1))
  }
}

extension TextCursor {
  /// True if a word with a move of Xiangqi comes next.
  fileprivate var isAtXiangqi: Bool {
    var ahead = self
    let word = PortableGameReader.withoutNumber(ahead.takeWord()[...]).map { $0.narrow }
    return XiangqiWord(firstRank: 0).isMove(String(word))
  }

  /// True at the start of a line.
  fileprivate var isAtLineStart: Bool {
    guard offset > 0 else { return true }
    var before = self
    before.rewind(to: offset - 1)
    return before.next?.isNewline == true
  }
}

extension ChessRefusal {
  /// What should have stood in a file in place of this move.
  var expectation: String {
    switch self {
    case .gameOver: "the end of the moves, as the game is over"
    case .unreadable: "a move like Nf3 or e2e4"
    case .nothingThere: "a move of a piece, and none stands there"
    case .notOwn: "a move of the other side"
    case .promotionMissing: "the piece that the pawn becomes, like e8=Q"
    case .leavesCheck: "a move that parries the check"
    case .exposesKing, .kingAttacked: "a move after which the king is not in check"
    case .noCastlingRight, .castlesInCheck, .castlesThroughCheck: "a move that is no castling"
    case .several: "a move that says which piece goes"
    case .occupied, .notItsWay, .blocked, .nothingToTake, .noPromotion, .noSuchPiece:
      "a legal move"
    }
  }
}
