/// The Generic Game Format of Othello servers, with one game of Reversi.
///
/// A pass is written, and read over where the rules have passed already. Times and evaluations
/// behind a move are not kept.
enum GenericGameFile {
  /// The format of a text that begins with a bracket: this one, or that of Gomoku.
  static func format(of start: String) -> GameFormat {
    start.lowercased().contains(text: "gm[othello]") ? .ggf : .sgf
  }

  static func read(_ text: String) throws(BrokenFile) -> GameFile {
    var cursor = TextCursor(text)
    cursor.skipByteOrderMark()
    cursor.skipWhitespace()
    // Archives of a server say first how many games stand in a line.
    _ = cursor.take { $0.isASCII && $0.isNumber }
    cursor.skipWhitespace()
    guard cursor.skip("("), cursor.skip(";") else { throw cursor.broken("(; and a game") }
    var game = GameRecord(from: .reversi(ReversiPosition()))
    cursor.skipWhitespace()
    while let next = cursor.next, next != ")" {
      if !cursor.skip(";") { try readProperty(&cursor, &game) }
      cursor.skipWhitespace()
    }
    guard cursor.skip(")") else { throw cursor.broken(") after the last move") }
    return game.file()
  }

  private static func readProperty(
    _ cursor: inout TextCursor,
    _ game: inout GameRecord
  ) throws(BrokenFile) {
    let start = cursor.offset
    let name = cursor.take { $0.isASCII && $0.isLetter }
    guard !name.isEmpty, cursor.skip("[") else {
      cursor.rewind(to: start)
      throw cursor.broken("a property like B[f5]")
    }
    let place = cursor.offset
    let value = readValue(&cursor)
    guard cursor.skip("]") else { throw cursor.broken("] after the value of \(name)", at: start) }
    try check(name, value, cursor, at: start)
    switch name {
    case "BO": try begin(value, &game, cursor, at: start)
    case "B": try play(value, by: .first, &game, cursor, at: place)
    case "W": try play(value, by: .second, &game, cursor, at: place)
    case "RE": game.result = result(value)
    case "C": game.note(value, after: game.position.ply)
    default:
      if let tag = SmartGame.tagNames.first(where: { $0.name == name })?.tag {
        game.tags[tag] = value
      }
    }
  }

  /// Refuses a property of another game or board.
  private static func check(
    _ name: String,
    _ value: String,
    _ cursor: TextCursor,
    at offset: Int
  ) throws(BrokenFile) {
    if name == "GM", value.lowercased() != "othello" {
      throw cursor.broken("GM[Othello]", at: offset)
    }
    // Letters around the size are ways to begin.
    if name == "TY", Int(value.drop { !$0.isNumber }.prefix { $0.isNumber }) != 8 {
      throw cursor.broken("TY[8], a board of 8 by 8", at: offset)
    }
  }

  private static func begin(
    _ board: String,
    _ game: inout GameRecord,
    _ cursor: TextCursor,
    at offset: Int
  ) throws(BrokenFile) {
    guard game.position.ply == 0, let position = ReversiPosition(board: board) else {
      throw cursor.broken("a board like BO[8 …], before the moves", at: offset)
    }
    game.start(from: .reversi(position))
  }

  private static func readValue(_ cursor: inout TextCursor) -> String {
    var value = ""
    while let next = cursor.next, next != "]" {
      cursor.advance()
      guard next == "\\", let escaped = cursor.next else {
        value.append(next)
        continue
      }
      value.append(escaped)
      cursor.advance()
    }
    return value
  }

  private static func play(
    _ value: String,
    by side: Side,
    _ game: inout GameRecord,
    _ cursor: TextCursor,
    at offset: Int
  ) throws(BrokenFile) {
    let word = value.prefix { $0 != "/" }.lowercased()
    if word == "pa" || word == "pass" {
      guard game.position.toMove == side, game.position.outcome == nil else { return }
      throw cursor.broken("a legal move", at: offset)
    }
    guard game.position.toMove == side else {
      throw cursor.broken("a move of the other side", at: offset)
    }
    guard let point = Point(word) else { throw cursor.broken("a point like h8", at: offset) }
    do {
      try game.play(.place(point))
    } catch {
      throw cursor.broken(error.expectation, at: offset)
    }
  }

  /// The result for Black, whose discs less White's stand there.
  private static func result(_ value: String) -> GameFile.Result {
    let digits = value.prefix { $0 != ":" }.filter { $0 != "+" && $0 != "-" && $0 != "." }
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return .unknown }
    if digits.allSatisfy({ $0 == "0" }) { return .draw }
    return value.hasPrefix("-") ? .secondWon : .firstWon
  }

  static func write(_ file: GameFile, _ game: ReversiPosition) -> String {
    var replay = game.start
    var text = "(;GM[Othello]"
    for (name, tag) in SmartGame.tagNames {
      if let value = file.tags[tag] { text += "\(name)[\(escaped(value))]" }
    }
    text += "RE[\(resultText(file.result, game))]TY[8]BO[\(replay.boardText)]"
    text += comment(file, 0)
    var side = replay.toMove
    for move in game.moves {
      text += side == .first ? "\n" : ""
      if side != replay.toMove {
        text += "\(letter(side))[PA]"
        side = side.other
      }
      text += "\(letter(side))[\(move)]" + comment(file, replay.ply + 1)
      side = side.other
      if replay.outcome != nil { replay.overrule(nil) }
      try? replay.play(move)
    }
    return text + ";)\n"
  }

  private static func comment(_ file: GameFile, _ ply: Int) -> String {
    file.comments[ply].map { "C[\(escaped($0))]" } ?? ""
  }

  private static func letter(_ side: Side) -> String { side == .first ? "B" : "W" }

  /// Black's discs less White's; all of them where the rules did not decide.
  private static func resultText(_ result: GameFile.Result, _ game: ReversiPosition) -> String {
    let discs = game.count(of: .first) - game.count(of: .second)
    let difference = game.outcome == nil ? 64 : abs(discs)
    return switch result {
    case .firstWon: "+\(difference).000"
    case .secondWon: "-\(difference).000"
    case .draw: "0.000"
    case .unknown: "?"
    }
  }

  private static func escaped(_ value: String) -> String {
    value.map { $0 == "]" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
  }
}

extension ReversiPosition {
  /// The size, the cells from `a1` on and the side to move.
  fileprivate var boardText: String {
    let cells = shape.points.map { disc(at: $0).map { $0 == .first ? "*" : "O" } ?? "-" }
    return "8 " + cells.joined() + (toMove == .first ? " *" : " O")
  }

  /// Reads what ``boardText`` writes, with spaces anywhere.
  fileprivate init?(board text: String) {
    let signs = text.filter { !$0.isWhitespace }
    guard signs.count == 66, signs.hasPrefix("8"), let last = signs.last,
      signs.dropFirst().allSatisfy({ $0 == "*" || $0 == "O" || $0 == "-" }), last != "-"
    else { return nil }
    var discs = ReversiDiscs(black: 0, white: 0)
    for (cell, sign) in signs.dropFirst().dropLast().enumerated() {
      if sign == "*" { discs.black |= 1 << UInt64(cell) }
      if sign == "O" { discs.white |= 1 << UInt64(cell) }
    }
    self.init(discs, toMove: last == "*" ? .first : .second)
  }
}
