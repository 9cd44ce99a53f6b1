/// A tree of moves of Renju as RenLib keeps it (`.lib`): a head of 20 bytes, then two bytes a move.
///
/// A game of the tree is the first line; the others become comments.
enum RenLibFile {
  private static let headSize = 20

  /// What the second byte of a move says.
  private enum Flag {
    static let hasSibling: UInt8 = 0x80
    static let isLast: UInt8 = 0x40
    static let oldComment: UInt8 = 0x20
    static let comment: UInt8 = 0x08
    static let hasMore: UInt8 = 0x01
  }

  static func read(
    _ cursor: inout ByteCursor,
    rule: GomokuRule,
    _ decode: BinaryGames.Decoder
  ) throws(BrokenFile) -> GameFile {
    _ = try cursor.take(headSize, "the head of a RenLib file, of \(headSize) bytes")
    let tree = try readTree(&cursor, decode)
    let terms = GomokuTerms(rule: rule, fouls: rule == .renju ? .loses : .refused)
    var game = GameRecord(from: .gomoku(GomokuPosition(terms ?? GomokuTerms(rule: rule))))
    try tree.play(into: &game, broken: cursor.illegal)
    return game.file()
  }

  private static func readTree(
    _ cursor: inout ByteCursor,
    _ decode: BinaryGames.Decoder
  ) throws(BrokenFile) -> MoveTree {
    var tree = MoveTree(comment: "")
    var parent = 0
    var open: [Int] = []
    var isFirst = true
    while !cursor.isAtEnd {
      let offset = cursor.offset
      let bytes = try cursor.take(2, "a move of two bytes")
      let comment = try readComments(&cursor, bytes[1], decode)
      // A first move without a place is the root, and no pass.
      if isFirst, bytes[0] == 0 {
        tree = MoveTree(comment: comment)
      } else {
        let place = tree.add(move(bytes[0]), after: parent, comment, at: offset)
        if bytes[1] & Flag.hasSibling != 0 { open.append(parent) }
        parent = place
      }
      isFirst = false
      if bytes[1] & Flag.isLast != 0 {
        guard let next = open.popLast() else { break }
        parent = next
      }
    }
    return tree
  }

  /// A column from 1 in the low half, and a row from 0 at the top in the high half; 0 is a pass.
  private static func move(_ byte: UInt8) -> Move? {
    let (column, row) = (Int(byte & 0x0f) - 1, 14 - Int(byte >> 4))
    guard byte != 0, let point = Point(column: column, row: row), point.isOnBoard(ofSize: 15) else {
      return nil
    }
    return .place(point)
  }

  /// Takes what is said of a move, and leaves out what is written on the board.
  private static func readComments(
    _ cursor: inout ByteCursor,
    _ flags: UInt8,
    _ decode: BinaryGames.Decoder
  ) throws(BrokenFile) -> String {
    let more = flags & Flag.hasMore != 0 ? try cursor.take(2, "two more bytes of a move") : [0, 0]
    var comment: [UInt8] = []
    if flags & Flag.oldComment != 0 {
      comment = takeText(&cursor) { $0 & 0x80 != 0 }
    } else if flags & Flag.comment != 0 {
      comment = takeText(&cursor) { $0 == 0 }
    }
    if more[1] & 0x01 != 0 { _ = takeText(&cursor) { $0 == 0 } }
    // The title of a comment ends with a backspace.
    return decode(
      comment.map { $0 == 8 ? 0x20 : $0 & (flags & Flag.oldComment != 0 ? 0x7f : 0xff) }
    )
  }

  /// Takes pairs of bytes up to the pair with the last one of the text.
  private static func takeText(
    _ cursor: inout ByteCursor,
    upTo isLast: (UInt8) -> Bool
  ) -> [UInt8] {
    var text: [UInt8] = []
    var isOver = false
    while !isOver, let first = cursor.next() {
      let second = cursor.next() ?? 0
      for byte in [first, second] where !isOver {
        isOver = isLast(byte)
        if byte != 0 { text.append(byte) }
      }
    }
    return text
  }
}
