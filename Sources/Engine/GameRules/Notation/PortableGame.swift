/// Xiangqi in PGN, with moves in ICCS, WXF or Chinese.
///
/// Tags, then numbered moves. Comments in `{…}` and after `;`, variations in `(…)`, and judgements
/// like `$1` and `!?` are read over.
enum PortableGame {
  /// The names of tags; the first for a tag is the one written.
  static let tagNames: [(name: String, tag: GameFile.Tag)] = [
    ("Event", .event), ("Site", .site), ("Date", .date), ("Round", .round), ("Red", .firstPlayer),
    ("RedTeam", .firstTeam), ("Black", .secondPlayer), ("BlackTeam", .secondTeam),
    ("Opening", .opening), ("Annotator", .annotator), ("White", .firstPlayer),
    ("WhiteTeam", .firstTeam),
  ]

  /// The tags for the lines at the head of WXF files and of dpxq's plain text.
  static let headNames: [String: String] = [
    "FORMAT": "Format", "GAME": "Title", "RED": "Red", "BLACK": "Black", "RESULT": "Result",
    "DATE": "Date", "EVENT": "Event", "SITE": "Site", "PLACE": "Site", "ROUND": "Round",
    "OPENING": "Opening", "FEN": "FEN", "TIME": "Time", "标题": "Title", "赛事": "Event",
    "轮次": "Round", "布局": "Opening", "红方": "Red", "黑方": "Black", "红方姓名": "Red",
    "黑方姓名": "Black", "红方团体": "RedTeam", "黑方团体": "BlackTeam", "结果": "Result",
    "日期": "Date", "地点": "Site", "分类": "Category", "组别": "Group", "台次": "Board",
    "评论": "Annotator", "作者": "Author", "备注": "Remark",
  ]

  /// Reads a game of Xiangqi, or one of Gomoku that has the same kind of tags.
  static func read(
    _ text: String,
    rule: GomokuRule?,
    size: Int?
  ) throws(BrokenFile) -> GameFile {
    if TaggedPoints.isGame(text) { return try TaggedPoints.read(text, rule: rule, size: size) }
    var reader = PortableGameReader(text)
    return try reader.read()
  }

  static func write(
    _ file: GameFile,
    _ game: XiangqiPosition,
    in notation: XiangqiNotation
  ) -> String {
    var replay = game.start
    var lines = header(file, notation)
    if replay.text != XiangqiPosition.startText { lines.append("[FEN \"\(replay.text)\"]") }
    lines.append("")
    if let comment = file.comments[0] { lines.append(braced(comment)) }
    var turn: [String] = []
    var number = 0
    for move in game.moves {
      if turn.isEmpty {
        number += 1
        turn = replay.toMove == .first ? ["\(number)."] : ["\(number).", "..."]
      }
      turn.append(text(of: move, in: replay, notation))
      if let comment = file.comments[replay.ply + 1] { turn.append(braced(comment)) }
      if replay.toMove == .second {
        lines.append(turn.joined(separator: " "))
        turn = []
      }
      if replay.outcome != nil { replay = replay.withoutVerdict }
      try? replay.play(move)
    }
    if !turn.isEmpty { lines.append(turn.joined(separator: " ")) }
    return (lines + [resultText(file.result), ""]).joined(separator: "\n")
  }

  private static func header(_ file: GameFile, _ notation: XiangqiNotation) -> [String] {
    var lines = ["[Game \"Chinese Chess\"]"]
    var written: Set<GameFile.Tag> = []
    for (name, tag) in tagNames where written.insert(tag).inserted {
      if let value = file.tags[tag] { lines.append("[\(name) \"\(escaped(value))\"]") }
    }
    lines.append("[Result \"\(resultText(file.result))\"]")
    lines.append("[Format \"\(formatName(notation))\"]")
    return lines
  }

  private static func text(
    of move: Move,
    in position: XiangqiPosition,
    _ notation: XiangqiNotation
  ) -> String {
    let text = position.text(of: move, in: notation) ?? move.description
    // In PGN, ICCS has capitals and a dash.
    return notation == .iccs ? "\(text.prefix(2))-\(text.suffix(2))".uppercased() : text
  }

  /// A comment, which has no word for its own end.
  private static func braced(_ comment: String) -> String {
    "{\(comment.filter { $0 != "}" && $0 != "{" })}"
  }

  private static func formatName(_ notation: XiangqiNotation) -> String {
    switch notation {
    case .iccs: "ICCS"
    case .wxf: "WXF"
    case .chinese, .traditionalChinese: "Chinese"
    }
  }

  static func escaped(_ value: String) -> String {
    var text = ""
    for character in value {
      if character == "\"" || character == "\\" { text += "\\" }
      text.append(character)
    }
    return text
  }

  private static func resultText(_ result: GameFile.Result) -> String {
    switch result {
    case .firstWon: "1-0"
    case .secondWon: "0-1"
    case .draw: "1/2-1/2"
    case .unknown: "*"
    }
  }

  /// Reads what ends a game; nil for any other word.
  static func result(_ text: String) -> GameFile.Result? {
    switch text {
    case "1-0", "红胜", "红先胜", "红方胜", "紅勝": .firstWon
    case "0-1", "黑胜", "红先负", "黑方胜", "黑勝": .secondWon
    case "1/2-1/2", "和棋", "和局", "红先和": .draw
    case "*": .unknown
    default: nil
    }
  }
}
