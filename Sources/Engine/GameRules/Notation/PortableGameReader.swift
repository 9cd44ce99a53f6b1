/// Reads a PGN of Xiangqi from its first character to its last.
///
/// The headers of WXF files and of dpxq's plain text are read too. Text around the games, such as
/// lines of `=` and footers, is skipped.
struct PortableGameReader {
  /// How a record ended.
  private enum End {
    /// With a result, after which another game may begin.
    case result
    /// With the heading of a variation, whose moves are skipped.
    case variation
  }

  private var cursor: TextCursor
  private var readings = XiangqiReadings()
  /// What a move is to look like, where it does not say so itself.
  private var notation = XiangqiNotation.chinese
  private var words = XiangqiWord(firstRank: 0)
  private var end: End?
  /// True if only spaces stand before the cursor on its line.
  private var isLineStart = true
  /// True between `START{` and `}END` of a WXF file.
  private var isBraced = false
  /// Where text before the first move was skipped.
  private var skippedText: Int?
  /// True after a tag or a line of a head.
  private var hasHead = false

  init(_ text: String) {
    cursor = TextCursor(text)
  }

  private var game: GameRecord { readings.game }

  /// Reads the whole text, which has one game.
  mutating func read() throws(BrokenFile) -> GameFile {
    cursor.skipByteOrderMark()
    skipWhitespace()
    guard !cursor.isAtEnd else { throw cursor.broken("a game") }
    let file = try readGame()
    guard cursor.isAtEnd else {
      throw cursor.broken(end != nil ? Self.oneGame : Self.expected)
    }
    return file
  }

  static let oneGame = "the end of the file, after its one game (games import reads all)"
  private static let expected = "a move, a result or a comment"

  /// Reads one game with ranks from 0, or with ranks from 1 if its moves are legal only so.
  private mutating func readGame() throws(BrokenFile) -> GameFile {
    readings = XiangqiReadings()
    (notation, end, skippedText, isBraced, hasHead) = (.chinese, nil, nil, false, false)
    words = XiangqiWord(firstRank: 0)
    var other = self
    do {
      return try readGameByWords()
    } catch {
      other.words = XiangqiWord(firstRank: 1)
      guard Self.hasRanks(other.cursor) else { throw error }
      guard let file = try? other.readGameByWords() else { throw error }
      self = other
      return file
    }
  }

  /// Reads one game, up to its result, to what begins another one, or to the end.
  private mutating func readGameByWords() throws(BrokenFile) -> GameFile {
    let start = cursor.offset
    try skipComments()
    try readHead()
    while let next = cursor.next, end == nil, !isAtTag {
      switch next {
      case "}" where isBraced:
        cursor.advance()
        end = .result
      case "[", "]", ")", "}", "\"": throw cursor.broken(Self.expected)
      case "$":
        cursor.advance()
        _ = cursor.take { ("0"..."9").contains($0) }
      default: try readLineOrWord()
      }
      try skipComments()
    }
    if let skippedText, game.position.ply == 0, end == nil {
      throw cursor.broken(Self.expected, at: skippedText)
    }
    // A comment alone is no game; an object in JSON looks like one.
    guard hasHead || game.position.ply > 0 else {
      throw cursor.broken("a move or a tag", at: start)
    }
    if let doubt = readings.doubt { throw cursor.broken(doubt.expected, at: doubt.offset) }
    if end != nil { skipToNextGame() }
    return game.file()
  }

  // MARK: The head

  /// Reads tags and head lines, and skips text before the first move.
  private mutating func readHead() throws(BrokenFile) {
    while let next = cursor.next {
      if isAtTag {
        try readTag()
      } else if isLineStart, try readHeadLine() {
      } else if isLineStart, isTextLine(mayHaveDigits: true) {
        if skippedText == nil, !isRule { skippedText = cursor.offset }
        _ = cursor.takeLine()
      } else {
        if next != "S" || !skipBrace() { return }
      }
      try skipComments()
    }
  }

  /// Passes over `START{`, with which the moves of a WXF file begin.
  private mutating func skipBrace() -> Bool {
    var ahead = cursor
    guard ahead.take(while: { $0.isLetter }) == "START" else { return false }
    ahead.skipWhitespace()
    guard ahead.skip("{") else { return false }
    cursor = ahead
    isBraced = true
    return true
  }

  /// True if a tag like `[Event "…` begins here.
  private var isAtTag: Bool {
    var ahead = cursor
    guard ahead.skip("[") else { return false }
    ahead.skipSpaces()
    _ = ahead.take { !$0.isWhitespace && $0 != "\"" && $0 != "]" }
    ahead.skipSpaces()
    return ahead.next == "\""
  }

  /// True if a line begins here that names something in the manner of WXF or dpxq.
  private var headName: String? {
    var ahead = cursor
    let name = ahead.take(while: { $0.isLetter })
    guard let tag = PortableGame.headNames[name] else { return nil }
    let isNamed = name.first?.isASCII == true ? ahead.next?.isWhitespace : ahead.next?.narrow == ":"
    return isNamed == true ? tag : nil
  }

  private mutating func readHeadLine() throws(BrokenFile) -> Bool {
    guard let name = headName else { return false }
    hasHead = true
    let isWXF = cursor.next?.isASCII == true
    _ = cursor.take(while: { $0.isLetter })
    _ = cursor.take { ($0.isWhitespace && !$0.isNewline) || $0.narrow == ":" }
    let offset = cursor.offset
    let line = cursor.takeLine()
    // Behind the name stand the team and the rating.
    let value = isWXF ? line.prefix { $0 != ";" } : line[...]
    let words = value.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
    if !words.isEmpty { try apply(name, words, at: offset) }
    return true
  }

  private mutating func readTag() throws(BrokenFile) {
    cursor.advance()
    cursor.skipSpaces()
    let nameOffset = cursor.offset
    let name = cursor.take { !$0.isWhitespace && $0 != "\"" && $0 != "]" }
    guard !name.isEmpty else { throw cursor.broken("a tag's name", at: nameOffset) }
    hasHead = true
    cursor.skipSpaces()
    guard cursor.skip("\"") else { throw cursor.broken("\" and the tag's value") }
    let offset = cursor.offset
    let value = takeValue()
    guard cursor.skip("\"") else { throw cursor.broken("\" at the end of the value") }
    cursor.skipSpaces()
    guard cursor.skip("]") else { throw cursor.broken("] at the end of the tag") }
    try apply(name, value, at: offset)
  }

  /// Takes a value up to its quotation mark or the end of the line.
  private mutating func takeValue() -> String {
    var value = ""
    while let next = cursor.next, next != "\"", !next.isNewline {
      cursor.advance()
      if next == "\\", let escaped = cursor.next, escaped == "\"" || escaped == "\\" {
        value.append(escaped)
        cursor.advance()
      } else {
        value.append(next)
      }
    }
    return value
  }

  private mutating func apply(
    _ name: String,
    _ value: String,
    at offset: Int
  ) throws(BrokenFile) {
    switch name.lowercased() {
    case "game":
      guard ["chinese chess", "xiangqi", "中国象棋", "象棋"].contains(value.lowercased()) else {
        throw cursor.broken("Chinese Chess", at: offset)
      }
    case "format": try takeNotation(value, at: offset)
    case "fen":
      if !value.isEmpty {
        let start = Position.xiangqi(try XiangqiPosition(fen: value, at: offset, cursor))
        readings.update { $0.start(from: start) }
      }
    case "result":
      readings.update { $0.result = PortableGame.result(value) ?? .unknown }
    case let name:
      let known = PortableGame.tagNames.first { $0.name.lowercased() == name }
      if let known, value != "?" { readings.update { $0.tags[known.tag] = value } }
    }
  }

  private mutating func takeNotation(_ name: String, at offset: Int) throws(BrokenFile) {
    switch name.lowercased() {
    case "iccs": notation = .iccs
    case "wxf": notation = .wxf
    case "chinese", "": notation = .chinese
    default: throw cursor.broken("ICCS, WXF or Chinese", at: offset)
    }
  }

  // MARK: Moves

  private mutating func readLineOrWord() throws(BrokenFile) {
    if isLineStart, Self.isVariationHeading(rest(upTo: 200)) {
      end = .variation
    } else if cursor.next == "【" {
      note(try takeComment(upTo: "】"), inVariation: false)
    } else if isLineStart, isTextLine(mayHaveDigits: false) {
      _ = cursor.takeLine()
    } else {
      isLineStart = false
      try readWord()
    }
  }

  private mutating func readWord() throws(BrokenFile) {
    let start = cursor.offset
    let word = takeNarrowWord(&cursor)
    // A bracket that nothing has opened.
    guard !word.isEmpty else { throw cursor.broken(Self.expected) }
    if let result = PortableGame.result(word) {
      if result != .unknown { readings.update { $0.result = result } }
      end = .result
      return
    }
    var rest = word[...]
    while !rest.isEmpty {
      rest = Self.withoutNumber(rest)
      let text = Self.withoutJudgement(rest)
      guard !text.isEmpty else { return }
      let offset = start + word.count - rest.count
      guard let length = readings.play(text, by: words, in: notation, at: offset) else {
        let expected = readings.expectation(of: String(text), by: words, in: notation)
        throw cursor.broken(expected, at: offset)
      }
      rest = rest.dropFirst(length).drop { "!?+#".contains($0) }
    }
  }

  /// Takes a word, with ASCII for wide characters.
  private func takeNarrowWord(_ cursor: inout TextCursor) -> String {
    String(cursor.take { !$0.isWhitespace && !"{}();[]$【】".contains($0.narrow) }.map { $0.narrow })
  }

  // MARK: What is read over

  /// True if the line that begins here has no move, number or result.
  ///
  /// Among the moves a word with a digit is a move that went wrong, and no text.
  private func isTextLine(mayHaveDigits: Bool) -> Bool {
    guard let next = cursor.next, !"{}();\"]$".contains(next) else { return false }
    var line = TextCursor(String(rest(upTo: 200)))
    let first = takeNarrowWord(&line)
    guard Self.numberLength(of: first[...]) == 0, PortableGame.result(first) == nil else {
      return false
    }
    if !mayHaveDigits, first.contains(where: { XiangqiHan.number($0) != nil }) { return false }
    if first == "START" { return false }
    return !([first] + moves(&line)).contains { words.isMove($0) }
  }

  /// True if a line, which stands before the first move, has no move, number or result.
  static func isText(_ line: String) -> Bool {
    PortableGameReader(line).isTextLine(mayHaveDigits: true)
  }

  /// The other words of a line.
  private func moves(_ line: inout TextCursor) -> [String] {
    var found: [String] = []
    while !line.isAtEnd {
      let word = takeNarrowWord(&line)
      if word.isEmpty { line.advance() } else { found.append(word) }
    }
    return found
  }

  /// True if the line that begins here is drawn: `=====`.
  private var isRule: Bool {
    rest(upTo: 200).allSatisfy { $0.isWhitespace || "=-*#~_—".contains($0.narrow) }
  }

  /// What is left of the line, at most `limit` characters.
  private func rest(upTo limit: Int) -> String {
    var ahead = cursor
    var left = limit
    return ahead.take { character in
      left -= 1
      return left >= 0 && !character.isNewline
    }
  }

  /// Passes over what follows a game, up to a line with which another one begins.
  private mutating func skipToNextGame() {
    while !cursor.isAtEnd {
      if isLineStart, isAtTag || headName != nil || isAtFirstMove { return }
      _ = cursor.takeLine()
      skipWhitespace()
    }
  }

  /// True if a game without a head begins here.
  private var isAtFirstMove: Bool {
    var ahead = cursor
    let word = takeNarrowWord(&ahead)
    return end == .result && word.hasPrefix("1.")
  }

  private mutating func skipWhitespace() {
    let space = cursor.take(while: { $0.isWhitespace })
    if space.contains(where: { $0.isNewline }) { isLineStart = true }
  }

  /// Takes a comment between brackets.
  private mutating func takeComment(upTo end: Character = "}") throws(BrokenFile) -> String {
    let start = cursor.offset
    cursor.advance()
    let comment = cursor.take { $0 != end }
    guard cursor.skip(end) else {
      throw cursor.broken("a comment that ends with \(end)", at: start)
    }
    return comment
  }

  /// Takes a comment on the position after the moves so far, unless it is on a variation.
  private mutating func note(_ comment: String, inVariation: Bool) {
    if !inVariation { readings.update { $0.note(comment, after: $0.position.ply) } }
  }

  /// Takes the variation that begins at `start` and ends here as a comment on what it leaves.
  private mutating func noteVariation(from start: Int) {
    let text = cursor.text(from: start, upTo: TextCursor.longestVariation)
    readings.update { $0.note("or \(text)", after: max(0, $0.position.ply - 1)) }
  }

  /// Passes over spaces, and takes comments and variations.
  private mutating func skipComments() throws(BrokenFile) {
    var variations: [Int] = []
    while true {
      skipWhitespace()
      switch cursor.next?.narrow {
      case "{":
        note(try takeComment(), inVariation: !variations.isEmpty)
      case ";" where cursor.next == ";":
        note(String(cursor.takeLine().dropFirst()), inVariation: !variations.isEmpty)
      case "(":
        variations.append(cursor.offset)
        cursor.advance()
      case ")" where !variations.isEmpty:
        let start = variations.removeLast()
        cursor.advance()
        if variations.isEmpty { noteVariation(from: start) }
      case nil:
        guard let start = variations.last else { return }
        throw cursor.broken("a variation that ends with )", at: start)
      default:
        guard !variations.isEmpty else { return }
        cursor.advance()
      }
    }
  }
}
