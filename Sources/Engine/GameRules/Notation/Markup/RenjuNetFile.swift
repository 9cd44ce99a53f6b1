/// The games of RenjuNet's database (RIF): XML with tables of players, tournaments and openings.
///
/// A game is `<game black="2" white="1" bresult="0" …><move>h8 h9 i8</move></game>`.
struct RenjuNetFile {
  /// Where each game begins.
  let starts: [Int]
  /// What the tables say, by the name of an element and its number.
  private let names: [String: String]

  /// Looks through the whole file.
  init(_ reader: MarkupReader) {
    var reader = reader
    var starts: [Int] = []
    var names: [String: String] = [:]
    while let element = reader.next() {
      if element.name == "game" {
        starts.append(element.offset)
      } else if let number = element.attributes["id"] {
        let words = ["name", "surname"].compactMap { element.attributes[$0] }
        names["\(element.name) \(number)"] = words.joined(separator: " ")
        if let year = element.attributes["year"] { names["year \(number)"] = year }
      }
    }
    (self.starts, self.names) = (starts, names)
  }

  /// Reads the game that begins here.
  ///
  /// - Parameters:
  ///   - reader: The file, at the beginning of the game.
  ///   - rule: What wins; nil for Renju.
  ///   - broken: Makes the error of what was found, of what was expected, and its place.
  /// - Returns: The game, which may have no moves.
  /// - Throws: what `broken` makes.
  func read(
    _ reader: MarkupReader,
    rule: GomokuRule?,
    broken: BinaryGames.Fault
  ) throws(BrokenFile) -> GameFile {
    var reader = reader
    let rule = rule ?? .renju
    let terms = GomokuTerms(rule: rule, fouls: rule == .renju ? .loses : .refused)
    var game = GameRecord(from: .gomoku(GomokuPosition(terms ?? GomokuTerms(rule: rule))))
    if let element = reader.next() { (game.tags, game.result) = said(of: element.attributes) }
    while let element = reader.next(), element.name != "game" {
      guard element.name == "move" else { continue }
      while let (word, offset) = reader.takeWord() {
        guard let point = Point(word) else { throw broken("«\(word)»", "a point like h8", offset) }
        do {
          try game.play(.place(point))
        } catch {
          throw broken("«\(word)»", error.expectation, offset)
        }
      }
      break
    }
    return game.file()
  }

  private func said(
    of game: [String: String]
  ) -> (tags: [GameFile.Tag: String], result: GameFile.Result) {
    var tags: [GameFile.Tag: String] = [:]
    for (tag, table, attribute) in [
      (GameFile.Tag.firstPlayer, "player", "black"), (.secondPlayer, "player", "white"),
      (.event, "tournament", "tournament"), (.date, "year", "tournament"),
      (.opening, "opening", "opening"),
    ] {
      tags[tag] = game[attribute].flatMap { names["\(table) \($0)"] }
    }
    tags[.round] = game["round"]
    switch game["bresult"] {
    case "1": return (tags, .firstWon)
    case "0": return (tags, .secondWon)
    case "0.5": return (tags, .draw)
    default: return (tags, .unknown)
    }
  }
}
