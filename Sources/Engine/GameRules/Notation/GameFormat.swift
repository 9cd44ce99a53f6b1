/// The formats that games are kept in (docs/reference/formats.md).
public enum GameFormat: String, CaseIterable, Sendable {
  /// Gomoku as Smart Game Format, FF[4] with GM[4].
  case sgf
  /// Gomoku as Piskvork saves it; the records of Gomotur (`.rec`) are read too.
  case psq
  /// Gomoku as one line of points, such as `h8i9j10`.
  case pos
  /// Xiangqi as a FEN, with `moves` after it.
  case fen
  /// Xiangqi as PGN in ICCS, such as `H2-E2`.
  case iccs
  /// Xiangqi as PGN in WXF, such as `C2.5`.
  case wxf
  /// Xiangqi as PGN in Chinese, such as `炮二平五`.
  case chinese
  /// Xiangqi as the pages of dpxq keep it.
  case dhtmlxq
  /// Liuzhou chess as a state and lines of turns.
  case text
  /// Reversi in the Generic Game Format.
  case ggf
  /// Chess as PGN in SAN, such as `Nf3`.
  case pgn
  /// Chess as a FEN or EPD, with `moves` after it.
  case epd

  /// The game that this format holds.
  public var game: GameKind {
    switch self {
    case .sgf, .psq, .pos: .gomoku
    case .fen, .iccs, .wxf, .chinese, .dhtmlxq: .xiangqi
    case .text: .liuzhou
    case .ggf: .reversi
    case .pgn, .epd: .chess
    }
  }

  /// The name that a person types and reads.
  public var name: String { self == .text ? "turns" : rawValue }

  /// The same for a text that is meant by `pgn`: Xiangqi where it is no chess.
  public func refined(by text: String) -> GameFormat {
    self == .pgn && !ChessGameReader.isChess(String(text.prefix(20_000))) ? .chinese : self
  }

  /// True if brackets hold a game together, over any number of lines.
  var isTree: Bool { self == .sgf || self == .ggf }

  /// The format that the end of a file's name tells; nil where it tells none.
  ///
  /// `.pgn` and `.wxf` give ``chinese``, whose reader takes all three notations of Xiangqi.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[dot...].dropFirst().lowercased() {
    case "sgf": self = .sgf
    case "psq", "rec": self = .psq
    case "pos": self = .pos
    case "fen": self = .fen
    case "ggf": self = .ggf
    case "epd": self = .epd
    case "pgn", "wxf": self = .chinese
    default: return nil
    }
  }

  /// The formats that a file may have by its name and its text, as far as they tell.
  ///
  /// DhtmlXQ has no name of its own and is told by its text, whatever the name; so is chess in
  /// `.pgn` and `.fen`.
  public static func fitting(_ text: String, fileName: String) -> [GameFormat] {
    let fitting = fitting(text)
    guard let named = GameFormat(fileName: fileName), fitting != [.dhtmlxq] else { return fitting }
    // Xiangqi and chess share two endings.
    if named == .chinese, ChessGameReader.isChess(String(text.prefix(20_000))) { return [.pgn] }
    return named == .fen && fitting == [.epd] ? fitting : [named]
  }

  /// The formats that a text looks like: none, one, or several that it does not tell apart.
  public static func fitting(_ text: String) -> [GameFormat] {
    let start = String(text.prefix(1_000))
    if DhtmlXQFile.isGame(text) { return [.dhtmlxq] }
    if PiskvorkFile.isRecord(start) { return [.psq] }
    var cursor = TextCursor(start)
    cursor.skipByteOrderMark()
    cursor.skipWhitespace()
    while cursor.next == "#" {
      _ = cursor.takeLine()
      cursor.skipWhitespace()
    }
    let word = cursor.takeWord()
    switch word.first {
    case "(": return [GenericGameFile.format(of: start)]
    case "[", "{": return [ChessGameReader.isChess(text) ? .pgn : .chinese]
    case _ where word.hasPrefix("Piskvorky"): return [.psq]
    case nil: return []
    default: return fitting(rows: word.count { $0 == "/" } + 1) ?? fitting(words: start)
    }
  }

  /// The format of a text that begins with a position of so many rows.
  private static func fitting(rows: Int) -> [GameFormat]? {
    switch rows {
    case 6: [.text]
    case 8: [.epd]
    case 10...: [.fen]
    default: nil
    }
  }

  /// The formats of a text that begins with moves or with words.
  private static func fitting(words text: String) -> [GameFormat] {
    let narrow = String(text.map { $0.narrow })
    if narrow.split(whereSeparator: { $0.isWhitespace }).joined().contains(text: "(;") {
      return [.sgf]
    }
    let all = narrow.split { $0.isWhitespace || $0 == "." }.map(String.init)
    let words = all.filter { Int($0) == nil }
    let isPoints = !words.isEmpty && words.allSatisfy(PointList.isPoints)
    let moves = [0, 1].map(XiangqiWord.init(firstRank:))
    let isXiangqi =
      isPoints
      ? words.allSatisfy { word in moves.contains { $0.coordinates(word) != nil } }
      : words.contains { word in moves.contains { $0.isMove(word) } }
    // Moves have numbers, and points may have them.
    let isPosition = isPoints && !(isXiangqi && words.count < all.count)
    return (isPosition ? [.pos] : []) + (isXiangqi ? [.chinese] : [])
      + (ChessGameReader.isChess(text) ? [.pgn] : [])
  }
}

/// What a format cannot hold of a game.
public enum Inexpressible: Error, Hashable, Sendable {
  /// The format is one of another game.
  case otherGame(GameFormat, GameKind)
  /// The format knows only the usual start.
  case startPosition(GameFormat)
  /// The format knows only boards of 15 by 15 points.
  case boardSize(GameFormat, BoardSize)
  /// The format has no word for a house rule.
  case houseRule(GameFormat)
}

extension Inexpressible: CustomStringConvertible {
  /// One line, such as `sgf holds games of gomoku, and this is xiangqi`.
  public var description: String {
    switch self {
    case .otherGame(let format, let game):
      "\(format.name) holds games of \(format.game.rawValue), and this is \(game.rawValue)"
    case .startPosition(let format):
      "\(format.rawValue) cannot hold a start position, and this game has one"
    case .boardSize(let format, let size):
      "\(format.rawValue) holds boards of 15 by 15 points, and this one has \(size.columns) by \(size.rows)"
    case .houseRule(let format):
      "\(format.rawValue) has no word for a house rule, and this game has one"
    }
  }
}

extension GameFile {
  /// Reads a file's text.
  ///
  /// - Parameters:
  ///   - text: at most ``maximumSize`` bytes.
  ///   - format: which format it is in.
  ///   - rule: what wins in Gomoku; nil for what the file says, or else freestyle.
  ///   - size: how many points a side of the Gomoku board has, where the file does not say it.
  /// - Throws: where the text goes wrong; moves against the rules are such a place too.
  public init(
    reading text: String,
    as format: GameFormat,
    rule: GomokuRule? = nil,
    size: Int? = nil
  ) throws(BrokenFile) {
    try Self.check(text)
    switch format {
    case .sgf: self = try SmartGame.read(text, rule: rule)
    case .psq: self = try PiskvorkFile.read(text, rule: rule, size: size)
    case .pos: self = try PointList.read(text, rule: rule, size: size)
    case .fen: self = try FENLine.read(text)
    case .dhtmlxq: self = try DhtmlXQFile.read(text)
    case .iccs, .wxf, .chinese: self = try PortableGame.read(text, rule: rule, size: size)
    case .text: self = try TurnList.read(text)
    case .ggf: self = try GenericGameFile.read(text)
    case .pgn, .epd: self = try ChessGameFile.read(text, as: format)
    }
  }

  private static func check(_ text: String) throws(BrokenFile) {
    guard !text.isEmpty else {
      throw BrokenFile(line: 1, column: 1, found: "an empty file", expected: "a game")
    }
    let size = text.utf8.count
    guard size <= maximumSize else {
      throw BrokenFile(
        line: 1,
        column: 1,
        found: "\(size) bytes",
        expected: "at most \(maximumSize)"
      )
    }
  }

  /// Refuses formats without a word for house rules about rows at an edge: all but SGF.
  private func checkEdgeRule(_ format: GameFormat) throws(Inexpressible) {
    guard case .gomoku(let game) = position, game.terms.edgeFives != .count else { return }
    if format == .psq || format == .pos { throw .houseRule(format) }
  }

  /// The file's text, with a line break at its end.
  ///
  /// What was played is never lost; which tags are, docs/reference/formats.md says.
  /// - Throws: what the format cannot hold.
  public func text(as format: GameFormat) throws(Inexpressible) -> String {
    try checkEdgeRule(format)
    return switch (position, format) {
    case (.gomoku(let game), .sgf): SmartGame.write(self, game)
    case (.gomoku(let game), .psq): try PiskvorkFile.write(self, game)
    case (.gomoku(let game), .pos): try PointList.write(self, game)
    case (.xiangqi(let game), .fen): FENLine.write(start, game.moves)
    case (.xiangqi(let game), .dhtmlxq): DhtmlXQFile.write(self, game)
    case (.xiangqi(let game), .iccs): PortableGame.write(self, game, in: .iccs)
    case (.xiangqi(let game), .wxf): PortableGame.write(self, game, in: .wxf)
    case (.xiangqi(let game), .chinese): PortableGame.write(self, game, in: .chinese)
    case (.liuzhou(let game), .text): TurnList.write(game)
    case (.reversi(let game), .ggf): GenericGameFile.write(self, game)
    case (.chess(let game), .pgn): ChessGameFile.write(self, game)
    case (.chess(let game), .epd): FENLine.write(start, game.moves)
    case (.gomoku, _), (.xiangqi, _), (.liuzhou, _), (.reversi, _), (.chess, _):
      throw .otherGame(format, game.kind)
    }
  }
}
