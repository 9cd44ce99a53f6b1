/// Reads a PGN of Xiangqi from its first character to its last.
struct PortableGameReader {
  private var cursor: TextCursor
  private var tags: [GameFile.Tag: String] = [:]
  private var result: GameFile.Result?
  private var game = XiangqiPosition()
  /// What a move is to look like, where it does not say so itself.
  private var notation = XiangqiNotation.chinese
  private var comments: [Int: String] = [:]
  /// Whether the word that ends a game was read.
  private var hasEnd = false

  init(_ text: String) {
    cursor = TextCursor(text)
  }

  /// Reads the whole text, which has one game.
  mutating func read() throws(BrokenFile) -> GameFile {
    cursor.skipByteOrderMark()
    let file = try readGame()
    guard cursor.isAtEnd else {
      throw cursor.broken(hasEnd ? Self.oneGame : "a move, a result or a comment")
    }
    return file
  }

  /// Reads the whole text, which has one game or more.
  mutating func readAll() throws(BrokenFile) -> [GameFile] {
    cursor.skipByteOrderMark()
    var games = [try readGame()]
    while !cursor.isAtEnd {
      let start = cursor.offset
      (tags, result, game, notation) = ([:], nil, XiangqiPosition(), .chinese)
      (comments, hasEnd) = ([:], false)
      games.append(try readGame())
      guard cursor.offset > start else { throw cursor.broken("a move, a result or a comment") }
    }
    return games
  }

  private static let oneGame = "the end of the file, after its one game"

  /// Reads one game, up to its result, to what begins another one, or to the end.
  private mutating func readGame() throws(BrokenFile) -> GameFile {
    try skipComments()
    while cursor.next == "[" {
      try readTag()
      try skipComments()
    }
    while let next = cursor.next, !hasEnd, next != "[" {
      switch next {
      case "]", ")", "}", "\"": throw cursor.broken("a move, a result or a comment")
      case "$":
        cursor.advance()
        _ = cursor.take { ("0"..."9").contains($0) }
      default: try readWord()
      }
      try skipComments()
    }
    return GameFile(
      .xiangqi(game),
      tags: tags,
      result: result ?? .unknown,
      comments: comments
    )
  }

  // MARK: Tags

  private mutating func readTag() throws(BrokenFile) {
    cursor.advance()
    cursor.skipSpaces()
    let nameOffset = cursor.offset
    let name = cursor.take { !$0.isWhitespace && $0 != "\"" && $0 != "]" }
    guard !name.isEmpty else { throw cursor.broken("a tag's name", at: nameOffset) }
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
      if !value.isEmpty { game = try XiangqiPosition(fen: value, at: offset, cursor) }
    case "result":
      result = PortableGame.result(value)
    case let name:
      let known = PortableGame.tagNames.first { $0.name.lowercased() == name }
      if let known, value != "?" { tags[known.tag] = value }
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

  private mutating func readWord() throws(BrokenFile) {
    let start = cursor.offset
    let word = cursor.take { !$0.isWhitespace && !"{}();[]$".contains($0) }
    if let end = PortableGame.result(word) {
      result = end == .unknown ? result : end
      hasEnd = true
      return
    }
    let number = Self.numberLength(of: word)
    let text = Self.withoutJudgement(word.dropFirst(number))
    guard !text.isEmpty else { return }
    do {
      try play(text)
    } catch {
      throw cursor.broken(error.expected, at: start + number)
    }
  }

  private mutating func play(_ text: String) throws(UnreadableMove) {
    var form = XiangqiNotation(of: text)
    // A word of no form at all is measured by what the file promises.
    if form == .wxf, XiangqiPhrase(wxf: text) == nil { form = notation }
    let move = try game.move(from: text, in: form)
    try? game.play(move)
  }

  /// How many characters of a word are a move's number, such as `12.` or `12...`.
  ///
  /// `15.4` is a pawn's move in WXF, and `.P+1` another one.
  private static func numberLength(of word: String) -> Int {
    let digits = word.prefix { ("0"..."9").contains($0) }.count
    let dots = word.dropFirst(digits).prefix { $0 == "." || $0 == "…" || $0 == "、" }.count
    let rest = word.dropFirst(digits + dots)
    let isMove = digits == 2 && dots == 1 && rest.count == 1 && rest.first?.isNumber == true
    let isNumber = digits > 0 ? dots > 0 : dots > 1 || word.first == "…"
    return isNumber && !isMove ? digits + dots : 0
  }

  private static func withoutJudgement(_ word: Substring) -> String {
    var word = word
    while let last = word.last, "!?！？".contains(last) { word.removeLast() }
    return String(word)
  }

  // MARK: What is read over

  /// Takes a comment between braces.
  private mutating func takeComment() throws(BrokenFile) -> String {
    let start = cursor.offset
    cursor.advance()
    let comment = cursor.take { $0 != "}" }
    guard cursor.skip("}") else { throw cursor.broken("a comment that ends with }", at: start) }
    return comment
  }

  /// Takes a comment on the position after the moves so far, unless it is on a variation.
  private mutating func note(_ comment: String, inVariation: Bool) {
    guard !inVariation else { return }
    let before = comments[game.ply].map { "\($0) " } ?? ""
    comments[game.ply] = before + comment
  }

  /// Passes over spaces and variations, and takes comments.
  private mutating func skipComments() throws(BrokenFile) {
    var variations: [Int] = []
    while true {
      cursor.skipWhitespace()
      switch cursor.next {
      case "{":
        note(try takeComment(), inVariation: !variations.isEmpty)
      case ";":
        note(String(cursor.takeLine().dropFirst()), inVariation: !variations.isEmpty)
      case "(":
        variations.append(cursor.offset)
        cursor.advance()
      case ")" where !variations.isEmpty:
        variations.removeLast()
        cursor.advance()
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
