/// Xiangqi as XQStudio keeps it (`.xqf`): a head of 1,024 bytes, then the moves as a tree.
///
/// From version 11 on, places and comments are enciphered with keys that follow from the head.
enum XQStudioFile {
  /// The keys; all 0 up to version 10.
  private struct Keys {
    var board: UInt8 = 0
    var from: UInt8 = 0
    var to: UInt8 = 0
    var commentLength = 0
    var stream = [UInt8](repeating: 0, count: 32)

    init(_ head: [UInt8]) {
      guard head[2] > 10 else { return }
      board = Self.product(head[13], head[13])
      from = Self.product(head[14], board)
      to = Self.product(head[15], from)
      commentLength = (Int(head[12]) * 256 + Int(head[13])) % 32_000 + 767
      let masks = (0..<4).map { (head[12 + $0] & head[3]) | head[8 + $0] }
      stream = "[(C) Copyright Mr. Dong Shiwei.]".utf8.enumerated().map { place, letter in
        letter & masks[place % 4]
      }
    }

    /// 54 x² + 221 times `factor`, modulo 256.
    private static func product(_ x: UInt8, _ factor: UInt8) -> UInt8 {
      (x &* x &* 54 &+ 221) &* factor
    }
  }

  private static let headSize = 1_024
  private static let pieces = Array("RNBAKABNRCCPPPPPrnbakabnrccppppp")

  static func read(
    _ cursor: inout ByteCursor,
    _ decode: BinaryGames.Decoder
  ) throws(BrokenFile) -> GameFile {
    let head = try cursor.take(headSize, "the head of an XQF file, of \(headSize) bytes")
    let keys = Keys(head)
    // All that follows the head is enciphered, the first byte with the first key.
    let body = cursor.bytes.dropFirst(headSize).enumerated().map { place, byte in
      byte &- keys.stream[place % 32]
    }
    var moves = ByteCursor(head + body)
    moves.go(to: headSize)
    let tree = try readTree(&moves, keys, isOld: head[2] <= 10, decode)
    let board = board(head, keys)
    var side = head[50] == 1 ? Side.second : .first
    if case .carry(let from, _)? = tree.firstMove?.action {
      side = board[from.index(size: 9)]?.side ?? side
    }
    var game = GameRecord(from: .xiangqi(try XiangqiPosition(checking: board, side, cursor)))
    game.result = result(head[51])
    for (tag, place, size) in tagPlaces {
      let text = head[(place + 1)...].prefix(min(Int(head[place]), size))
      if !text.isEmpty { game.tags[tag] = decode(Array(text)) }
    }
    try tree.play(into: &game, broken: cursor.illegal)
    return game.file()
  }

  /// Where the head has tags: the length, and the most bytes behind it.
  private static let tagPlaces: [(GameFile.Tag, Int, Int)] = [
    (.opening, 80, 63), (.event, 208, 63), (.date, 272, 15), (.site, 288, 15),
    (.firstPlayer, 304, 15), (.secondPlayer, 320, 15), (.annotator, 464, 15),
  ]

  private static func result(_ byte: UInt8) -> GameFile.Result {
    switch byte {
    case 1: .firstWon
    case 2: .secondWon
    case 3, 4: .draw
    case _: .unknown
    }
  }

  private static func board(_ head: [UInt8], _ keys: Keys) -> [XiangqiPiece?] {
    var board = [XiangqiPiece?](repeating: nil, count: 90)
    for index in 0..<32 {
      // Version 12 turns the list of pieces round.
      let piece = head[2] >= 12 ? (Int(keys.board) + index + 1) % 32 : index
      if let point = point(head[16 + index] &- keys.board) {
        board[point.index(size: 9)] = XiangqiPiece(letter: pieces[piece])
      }
    }
    return board
  }

  /// A place is ten times the column, from Red's left, and the row from Red's side.
  private static func point(_ place: UInt8) -> Point? {
    place < 90 ? Point(column: Int(place) / 10, row: Int(place) % 10) : nil
  }

  private static func readTree(
    _ cursor: inout ByteCursor,
    _ keys: Keys,
    isOld: Bool,
    _ decode: BinaryGames.Decoder
  ) throws(BrokenFile) -> MoveTree {
    let start = try readNode(&cursor, keys, isOld, decode)
    var tree = MoveTree(comment: start.comment)
    var parent = 0
    var open: [Int] = []
    while !cursor.isAtEnd {
      let offset = cursor.offset
      let node = try readNode(&cursor, keys, isOld, decode)
      let move: Move? =
        if let from = point(node.from), let to = point(node.to) {
          .carry(from: from, to: to)
        } else {
          nil
        }
      let place = tree.add(move, after: parent, node.comment, at: offset)
      if node.hasSibling { open.append(parent) }
      if node.hasChild {
        parent = place
      } else {
        guard let next = open.popLast() else { break }
        parent = next
      }
    }
    return tree
  }

  private struct Node {
    let from: UInt8
    let to: UInt8
    let hasChild: Bool
    let hasSibling: Bool
    let comment: String
  }

  private static func readNode(
    _ cursor: inout ByteCursor,
    _ keys: Keys,
    _ isOld: Bool,
    _ decode: BinaryGames.Decoder
  ) throws(BrokenFile) -> Node {
    let bytes = try cursor.take(4, "a move of four bytes")
    var comment = ""
    if isOld || bytes[2] & 0x20 != 0 {
      let length = try cursor.take(4, "the length of a comment")
      let written = length.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      let count = Int(clamping: written) - keys.commentLength
      comment = decode(try cursor.take(count, "a comment of \(count) bytes"))
    }
    return Node(
      from: bytes[0] &- 0x18 &- keys.from,
      to: bytes[1] &- 0x20 &- keys.to,
      hasChild: bytes[2] & (isOld ? 0xf0 : 0x80) != 0,
      hasSibling: bytes[2] & (isOld ? 0x0f : 0x40) != 0,
      comment: comment
    )
  }
}

extension XiangqiPosition {
  /// The position of a file's board, which is checked as a FEN is.
  init(
    checking board: [XiangqiPiece?],
    _ side: Side,
    _ cursor: ByteCursor
  ) throws(BrokenFile) {
    guard board.count(where: { $0?.kind == .general }) == 2 else {
      throw cursor.broken(
        found: "a board",
        "a board with one general of each side",
        at: cursor.start
      )
    }
    let text = XiangqiPosition(board: board, toMove: side, quietMoves: 0, firstTurn: 1).text
    do {
      self = try XiangqiPosition(text: text)
    } catch {
      throw cursor.broken(found: "the board «\(text)»", error.expected, at: cursor.start)
    }
  }
}
