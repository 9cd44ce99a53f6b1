/// Xiangqi as CCBridge writes one game in XML (`.cbf`).
///
/// A move is `<Move value="77-47"/>`: column and row from the top left, twice. The one with
/// `end="1"` is the last of the main line; variations after it are skipped.
enum CCBridgeMarkup {
  static func read(
    _ reader: MarkupReader,
    broken: BinaryGames.Fault
  ) throws(BrokenFile) -> GameFile {
    var reader = reader
    var game = GameRecord(from: .xiangqi(XiangqiPosition()))
    while let element = reader.next() {
      let offset = reader.offset
      let text = reader.takeText()
      guard element.name == "Move" else {
        try apply(element.name, text, at: offset, to: &game, broken)
        continue
      }
      let value = element.attributes["value"] ?? ""
      // The first one has only what is said of the start.
      if value != "00-00" {
        try play(value, at: element.offset, in: &game, broken)
      }
      game.note(text, after: game.position.ply)
      if element.attributes["end"] == "1" { break }
    }
    return game.file()
  }

  private static func apply(
    _ name: String,
    _ text: String,
    at offset: Int,
    to game: inout GameRecord,
    _ broken: BinaryGames.Fault
  ) throws(BrokenFile) {
    let value = text.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
    guard !value.isEmpty else { return }
    switch name {
    case "FEN":
      do {
        game.start(from: .xiangqi(try XiangqiPosition(text: value)))
      } catch {
        throw broken("«\(value.prefix(20))»", error.expected, offset)
      }
    case "RecordResult": game.result = result(value)
    default:
      if let tag = tagNames.first(where: { $0.name == name })?.tag { game.tags[tag] = value }
    }
  }

  private static let tagNames: [(name: String, tag: GameFile.Tag)] = [
    ("Name", .event), ("Contest", .event), ("Round", .round), ("Date", .date), ("Site", .site),
    ("Red", .firstPlayer), ("RedTeam", .firstTeam), ("Black", .secondPlayer),
    ("BlackTeam", .secondTeam), ("Commentator", .annotator),
  ]

  private static func result(_ value: String) -> GameFile.Result {
    switch value {
    case "1": .firstWon
    case "2": .secondWon
    case "3", "4": .draw
    default: .unknown
    }
  }

  private static func play(
    _ value: String,
    at offset: Int,
    in game: inout GameRecord,
    _ broken: BinaryGames.Fault
  ) throws(BrokenFile) {
    let found = "«\(value.prefix(20))»"
    let signs = Array(value)
    guard signs.count == 5, signs[2] == "-", let from = DhtmlXQFile.point(signs[0], signs[1]),
      let to = DhtmlXQFile.point(signs[3], signs[4])
    else { throw broken(found, "two points like 77-47", offset) }
    do {
      try game.play(.carry(from: from, to: to))
    } catch {
      throw broken(found, error.expectation, offset)
    }
  }
}
