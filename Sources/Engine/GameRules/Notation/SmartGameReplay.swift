/// A game that grows node by node out of an SGF file.
struct SmartGameReplay {
  /// For the places of errors.
  let cursor: TextCursor
  /// What wins, whatever the file says.
  let rule: GomokuRule?

  private var gameValue: SmartGameTree.Value?
  private var sizeValue: SmartGameTree.Value?
  private var ruleValue: SmartGameTree.Value?
  private var setup: [(colour: Side?, value: SmartGameTree.Value)] = []
  private var firstColour: Side?
  private var moves: [(colour: Side, value: SmartGameTree.Value)] = []
  private var tags: [GameFile.Tag: String] = [:]
  private var result = GameFile.Result.unknown
  private var comments: [Int: String] = [:]
  private var variations: [Int: [SmartGameTree.Part]] = [:]

  init(cursor: TextCursor, rule: GomokuRule?) {
    self.cursor = cursor
    self.rule = rule
  }

  mutating func apply(_ node: [SmartGameTree.Property]) throws(BrokenFile) {
    for property in node { try apply(property) }
    // A comment may stand before the move in its node.
    let said = node.filter { ["C", "N", "V"].contains($0.name) }.flatMap { property in
      property.values.map { property.name == "V" ? "value \($0.text)" : $0.text }
    }
    if !said.isEmpty {
      comments[moves.count, default: ""] += said.joined(separator: " ")
    }
  }

  /// Takes the variations that leave the main line after the nodes so far.
  mutating func noteVariations(_ parts: [SmartGameTree.Part]) {
    variations[moves.count, default: []] += parts
  }

  /// The longest text that the variations at one move become, in bytes.
  private static let longestText = 20_000

  /// Variations in one line, such as `or (i9 “a fork” j10 (i10))`.
  private func text(of parts: [SmartGameTree.Part], size: BoardSize) -> String {
    var text = "or"
    for part in parts {
      guard text.utf8.count < Self.longestText else { return text + " …" }
      switch part {
      case .begin: text += " ("
      case .end: text += ")"
      case .node(let node):
        let words = node.flatMap { said(of: $0, size: size) }.joined(separator: " ")
        text += (text.last == "(" || words.isEmpty ? "" : " ") + words
      }
    }
    return text
  }

  /// What one property of a variation's node says.
  private func said(of property: SmartGameTree.Property, size: BoardSize) -> [String] {
    property.values.compactMap { value in
      switch property.name {
      case "B", "W":
        Self.point(value.raw, size: size)?.description ?? value.text
      case "C", "N": "“\(value.text)”" as String?
      case _: nil
      }
    }
  }

  /// Plays what was taken.
  func finish() throws(BrokenFile) -> GameFile {
    try expectGomoku()
    let terms = try readRules()
    let start = try startPosition(terms)
    var game = GameRecord(from: .gomoku(start))
    (game.tags, game.result) = (tags, result)
    game.tags[.opening] = tags[.opening] ?? ruleValue.flatMap { Self.opening($0.text) }
    // No rules of ours have a pass (docs/reference/rules/gomoku.md, G12).
    let end = moves.firstIndex { Self.isPass($0.value.raw, terms.size) } ?? moves.count
    for (ply, comment) in comments where ply <= end { game.note(comment, after: ply) }
    for (ply, parts) in variations where ply <= end {
      game.note(text(of: parts, size: terms.size), after: ply)
    }
    if end < moves.count { game.note(MoveTree.pass, after: end) }
    var next = start.colourToMove
    for (colour, value) in moves[..<end] {
      guard colour == next else {
        throw cursor.broken("a move of \(next == .first ? "Black" : "White")", at: value.offset)
      }
      next = next.other
      let point = try readPoint(value.raw, at: value.offset, size: terms.size)
      do {
        try game.play(.place(point))
      } catch {
        throw cursor.broken(error.expectation, at: value.offset)
      }
    }
    return game.file()
  }

  /// True if a move has no point; `tt` is an old word for a pass, where no such point is.
  private static func isPass(_ text: String, _ size: BoardSize) -> Bool {
    text.allSatisfy { $0.isWhitespace } || text == "tt" && min(size.columns, size.rows) < 20
  }

  private mutating func apply(_ property: SmartGameTree.Property) throws(BrokenFile) {
    guard let first = property.values.first else { return }
    switch property.name {
    case "GM": gameValue = first
    case "SZ": sizeValue = first
    case "RU": ruleValue = first
    case "RE": result = Self.result(first.text)
    case "B": moves.append((.first, first))
    case "W": moves.append((.second, first))
    case "AB", "AW", "AE", "PL": try takeSetup(property)
    default:
      let known = SmartGame.tagNames.first { $0.name == property.name }
      if let known { tags[known.tag] = first.text }
    }
  }

  /// Refuses other games than Gomoku, unless the board is one that only Gomoku has.
  ///
  /// Some programs leave the number of Go in a file.
  private func expectGomoku() throws(BrokenFile) {
    guard let gameValue, gameValue.text != "4", sizeValue?.text != "15" else { return }
    throw cursor.broken("4, the number of Gomoku", at: gameValue.offset)
  }

  private mutating func takeSetup(_ property: SmartGameTree.Property) throws(BrokenFile) {
    guard moves.isEmpty else {
      throw cursor.broken("only moves after the first move", at: property.offset)
    }
    guard property.name == "PL" else {
      let colour: Side? =
        property.name == "AB" ? .first : property.name == "AW" ? .second : nil
      setup += property.values.map { (colour, $0) }
      return
    }
    switch property.values.first?.text.lowercased() {
    case "b", "black", "1": firstColour = .first
    case "w", "white", "2": firstColour = .second
    default: throw cursor.broken("B or W, who is to move", at: property.values.first?.offset)
    }
  }

  private func readRules() throws(BrokenFile) -> GomokuTerms {
    let rule = try readRule()
    let edgeFives = try readEdgeFives(rule)
    guard let value = sizeValue else {
      return Self.terms(rule, 15, edgeFives) ?? GomokuTerms(rule: rule)
    }
    // Some programs write both sides of a square board, too.
    let sides = value.text.split(separator: ":").map { Int($0) }
    guard let columns = sides.first ?? nil, let rows = sides.last ?? nil, sides.count <= 2,
      case let size = BoardSize(columns: columns, rows: rows),
      let terms = Self.terms(rule, size, edgeFives)
    else {
      throw cursor.broken(
        rule == .freestyle ? GomokuTerms.freestyleSizes : "a size of 15 under this rule",
        at: value.offset
      )
    }
    return terms
  }

  /// Under renju a forbidden move loses: a file tells what was played.
  private static func terms(
    _ rule: GomokuRule,
    _ size: BoardSize,
    _ edgeFives: EdgeFives
  ) -> GomokuTerms? {
    let fouls = rule == .renju ? FoulPolicy.loses : .refused
    return GomokuTerms(rule: rule, size: size, fouls: fouls, edgeFives: edgeFives)
  }

  /// True if a row along an edge wins: the house rule that this program writes behind the rule.
  ///
  /// Renju has no such house rule; where another rule than the file's is asked for, the file's own
  /// is left out with it.
  private func readEdgeFives(_ played: GomokuRule) throws(BrokenFile) -> EdgeFives {
    guard let value = ruleValue, let edgeFives = Self.edgeFives(value.text) else { return .count }
    guard played == .renju || edgeFives == .wrap && played != .freestyle else { return edgeFives }
    guard rule != nil else {
      throw cursor.broken(
        edgeFives == .wrap
          ? "freestyle before edge-five=wrap"
          : "freestyle or standard before edge-five=off, or renju alone",
        at: value.offset
      )
    }
    return .count
  }

  /// The house rule at the end of `RU`, if there is one.
  private static func edgeFives(_ text: String) -> EdgeFives? {
    [.off, .wrap].first { text.lowercased().hasSuffix(edgeRule($0)) }
  }

  private static func edgeRule(_ edgeFives: EdgeFives) -> String {
    " edge-five=\(edgeFives.rawValue)"
  }

  private func readRule() throws(BrokenFile) -> GomokuRule {
    if let rule { return rule }
    guard let value = ruleValue else { return .freestyle }
    let text = value.text.lowercased()
    let house = Self.edgeFives(text).map { Self.edgeRule($0).count } ?? 0
    switch String(text.dropLast(house)) {
    case "", "0", "freestyle", "free", "gomoku": return .freestyle
    case "1", "standard", "exactly five", "exact five": return .standard
    case "4", "renju", "rif": return .renju
    case let name where Self.opening(name) != nil:
      return name.hasPrefix("swap") ? .freestyle : .renju
    default: throw cursor.broken("freestyle, standard or renju", at: value.offset)
    }
  }

  /// The opening rule that `RU` names in place of a rule, such as `Taraguchi-10` or `Free Renju`;
  /// nil for none.
  private static func opening(_ text: String) -> String? {
    let name = text.lowercased().filter { $0.isLetter }
    // Soosõrv is spelled with o, õ, y and other letters.
    let openings = ["taraguchi", "yamaguchi", "soos", "sakata", "tarannikov", "swap"]
    let isKindOfRenju = name.hasSuffix("renju") && name != "renju"
    return isKindOfRenju || openings.contains { name.hasPrefix($0) } ? text : nil
  }

  private func startPosition(_ terms: GomokuTerms) throws(BrokenFile) -> GomokuPosition {
    var start = GomokuPosition(terms)
    for (colour, value) in setup {
      for point in try readPoints(value, size: terms.size) {
        start.stones[terms.size.index(of: point)] = colour
      }
    }
    start.colourToMove = firstColour ?? moves.first?.colour ?? .first
    // The text reads counts, hash and a game that is over already.
    let text = start.text
    do {
      return try GomokuPosition(text: text, terms: terms)
    } catch {
      throw cursor.broken(error.expected, at: setup.first?.value.offset)
    }
  }

  /// One point, or the rectangle between two.
  private func readPoints(
    _ value: SmartGameTree.Value,
    size: BoardSize
  ) throws(BrokenFile) -> [Point] {
    let ends = value.raw.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let first = try readPoint(String(ends.first ?? ""), at: value.offset, size: size)
    guard ends.count == 2, let second = ends.last else { return [first] }
    let last = try readPoint(
      String(second),
      at: value.offset + (ends.first?.count ?? 0) + 1,
      size: size
    )
    let columns = min(first.column, last.column)...max(first.column, last.column)
    let rows = min(first.row, last.row)...max(first.row, last.row)
    return rows.flatMap { row in
      columns.compactMap { Point(column: $0, row: row) }
    }
  }

  /// Two letters from the top left (`hh`), or a letter and a number from the bottom left (`h8`).
  private func readPoint(
    _ text: String,
    at offset: Int,
    size: BoardSize
  ) throws(BrokenFile) -> Point {
    guard let point = Self.point(text, size: size) else {
      throw cursor.broken("a point of the board, like hh or h8", at: offset)
    }
    return point
  }

  private static func point(_ text: String, size: BoardSize) -> Point? {
    let bytes = Array(text.utf8.prefix(3))
    if bytes.count == 2, bytes.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains),
      let point = Point(
        column: Int(bytes[0] - UInt8(ascii: "a")),
        row: size.rows - 1 - Int(bytes[1] - UInt8(ascii: "a"))
      ), size.contains(point)
    {
      return point
    }
    return Point(text).flatMap { size.contains($0) ? $0 : nil }
  }

  private static func result(_ text: String) -> GameFile.Result {
    switch text.uppercased() {
    case let text where text.hasPrefix("B+"): .firstWon
    case let text where text.hasPrefix("W+"): .secondWon
    case "0", "DRAW": .draw
    default: .unknown
    }
  }
}
