/// Chess in PGN, with moves in SAN.
enum ChessGameFile {
  /// The tags of a PGN; the first seven are always written.
  static let tagNames: [(name: String, tag: GameFile.Tag)] = [
    ("Event", .event), ("Site", .site), ("Date", .date), ("Round", .round),
    ("White", .firstPlayer), ("Black", .secondPlayer), ("WhiteTeam", .firstTeam),
    ("BlackTeam", .secondTeam), ("Opening", .opening), ("Annotator", .annotator),
  ]

  /// The words for results.
  static let results: [(word: String, result: GameFile.Result)] = [
    ("1-0", .firstWon), ("0-1", .secondWon), ("1/2-1/2", .draw), ("*", .unknown), ("½-½", .draw),
  ]

  static func read(_ text: String, as format: GameFormat) throws(BrokenFile) -> GameFile {
    if format == .epd { return try readLine(text) }
    var reader = ChessGameReader(text)
    return try reader.read()
  }

  /// Reads a FEN, or an EPD whose operations become a comment, with moves after `moves`.
  private static func readLine(_ text: String) throws(BrokenFile) -> GameFile {
    var cursor = TextCursor(text)
    cursor.skipByteOrderMark()
    cursor.skipWhitespace()
    let start = cursor.offset
    let fen = takeFEN(&cursor)
    var game: GameRecord
    do {
      game = GameRecord(from: .chess(try ChessPosition(text: fen)))
    } catch {
      throw cursor.broken(error.expected, at: start + error.column - 1)
    }
    var ahead = cursor
    if ahead.takeWord() == "moves" {
      cursor = ahead
      try readMoves(&cursor, &game)
    } else {
      game.note(cursor.takeLine(), after: 0)
    }
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { throw cursor.broken("the end of the file, after its one line") }
    return game.file()
  }

  /// Takes the four fields of an EPD, and two numbers of a FEN behind them.
  private static func takeFEN(_ cursor: inout TextCursor) -> String {
    var fields: [String] = []
    while fields.count < 6, let next = cursor.next, !next.isNewline {
      var ahead = cursor
      let word = ahead.takeWord()
      if word == "moves" || fields.count > 3 && Int(word) == nil { break }
      fields.append(word)
      cursor = ahead
      cursor.skipSpaces()
    }
    return fields.joined(separator: " ")
  }

  private static func readMoves(
    _ cursor: inout TextCursor,
    _ game: inout GameRecord
  ) throws(BrokenFile) {
    cursor.skipSpaces()
    while let next = cursor.next, !next.isNewline {
      try game.playChess(cursor.takeWord(), &cursor)
      cursor.skipSpaces()
    }
  }

  static func write(_ file: GameFile, _ game: ChessPosition) -> String {
    let result = results.first { $0.result == file.result }?.word ?? "*"
    var lines = header(file, game, result)
    var line = ""
    for word in words(file, game) + [result] {
      if !line.isEmpty, line.count + word.count > 78 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line, ""]).joined(separator: "\n")
  }

  private static func header(
    _ file: GameFile,
    _ game: ChessPosition,
    _ result: String
  ) -> [String] {
    var lines: [String] = []
    for (index, (name, tag)) in tagNames.enumerated() {
      if index == 6 { lines.append("[Result \"\(result)\"]") }
      let unknown = index < 6 ? tag == .date ? "????.??.??" : "?" : nil
      guard var value = file.tags[tag] ?? unknown else { continue }
      // Records have dates as 2026-11-30.
      if tag == .date { value = String(value.map { $0 == "-" ? "." : $0 }) }
      lines.append("[\(name) \"\(PortableGame.escaped(value))\"]")
    }
    let start = game.start.text
    if start != ChessPosition.startText { lines += ["[SetUp \"1\"]", "[FEN \"\(start)\"]"] }
    return lines + [""]
  }

  /// The numbers, moves and comments.
  private static func words(_ file: GameFile, _ game: ChessPosition) -> [String] {
    var replay = game.start
    var words = comment(file, 0)
    var isNumbered = false
    for move in game.moves {
      replay.overrule(nil)
      if replay.toMove == .first {
        words.append("\(replay.turn).")
      } else if !isNumbered {
        words.append("\(replay.turn)...")
      }
      words.append(replay.text(of: move) ?? move.description)
      try? replay.play(move)
      words += comment(file, replay.ply)
      isNumbered = file.comments[replay.ply] == nil
    }
    return words
  }

  /// A comment, which has no word for its own end.
  private static func comment(_ file: GameFile, _ ply: Int) -> [String] {
    guard let comment = file.comments[ply] else { return [] }
    let words = comment.filter { !"{}".contains($0) }.split(separator: " ").map(String.init)
    return ["{"] + words + ["}"]
  }
}

extension GameRecord {
  /// Plays the move of chess that `text` names and `cursor` has just taken, or throws.
  mutating func playChess(
    _ text: String,
    _ cursor: inout TextCursor
  ) throws(BrokenFile) {
    guard case .chess(let chess) = position else { return }
    let offset = cursor.offset - text.count
    let move: Move
    do {
      move = try chess.legalMove(from: text)
    } catch {
      throw cursor.broken(error.expectation, at: offset)
    }
    do {
      try play(move)
    } catch {
      throw cursor.broken(error.expectation, at: offset)
    }
  }
}
