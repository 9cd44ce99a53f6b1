/// Xiangqi as CCBridge (象棋桥) keeps it: a record of one game (`.cbr`), or a library of them
/// (`.cbl`).
///
/// Texts are UTF-16, low byte first; a point is its index from the top left.
enum CCBridgeFile {
  private static let slotSize = 4_096
  private static let indexStart = 66_624
  private static let indexSize = 276
  private static let mark = Array("CCBridge Record".utf8)
  private static let boardPlace = 2_120
  private static let movesPlace = 2_214

  /// Where the records of a library begin: in slots behind the index, of which a long game has
  /// several.
  static func starts(in bytes: [UInt8]) -> [Int] {
    guard bytes.count > indexStart else { return [] }
    let count = Int(
      clamping: bytes[60..<64].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    )
    guard count < bytes.count else { return [] }
    var starts: [Int] = []
    var place = indexStart + count * indexSize
    while place < bytes.count {
      if bytes[place...].starts(with: mark) { starts.append(place) }
      place += slotSize
    }
    return starts
  }

  /// Reads a record; nil for a page of a library without a game, such as its cover.
  static func read(_ cursor: inout ByteCursor) throws(BrokenFile) -> GameFile? {
    let start = cursor.start
    let head = try cursor.take(movesPlace, "the head of a record, of \(movesPlace) bytes")
    let tree = try readTree(&cursor)
    let pieces = board(head)
    if tree.firstMove == nil, !pieces.contains(where: { $0?.kind == .general }) { return nil }
    var side = head[2_112] == 2 ? Side.second : .first
    if case .carry(let from, _)? = tree.firstMove?.action {
      side = pieces[from.index(size: 9)]?.side ?? side
    }
    let position = try XiangqiPosition(checking: pieces, side, ByteCursor(cursor.bytes, at: start))
    var game = GameRecord(from: .xiangqi(position))
    game.result = result(head[2_076])
    for (tag, place, size) in tagPlaces {
      let text = text(Array(head[place..<(place + size)]))
      if !text.isEmpty { game.tags[tag] = text }
    }
    try tree.play(into: &game, broken: cursor.illegal)
    return game.file()
  }

  private static func board(_ head: [UInt8]) -> [XiangqiPiece?] {
    var board = [XiangqiPiece?](repeating: nil, count: 90)
    for index in 0..<90 {
      if let point = point(UInt8(index)) {
        board[point.index(size: 9)] = piece(head[boardPlace + index])
      }
    }
    return board
  }

  private static func result(_ byte: UInt8) -> GameFile.Result {
    switch byte {
    case 1: .firstWon
    case 2: .secondWon
    case 3: .draw
    case _: .unknown
    }
  }

  private static let tagPlaces: [(GameFile.Tag, Int, Int)] = [
    (.opening, 180, 128), (.event, 692, 64), (.round, 756, 64), (.date, 884, 64),
    (.site, 948, 64), (.firstPlayer, 1_076, 64), (.firstTeam, 1_140, 64),
    (.secondPlayer, 1_300, 64), (.secondTeam, 1_364, 64), (.annotator, 1_652, 64),
  ]

  /// Reads UTF-16 up to a zero or the end.
  private static func text(_ bytes: [UInt8]) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  private static func point(_ index: UInt8) -> Point? {
    index < 90 ? Point(column: Int(index) % 9, row: 9 - Int(index) / 9) : nil
  }

  private static func piece(_ byte: UInt8) -> XiangqiPiece? {
    let letters = Array("RNBAKCP")
    let kind = Int(byte & 0x0f) - 1
    guard letters.indices.contains(kind), byte >> 4 == 1 || byte >> 4 == 2,
      let piece = XiangqiPiece(letter: letters[kind])
    else { return nil }
    return XiangqiPiece(piece.kind, byte >> 4 == 1 ? .first : .second)
  }

  private static func readTree(_ cursor: inout ByteCursor) throws(BrokenFile) -> MoveTree {
    guard !cursor.isAtEnd else { return MoveTree(comment: "") }
    // The first node has no move, only what is said of the start.
    let start = try readNode(&cursor)
    var tree = MoveTree(comment: start.comment)
    var parent = 0
    var open: [Int] = []
    var isOver = start.flags & 0x01 != 0
    while !isOver, !cursor.isAtEnd {
      let offset = cursor.offset
      let node = try readNode(&cursor)
      let place = tree.add(node.move, after: parent, node.comment, at: offset)
      if node.flags & 0x02 != 0 { open.append(parent) }
      parent = place
      if node.flags & 0x01 != 0 {
        isOver = open.isEmpty
        parent = open.popLast() ?? 0
      }
    }
    return tree
  }

  private struct Node {
    let flags: UInt8
    let move: Move?
    let comment: String
  }

  private static func readNode(_ cursor: inout ByteCursor) throws(BrokenFile) -> Node {
    let bytes = try cursor.take(4, "a move of four bytes")
    var comment = ""
    if bytes[0] & 0x04 != 0 {
      let length = try cursor.take(4, "the length of a comment")
      let count = Int(clamping: length.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) })
      comment = text(try cursor.take(count, "a comment of \(count) bytes"))
    }
    var move: Move?
    if let from = point(bytes[2]), let to = point(bytes[3]) { move = .carry(from: from, to: to) }
    return Node(flags: bytes[0], move: move, comment: comment)
  }
}
