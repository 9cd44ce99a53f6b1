/// Liuzhou chess as text: a line with the state at the start, and a line for each turn (R20).
///
/// A turn is a point (`c3`) or a step (`c3c4`), and after an x the stones that it takes: `c3xd4`.
/// Lines that begin with `#` are comments.
enum TurnList {
  static func read(_ text: String) throws(BrokenFile) -> GameFile {
    var cursor = TextCursor(text)
    cursor.skipByteOrderMark()
    let terms = try readRules(&cursor)
    skipComments(&cursor)
    let start = cursor.offset
    var game: GameRecord
    do {
      game = GameRecord(
        from: .liuzhou(try LiuzhouPosition(text: cursor.takeLine(), terms: terms))
      )
    } catch {
      throw cursor.broken(error.expected, at: start + error.column - 1)
    }
    skipComments(&cursor)
    while !cursor.isAtEnd {
      try readTurn(&cursor, &game)
      skipComments(&cursor)
    }
    return game.file()
  }

  static func write(_ game: LiuzhouPosition) -> String {
    var replay = Position.liuzhou(game.start)
    let options = game.game.options
    var lines = (options.isEmpty ? [] : [rulesMark + options]) + [replay.text]
    var last: (side: Side, isTaking: Bool)?
    for move in game.moves {
      let side = replay.toMove
      if case .remove(let point) = move.action, let last, last.side == side {
        lines[lines.count - 1] += (last.isTaking ? "," : "x") + point.description
      } else {
        lines.append(move.description)
      }
      last = (side, move.isTaking)
      try? replay.playOn(move)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a comment begins with that names house rules.
  private static let rulesMark = "# rules: "

  /// The rules that the comments before the game name.
  private static func readRules(_ cursor: inout TextCursor) throws(BrokenFile) -> LiuzhouTerms {
    var terms = LiuzhouTerms()
    cursor.skipWhitespace()
    while cursor.next == "#" {
      let start = cursor.offset
      let line = cursor.takeLine()
      cursor.skipWhitespace()
      guard line.hasPrefix(rulesMark) else { continue }
      let options = String(line.dropFirst(rulesMark.count))
      guard case .liuzhou(let named) = Game(.liuzhou, options: options) else {
        throw cursor.broken("house rules like count=sum, which this program knows", at: start)
      }
      terms = named
    }
    return terms
  }

  private static func skipComments(_ cursor: inout TextCursor) {
    cursor.skipWhitespace()
    while cursor.next == "#" {
      _ = cursor.takeLine()
      cursor.skipWhitespace()
    }
  }

  private static func readTurn(
    _ cursor: inout TextCursor,
    _ game: inout GameRecord
  ) throws(BrokenFile) {
    if cursor.next != "x" {
      let start = cursor.offset
      let from = try readPoint(&cursor, "a point like c3, a step like c3c4 or x and a capture")
      if let next = cursor.next, next != "x", !next.isWhitespace {
        let to = try readPoint(&cursor, "the end of the step, like c4, or x and a capture")
        try play(.step(from: from, to: to), at: start, &game, cursor)
      } else {
        try play(.place(from), at: start, &game, cursor)
      }
    }
    if cursor.skip("x") {
      repeat {
        let start = cursor.offset
        let point = try readPoint(&cursor, "a point like d4")
        try play(.remove(point), at: start, &game, cursor)
      } while cursor.skip(",")
    }
    guard cursor.next?.isWhitespace ?? true else {
      throw cursor.broken("the end of the turn, or a capture after x or a comma")
    }
  }

  /// Reads a letter and a digit; no point of this board needs more.
  private static func readPoint(
    _ cursor: inout TextCursor,
    _ expected: String
  ) throws(BrokenFile) -> Point {
    let start = cursor.offset
    var text = ""
    for _ in 0..<2 {
      if let next = cursor.next, next.isASCII, !next.isWhitespace { text.append(next) }
      cursor.advance()
    }
    guard let point = Point(text), point.isOnBoard(ofSize: 6) else {
      throw cursor.broken(expected, at: start)
    }
    return point
  }

  private static func play(
    _ move: Move,
    at offset: Int,
    _ game: inout GameRecord,
    _ cursor: TextCursor
  ) throws(BrokenFile) {
    do {
      try game.play(move)
    } catch {
      throw cursor.broken(error.expectation, at: offset)
    }
  }
}

extension Move {
  /// True if it takes a stone.
  fileprivate var isTaking: Bool {
    if case .remove = action { true } else { false }
  }
}
