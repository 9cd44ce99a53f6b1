/// Smart Game Format, FF[4], with games of Gomoku and renju (GM[4]).
///
/// The format is that of red-bean.com/sgf; which part of it is used, docs/reference/formats.md
/// says.
enum SmartGame {
  /// The properties that hold tags.
  static let tagNames: [(name: String, tag: GameFile.Tag)] = [
    ("EV", .event), ("PC", .site), ("DT", .date), ("RO", .round), ("PB", .firstPlayer),
    ("PW", .secondPlayer), ("BT", .firstTeam), ("WT", .secondTeam), ("ON", .opening),
    ("AN", .annotator),
  ]

  static func read(_ text: String, rule: GomokuRule?) throws(BrokenFile) -> GameFile {
    var tree = SmartGameTree(text)
    let nodes = try tree.readMainLine()
    var game = SmartGameReplay(cursor: tree.cursor, rule: rule)
    for (number, node) in nodes.enumerated() {
      try game.apply(node)
      if let parts = tree.variations[number + 1] { game.noteVariations(parts) }
    }
    return try game.finish()
  }

  static func write(_ file: GameFile, _ game: GomokuPosition) -> String {
    guard case .gomoku(let start) = file.start else { return "" }
    let known = file.countedFromBlack(of: game)
    var text =
      "(;FF[4]GM[4]CA[UTF-8]AP[Tabletooth]SZ[\(sizeText(game.size))]RU[\(rules(game.terms))]"
    for (name, tag) in tagNames {
      if let value = known.tags[tag] { text += "\(name)[\(escaped(value))]" }
    }
    text += "RE[\(resultText(known.result))]"
    if let comment = file.comments[0] { text += "C[\(escaped(comment))]" }
    text += setup(start)
    var colour = start.colourToMove
    for (number, point) in game.moves.compactMap({ $0.placedPoint }).enumerated() {
      text += number % 10 == 0 ? "\n" : ""
      text += ";\(colour == .first ? "B" : "W")[\(letters(point, size: game.size))]"
      if let comment = file.comments[number + 1] { text += "C[\(escaped(comment))]" }
      colour = colour.other
    }
    return text + ")\n"
  }

  /// The rule, and house rules after it: `freestyle edge-five=off`.
  ///
  /// How the game began and what a forbidden move costs are seen in the moves.
  private static func rules(_ terms: GomokuTerms) -> String {
    terms.rule.rawValue
      + (terms.edgeFives == .count ? "" : " edge-five=\(terms.edgeFives.rawValue)")
  }

  /// The stones of a start that is not the empty board.
  private static func setup(_ start: GomokuPosition) -> String {
    guard start.emptyCount < start.stones.count || start.colourToMove == .second else { return "" }
    var text = "\n"
    for (name, colour) in [("AB", Side.first), ("AW", .second)] {
      let points = start.stones.indices.filter { start.stones[$0] == colour }
        .map { "[\(letters(start.size.point(at: $0), size: start.size))]" }
      if !points.isEmpty { text += name + points.joined() }
    }
    return text + "PL[\(start.colourToMove == .first ? "B" : "W")]"
  }

  /// One number for a square board, and columns and rows for any other.
  private static func sizeText(_ size: BoardSize) -> String {
    size.isSquare ? "\(size.columns)" : "\(size.columns):\(size.rows)"
  }

  /// Column and row from the top left, as two letters.
  private static func letters(_ point: Point, size: BoardSize) -> String {
    let row = Point(column: size.rows - 1 - point.row, row: 0) ?? point
    return "\(point.description.prefix(1))\(row.description.prefix(1))"
  }

  private static func resultText(_ result: GameFile.Result) -> String {
    switch result {
    case .firstWon: "B+"
    case .secondWon: "W+"
    case .draw: "0"
    case .unknown: "?"
    }
  }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value {
      if character == "]" || character == "\\" || character == ":" { text += "\\" }
      text.append(character)
    }
    return text
  }
}

extension GameFile {
  /// The tags and the result as if Black were the first player, which after swap2 need not be so.
  func countedFromBlack(of game: GomokuPosition) -> (tags: [Tag: String], result: Result) {
    guard game.blackSide == .second else { return (tags, result) }
    var swapped = tags
    swapped[.firstPlayer] = tags[.secondPlayer]
    swapped[.secondPlayer] = tags[.firstPlayer]
    swapped[.firstTeam] = tags[.secondTeam]
    swapped[.secondTeam] = tags[.firstTeam]
    return (swapped, result.swapped)
  }
}
