/// A game of chess as a PGN holds it: the moves from a start, who played, and what was said.
public struct ChessRecord: Hashable, Sendable {
  /// The last position; its moves are those of the game.
  public internal(set) var position: ChessPosition

  /// What is known about the game; one line each, never empty.
  public internal(set) var tags: [GameFile.Tag: String]

  /// How the game ended.
  public internal(set) var result: GameFile.Result

  /// What was said about the game, by the number of moves before it; one line each, never empty.
  public internal(set) var comments: [Int: String] = [:]

  /// Holds `position` and its moves; where the result is unknown, the rules say it.
  public init(
    _ position: ChessPosition,
    tags: [GameFile.Tag: String] = [:],
    result: GameFile.Result = .unknown,
    comments: [Int: String] = [:]
  ) {
    self.position = position
    self.tags = tags
    self.result = result
    for (ply, comment) in comments { note(comment, after: ply) }
    if result == .unknown, let end = position.end {
      self.result = end == .checkmate ? position.toMove == .first ? .secondWon : .firstWon : .draw
    }
  }

  /// Adds a comment on the position after `ply` moves.
  mutating func note(_ comment: String, after ply: Int) {
    let words = comment.withoutControls.split(whereSeparator: { $0.isWhitespace })
    guard !words.isEmpty else { return }
    let before = comments[ply].map { $0 + " " } ?? ""
    comments[ply] = before + words.joined(separator: " ")
  }

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

  /// Reads a PGN with one game.
  ///
  /// Tags that this program does not know, judgements (`$1`, `!?`) and lines after `%` are read
  /// over. A variation becomes a comment on the position that it leaves. A game may continue after
  /// a draw that nobody took note of.
  /// - Throws: The place where the text goes wrong.
  public init(pgn text: String) throws(BrokenFile) {
    var reader = ChessRecordReader(text)
    self = try reader.read()
  }

  /// The game as a PGN with moves in SAN.
  public var pgn: String {
    var lines = header
    var line = ""
    for word in words + [result.word] {
      if !line.isEmpty, line.count + word.count > 78 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line, ""]).joined(separator: "\n")
  }

  private var header: [String] {
    var lines: [String] = []
    for (index, (name, tag)) in Self.tagNames.enumerated() {
      if index == 6 { lines.append("[Result \"\(result.word)\"]") }
      guard let value = tags[tag] ?? (index < 6 ? tag == .date ? "????.??.??" : "?" : nil) else {
        continue
      }
      lines.append("[\(name) \"\(Self.escaped(value))\"]")
    }
    let start = position.start.text
    if start != ChessPosition.startText { lines += ["[SetUp \"1\"]", "[FEN \"\(start)\"]"] }
    return lines + [""]
  }

  /// The numbers, moves and comments.
  private var words: [String] {
    var replay = position.start
    var words = comment(0)
    var isNumbered = false
    for move in position.moves {
      replay.overrule(nil)
      if replay.toMove == .first {
        words.append("\(replay.turn).")
      } else if !isNumbered {
        words.append("\(replay.turn)...")
      }
      words.append(replay.text(of: move) ?? move.description)
      try? replay.play(move)
      words += comment(replay.ply)
      isNumbered = comments[replay.ply] == nil
    }
    return words
  }

  /// A comment, which has no word for its own end.
  private func comment(_ ply: Int) -> [String] {
    guard let comment = comments[ply] else { return [] }
    let words = comment.filter { !"{}".contains($0) }.split(separator: " ").map(String.init)
    return ["{"] + words + ["}"]
  }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value where !character.isNewline {
      if character == "\"" || character == "\\" { text += "\\" }
      text.append(character)
    }
    return text
  }
}

extension GameFile.Result {
  /// The word for it in a PGN.
  fileprivate var word: String {
    ChessRecord.results.first { $0.result == self }?.word ?? "*"
  }
}
