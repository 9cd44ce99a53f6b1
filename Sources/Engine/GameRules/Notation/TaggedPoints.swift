/// Gomoku with tags as in PGN, and numbered points after them: `[Game "Gomoku"]`, `1. H8 I9`.
enum TaggedPoints {
  /// True if a tag near the beginning says that the game is Gomoku.
  static func isGame(_ text: String) -> Bool {
    text.prefix(2_000).split(whereSeparator: { $0.isNewline }).contains { line in
      guard let (name, value) = tag(line) else { return false }
      return name == "game" && ["gomoku", "renju", "五子棋", "连珠"].contains(value.lowercased())
    }
  }

  /// The name, in small letters, and the value of a tag like `[Size "15"]`; nil for another line.
  private static func tag(_ line: some StringProtocol) -> (name: String, value: String)? {
    let parts = line.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].first == "[" else { return nil }
    let name = parts[0].dropFirst().filter { !$0.isWhitespace }
    return (String(name).lowercased(), String(parts[1]))
  }

  static func read(
    _ text: String,
    rule: GomokuRule?,
    size: Int?
  ) throws(BrokenFile) -> GameFile {
    var cursor = TextCursor(text)
    cursor.skipByteOrderMark()
    cursor.skipWhitespace()
    var tags: [String: String] = [:]
    while cursor.next == "[" {
      guard let (name, value) = tag(cursor.takeLine()) else { throw cursor.broken("a tag") }
      tags[name] = value
      cursor.skipWhitespace()
    }
    var game = GameRecord(from: .gomoku(try start(tags, rule, size, cursor)))
    for (name, tag) in PortableGame.tagNames where tags[name.lowercased()] != "?" {
      if let value = tags[name.lowercased()] { game.tags[tag] = value }
    }
    (game.tags[.firstPlayer], game.tags[.secondPlayer]) = (tags["black"], tags["white"])
    note(tags["result"] ?? "", in: &game)
    try readMoves(&cursor, &game)
    return game.file()
  }

  private static func start(
    _ tags: [String: String],
    _ rule: GomokuRule?,
    _ size: Int?,
    _ cursor: TextCursor
  ) throws(BrokenFile) -> GomokuPosition {
    let isRenju = tags["game"].map { ["renju", "连珠"].contains($0.lowercased()) } ?? false
    let named = tags["rule"].flatMap { GomokuRule(rawValue: $0.lowercased()) }
    let width = tags["size"].flatMap { Int($0.prefix { ("0"..."9").contains($0) }) }
    return try GomokuPosition(
      rule: rule ?? named ?? (isRenju ? .renju : .freestyle),
      size: BoardSize(width ?? size ?? 15),
      at: 0,
      cursor
    )
  }

  /// Takes a draw; whether `1-0` is won by White, as in chess, or by Black, nothing tells.
  private static func note(_ result: String, in game: inout GameRecord) {
    if PortableGame.result(result) == .draw { game.result = .draw }
  }

  private static func readMoves(
    _ cursor: inout TextCursor,
    _ game: inout GameRecord
  ) throws(BrokenFile) {
    while true {
      try readComments(&cursor, &game)
      let offset = cursor.offset
      let word = cursor.take { !$0.isWhitespace && $0 != "{" && $0 != "." }
      // What stands before a dot is a number.
      if cursor.skip(".") { continue }
      guard !word.isEmpty, PortableGame.result(word) == nil else {
        note(word, in: &game)
        break
      }
      guard let point = Point(word) else { throw cursor.broken("a point like h8", at: offset) }
      do {
        try game.play(.place(point))
      } catch {
        throw cursor.broken(error.expectation, at: offset)
      }
    }
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { throw cursor.broken(PortableGameReader.oneGame) }
  }

  /// Passes over spaces, and takes comments.
  private static func readComments(
    _ cursor: inout TextCursor,
    _ game: inout GameRecord
  ) throws(BrokenFile) {
    cursor.skipWhitespace()
    while cursor.next == "{" {
      let offset = cursor.offset
      cursor.advance()
      game.note(cursor.take { $0 != "}" }, after: game.position.ply)
      guard cursor.skip("}") else { throw cursor.broken("a comment that ends with }", at: offset) }
      cursor.skipWhitespace()
    }
  }
}
