extension ChessPosition {
  /// The FEN of the start.
  public static let startText = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

  /// The highest number of a turn, and of moves without a capture or pawn move.
  private static let lastTurn = 9_999

  /// The position as a FEN.
  ///
  /// The square of en passant is written only where such a capture is legal.
  public var text: String {
    let ranks = RankText.write(rows: 8, columns: 8) { ChessPiece(code: setup.cells[$0])?.letter }
    var rights = ""
    for (number, letter) in ["K", "Q", "k", "q"].enumerated() where setup.rights >> number & 1 == 1
    {
      rights += letter
    }
    let passant = setup.passant == 0 ? "-" : Point(index: Int(setup.passant), size: 8).description
    return ranks + (toMove == .first ? " w " : " b ")
      + (rights.isEmpty ? "-" : rights) + " \(passant) \(setup.quiet) \(turn)"
  }

  /// The number of the turn, as a FEN and a record count it.
  public var turn: Int {
    let firstSide: Side = ply % 2 == 0 ? toMove : toMove.other
    return min(Self.lastTurn, firstTurn + (ply + (firstSide == .first ? 0 : 1)) / 2)
  }

  /// Reads a FEN; what follows the side to move may be left out.
  ///
  /// Castling rights without king or rook in their places and squares of en passant where no such
  /// capture is legal are read over. Refused are pawns on the first and last row, more pieces than
  /// pawns could become, and a king that could be taken at once.
  public init(text: String) throws(TextError) {
    var cursor = TextCursor(text)
    cursor.skipWhitespace()
    let cells = try Self.readBoard(&cursor)
    try Self.check(cells, &cursor)
    var setup = ChessSetup(cells: cells, toMove: try Self.readSide(&cursor))
    setup.rights = try Self.readRights(&cursor)
    let passant = try Self.readPassant(&cursor)
    setup.quiet = try Self.readNumber(&cursor, "moves without a capture") ?? 0
    let turn = try Self.readNumber(&cursor, "the number of the turn") ?? 1
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { throw cursor.expected("the end of the position") }
    setup.complete()
    var engine = ChessEngine(setup)
    let other = engine.king(engine.enemy)
    guard engine.attackers(of: other, by: engine.own, engine.occupied) == 0 else {
      throw cursor.expected("a position in which no king can be taken at once")
    }
    if let passant, setup.hasJustPassed(passant) { engine.openPassant(passant) }
    self.init(engine.setup, firstTurn: max(1, turn))
  }

  private static func readBoard(_ cursor: inout TextCursor) throws(TextError) -> [UInt8] {
    var cells: [UInt8] = Array(repeating: 0, count: 64)
    for row in (0..<8).reversed() {
      var column = 0
      while column < 8 {
        if let next = cursor.next, ("1"..."8").contains(next) {
          column += try cursor.takeNumber(upTo: 8 - column, "at most \(8 - column) squares")
          continue
        }
        guard let piece = cursor.next.flatMap(ChessPiece.init(letter:)) else {
          throw cursor.expected("a piece or a number of empty squares; \(8 - column) are left")
        }
        guard piece.kind != .pawn || (1...6).contains(row) else {
          throw cursor.expected("no pawn on the first or last row")
        }
        cells[row << 3 | column] = piece.code
        cursor.advance()
        column += 1
      }
      guard row == 0 || cursor.skip("/") else { throw cursor.expected("/ and the next rank") }
    }
    return cells
  }

  /// Throws where a side has not one king, or more pieces than its pawns could become.
  private static func check(_ cells: [UInt8], _ cursor: inout TextCursor) throws(TextError) {
    for side in [0, 8] as [UInt8] {
      guard cells.count(where: { $0 == side | 6 }) == 1 else {
        throw cursor.expected("one king of each side")
      }
      var promoted = 0
      for (kind, most) in [(2, 2), (3, 2), (4, 2), (5, 1)] as [(UInt8, Int)] {
        promoted += max(0, cells.count { $0 == side | kind } - most)
      }
      guard cells.count(where: { $0 == side | 1 }) + promoted <= 8 else {
        throw cursor.expected("at most eight pawns and promoted pieces of each side")
      }
    }
  }

  private static func readSide(_ cursor: inout TextCursor) throws(TextError) -> Side {
    cursor.skipWhitespace()
    let start = cursor.offset
    switch cursor.takeWord() {
    case "w": return .first
    case "b": return .second
    default:
      cursor.rewind(to: start)
      throw cursor.expected("the side to move, w or b")
    }
  }

  private static func readRights(_ cursor: inout TextCursor) throws(TextError) -> UInt8 {
    cursor.skipWhitespace()
    if cursor.isAtEnd || cursor.skip("-") { return 0 }
    var rights: UInt8 = 0
    while let letter = cursor.next, !letter.isWhitespace {
      switch letter {
      case "K": rights |= 1
      case "Q": rights |= 2
      case "k": rights |= 4
      case "q": rights |= 8
      default: throw cursor.expected("castling rights such as KQkq, or -")
      }
      cursor.advance()
    }
    return rights
  }

  private static func readPassant(_ cursor: inout TextCursor) throws(TextError) -> Int? {
    cursor.skipWhitespace()
    let start = cursor.offset
    let word = cursor.takeWord()
    if word.isEmpty || word == "-" { return nil }
    guard let point = Point(word), point.isOnBoard(ofSize: 8) else {
      cursor.rewind(to: start)
      throw cursor.expected("a square of en passant such as e3, or -")
    }
    return point.index(size: 8)
  }

  private static func readNumber(
    _ cursor: inout TextCursor,
    _ what: String
  ) throws(TextError) -> Int? {
    cursor.skipWhitespace()
    if cursor.isAtEnd { return nil }
    return try cursor.takeNumber(upTo: lastTurn, "\(what), at most \(lastTurn)")
  }
}

extension ChessSetup {
  /// True if a pawn of the side that moved last can have gone over `square` just now.
  fileprivate func hasJustPassed(_ square: Int) -> Bool {
    let (row, ahead) = toMove == .first ? (5, -8) : (2, 8)
    guard square >> 3 == row else { return false }
    let pawn: UInt8 = toMove == .first ? 9 : 1
    return cells[square] == 0 && cells[square - ahead] == 0 && cells[square + ahead] == pawn
  }
}
