/// Xiangqi as the pages and programs of dpxq keep it: `[DhtmlXQ_movelist]7747…[/DhtmlXQ_movelist]`.
///
/// A point is two digits, its column from Red's left and its row from Black's side.
enum DhtmlXQFile {
  /// The fields that hold tags; the first for a tag is the one written.
  static let tagNames: [(name: String, tag: GameFile.Tag)] = [
    ("event", .event), ("place", .site), ("date", .date), ("round", .round),
    ("red", .firstPlayer), ("black", .secondPlayer), ("redteam", .firstTeam),
    ("blackteam", .secondTeam), ("open", .opening), ("remark", .annotator),
    ("redname", .firstPlayer), ("blackname", .secondPlayer),
  ]

  /// What the first field begins with.
  private static let mark = "[DhtmlXQ"
  /// The same in the name of a frame of a saved page, where signs are in percent.
  private static let encodedMark = "%5BDhtmlXQ"

  /// True if a text has fields, or is a list of moves alone.
  static func isGame(_ text: String) -> Bool {
    // A page has much before them.
    let start = text.first == "<" ? text[...] : text.prefix(1_000)
    return start.contains(text: mark) || start.contains(text: encodedMark) || isMoveList(start)
  }

  /// True if a text has nothing but digits, and begins with a first move.
  private static func isMoveList(_ text: Substring) -> Bool {
    let digits = text.filter { !$0.isWhitespace && $0 != "\u{feff}" }
    let four = Array(digits.prefix(4))
    guard four.count == 4, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let from = point(four[0], four[1]), let to = point(four[2], four[3])
    else { return false }
    return XiangqiPosition().isLegal(.carry(from: from, to: to))
  }

  /// A text with the characters that `%5B` and `%u7532` stand for.
  private static func withoutPercents(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let isWide = bytes[place...].dropFirst().first == UInt8(ascii: "u")
      let digits = bytes[place...].dropFirst(isWide ? 2 : 1).prefix(isWide ? 4 : 2)
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      if bytes[place] == UInt8(ascii: "%"), digits.count == (isWide ? 4 : 2),
        digits.allSatisfy({ $0 > 0x2f }), let scalar = number.flatMap(Unicode.Scalar.init)
      {
        plain += isWide ? Array(String(Character(scalar)).utf8) : [UInt8(scalar.value)]
        place = digits.endIndex
      } else {
        plain.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  static func read(_ text: String) throws(BrokenFile) -> GameFile {
    var cursor = TextCursor(text)
    var fields = takeFields(&cursor)
    if fields["movelist"] == nil, isMoveList(text[...]) {
      let digits = text.drop { $0 == "\u{feff}" }
      fields["movelist"] = Field(text: String(digits), offset: text.count - digits.count)
    } else if fields["movelist"] == nil, text.contains(text: encodedMark) {
      cursor = TextCursor(withoutPercents(text))
      fields = takeFields(&cursor)
    }
    guard let moves = fields["movelist"] else {
      throw cursor.broken("[DhtmlXQ_movelist] and the moves", at: 0)
    }
    let steps = try steps(moves, cursor)
    var game = GameRecord(from: .xiangqi(try start(fields, steps.first, cursor)))
    game.result = fields["result"].flatMap { PortableGame.result($0.text) } ?? .unknown
    for (name, tag) in tagNames where game.tags[tag] == nil {
      if let value = fields[name], !value.text.isEmpty { game.tags[tag] = value.text }
    }
    var lines = DhtmlXQLines(mainLine: steps)
    for (name, field) in fields {
      guard let variation = DhtmlXQLines.Variation(field: name) else { continue }
      lines.add(variation, try Self.steps(field, cursor))
    }
    let tree = lines.tree { line, step in
      (fields["comment\(line)_\(step)"] ?? (line == 0 ? fields["comment\(step)"] : nil))?
        .text.replacing(text: "||", with: " ")
    }
    try tree.play(into: &game) { cursor.broken($1, at: $2) }
    return game.file()
  }

  static func write(_ file: GameFile, _ game: XiangqiPosition) -> String {
    var fields = [("ver", "www_dpxq_com"), ("binit", board(game.start))]
    fields.append(("movelist", game.moves.map(digits).joined()))
    var written: Set<GameFile.Tag> = []
    for (name, tag) in tagNames where written.insert(tag).inserted {
      if let value = file.tags[tag] { fields.append((name, value)) }
    }
    let result: String? =
      switch file.result {
      case .firstWon: "红胜"
      case .secondWon: "黑胜"
      case .draw: "和棋"
      case .unknown: nil
      }
    if let result { fields.append(("result", result)) }
    fields += file.comments.sorted { $0.key < $1.key }.map { ("comment\($0.key)", $0.value) }
    // A field has no way to write its own end.
    let lines = fields.map { name, value in
      "[DhtmlXQ_\(name)]\(value.replacing(text: "[/", with: "/"))[/DhtmlXQ_\(name)]"
    }
    return (["[DhtmlXQ]"] + lines + ["[/DhtmlXQ]", ""]).joined(separator: "\n")
  }

  // MARK: Fields

  private struct Field {
    let text: String
    let offset: Int
  }

  /// Takes every field; text around them is skipped.
  private static func takeFields(_ cursor: inout TextCursor) -> [String: Field] {
    var fields: [String: Field] = [:]
    while !cursor.isAtEnd {
      _ = cursor.take { $0 != "[" }
      guard cursor.skip("[") else { break }
      var ahead = cursor
      let name = ahead.take { $0 != "]" && $0 != "[" && !$0.isWhitespace }
      guard name.hasPrefix("DhtmlXQ_"), ahead.skip("]") else { continue }
      let offset = ahead.offset
      let value = takeValue(&ahead)
      cursor = ahead
      let key = String(name.dropFirst("DhtmlXQ_".count)).lowercased()
      if fields[key]?.text.isEmpty ?? true { fields[key] = Field(text: value, offset: offset) }
    }
    return fields
  }

  /// Takes a value up to `[/` or the end.
  private static func takeValue(_ cursor: inout TextCursor) -> String {
    var value = ""
    while !cursor.isAtEnd {
      value += cursor.take { $0 != "[" }
      var ahead = cursor
      ahead.advance()
      if ahead.next == "/" || cursor.isAtEnd { break }
      value += cursor.take { $0 == "[" }
    }
    return value
  }

  // MARK: Moves

  private static func steps(
    _ field: Field,
    _ cursor: TextCursor
  ) throws(BrokenFile) -> [DhtmlXQLines.Step] {
    var steps: [DhtmlXQLines.Step] = []
    var four: [Character] = []
    var start = 0
    for (offset, digit) in field.text.enumerated() where !digit.isWhitespace {
      if four.isEmpty { start = field.offset + offset }
      four.append(digit)
      guard four.count == 4 else { continue }
      guard let from = point(four[0], four[1]), let to = point(four[2], four[3]) else {
        throw cursor.broken("two points like 7747", at: start)
      }
      steps.append((.carry(from: from, to: to), start))
      four.removeAll(keepingCapacity: true)
    }
    guard four.isEmpty else { throw cursor.broken("two points like 7747", at: start) }
    return steps
  }

  static func point(_ column: Character, _ row: Character) -> Point? {
    guard column.isASCII, row.isASCII, let column = column.wholeNumberValue,
      let row = row.wholeNumberValue, let point = Point(column: column, row: 9 - row)
    else { return nil }
    return point.isOnXiangqiBoard ? point : nil
  }

  private static func digits(_ move: Move) -> String {
    guard case .carry(let from, let to) = move.action else { return "" }
    return digits(from) + digits(to)
  }

  private static func digits(_ point: Point) -> String { "\(point.column)\(9 - point.row)" }

  // MARK: The board

  /// The pieces in the order of `binit`, Red's and then Black's.
  private static let pieces: [XiangqiPiece] = [Side.first, .second].flatMap { side in
    "rnbakabnrccppppp".compactMap { XiangqiPiece(letter: $0) }.map { XiangqiPiece($0.kind, side) }
  }

  /// Reads where the pieces stand; who moves, the first move tells.
  private static func start(
    _ fields: [String: Field],
    _ first: DhtmlXQLines.Step?,
    _ cursor: TextCursor
  ) throws(BrokenFile) -> XiangqiPosition {
    if let fen = fields["fen"], !fen.text.isEmpty {
      return try XiangqiPosition(fen: fen.text, at: fen.offset, cursor)
    }
    guard let field = fields["binit"], !field.text.isEmpty else { return XiangqiPosition() }
    let digits = Array(field.text.filter { !$0.isWhitespace })
    guard digits.count == 64 else {
      throw cursor.broken("the points of 32 pieces", at: field.offset)
    }
    var board: [XiangqiPiece?] = Array(repeating: nil, count: 90)
    for (number, piece) in pieces.enumerated() {
      // A piece that is not on the board stands on 99.
      if let point = point(digits[number * 2], digits[number * 2 + 1]) {
        board[point.index(size: 9)] = piece
      }
    }
    guard board.count(where: { $0?.kind == .general }) == 2 else {
      throw cursor.broken("a board with one general of each side", at: field.offset)
    }
    var side = Side.first
    if case .carry(let from, _)? = first?.move.action {
      side = board[from.index(size: 9)]?.side ?? .first
    }
    let position = XiangqiPosition(board: board, toMove: side, quietMoves: 0, firstTurn: 1)
    // The text reads the checks of a position that a file can hold.
    return try XiangqiPosition(fen: position.text, at: field.offset, cursor)
  }

  private static func board(_ start: XiangqiPosition) -> String {
    var places: [XiangqiPiece: [Point]] = [:]
    for row in 0..<10 {
      for column in 0..<9 {
        guard let point = Point(column: 8 - column, row: row),
          let piece = start.piece(at: point)
        else { continue }
        places[piece, default: []].append(point)
      }
    }
    return pieces.map { piece in
      guard var points = places[piece], !points.isEmpty else { return "99" }
      let point = points.removeFirst()
      places[piece] = points
      return digits(point)
    }.joined()
  }
}
