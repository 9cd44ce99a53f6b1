import GameRules

/// What the pieces of one side attack, and what they are worth where they stand.
struct ChessReach {
  private static let firstColumn: UInt64 = 0x0101_0101_0101_0101
  private static let lastColumn: UInt64 = 0x8080_8080_8080_8080
  /// By number of the piece: how dangerous its attack on the squares round a king is.
  private static let danger = (knight: 2, bishop: 1, rook: 2, queen: 3)

  let side: Int
  let pawn: UInt64
  private(set) var knight: UInt64 = 0
  private(set) var bishop: UInt64 = 0
  private(set) var rook: UInt64 = 0
  private(set) var queen: UInt64 = 0
  let king: UInt64
  private(set) var all: UInt64 = 0
  private(set) var value: Int32 = 0
  /// How much bears on the enemy's king.
  private(set) var danger = 0

  init(_ side: Int, _ board: borrowing ChessEngine, _ weights: ChessWeights) {
    let sets = board.sets
    self.side = side
    pawn = Self.attacks(ofPawns: sets[side | 1], side)
    king = board.tables.king(board.king(side))
    let enemies = Self.attacks(ofPawns: sets[(side ^ 8) | 1], side ^ 8)
    let area = ~(sets[side | 1] | sets[side | 6] | enemies)
    let zone = weights.zones[(side ^ 8) << 3 | board.king(side ^ 8)]
    knight = pieces(2, Self.danger.knight, area, zone, board, weights)
    bishop = pieces(3, Self.danger.bishop, area, zone, board, weights)
    rook = pieces(4, Self.danger.rook, area, zone, board, weights)
    queen = pieces(5, Self.danger.queen, area, zone, board, weights)
    all = pawn | knight | bishop | rook | queen | king
  }

  /// Counts the pieces of one kind, and returns what they attack together.
  @inline(__always)
  private mutating func pieces(
    _ number: Int,
    _ danger: Int,
    _ area: UInt64,
    _ zone: UInt64,
    _ board: borrowing ChessEngine,
    _ weights: ChessWeights
  ) -> UInt64 {
    var left = board.sets[side | number]
    var all: UInt64 = 0
    let mobility = ChessTerm.mobility &+ (number &- 2) &* 28
    while left != 0 {
      let square = left.popSquare()
      let attacked = board.tables.attacks(of: number, square, board.occupied)
      all |= attacked
      value &+= weights.squares[(side | number) << 6 | square]
      value &+= weights.terms[mobility &+ (attacked & area).nonzeroBitCount]
      let near = attacked & zone
      if near != 0 { self.danger &+= danger &+ near.nonzeroBitCount }
    }
    return all
  }

  @inline(__always)
  static func attacks(ofPawns pawns: UInt64, _ side: Int) -> UInt64 {
    let (left, right) = (pawns & ~firstColumn, pawns & ~lastColumn)
    return side == 0 ? left << 7 | right << 9 : left >> 9 | right >> 7
  }
}
