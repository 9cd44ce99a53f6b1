import GameRules

/// What a position is worth without a look ahead.
struct ChessEvaluation {
  private static let firstColumn: UInt64 = 0x0101_0101_0101_0101
  private static let lastColumn: UInt64 = 0x8080_8080_8080_8080
  /// By number of the piece: the value of a square it can go to, and how many it usually has.
  private static let mobility = [
    (0, ChessValue.zero), (0, ChessValue.zero), (4, ChessValue(4, 4)), (6, ChessValue(5, 5)),
    (7, ChessValue(2, 4)), (13, ChessValue(1, 3)),
  ]
  /// By number of the piece: how dangerous its attack on the squares round a king is.
  private static let danger = [0, 0, 3, 3, 4, 6]
  private static let passedEarly = [0, 4, 6, 12, 28, 56, 95, 0]
  private static let passedLate = [0, 12, 18, 34, 64, 112, 170, 0]

  private let weights = ChessWeights.shared
  private var phase = 0

  /// The value for the side to move, in hundredths of a pawn.
  static func value(_ board: borrowing ChessEngine) -> Int {
    var evaluation = ChessEvaluation()
    let white = evaluation.side(0, board)
    let black = evaluation.side(8, board)
    var value = board.own == 0 ? white - black : black - white
    value.early &+= 12
    let phase = min(evaluation.phase, 24)
    let blend = (value.early &* phase &+ value.late &* (24 &- phase)) / 24
    return blend &* Self.scale(board, of: blend > 0 ? board.own : board.enemy) / 64
  }

  /// How much of an advantage can be turned into a win, of 64.
  private static func scale(_ board: borrowing ChessEngine, of side: Int) -> Int {
    guard board.sets[side | 1] == 0 else { return 64 }
    let worths = ChessWeights.worths
    var worth = 0
    for number in 2...5 {
      let sets = board.sets
      let other = sets[(side ^ 8) | number].nonzeroBitCount
      worth += worths[number] * (sets[side | number].nonzeroBitCount - other)
    }
    let hasBare = board.sets[side ^ 8].nonzeroBitCount == 1
    if hasBare, board.sets[side | 4] | board.sets[side | 5] != 0 { return 64 }
    return worth <= worths[3] ? 6 : 64
  }

  private mutating func side(_ side: Int, _ board: borrowing ChessEngine) -> ChessValue {
    let sets = board.sets
    var value = pawns(side, board)
    let enemyKing = board.king(side ^ 8)
    let zone = weights.zones[(side ^ 8) << 3 | enemyKing]
    let area = ~(sets[side] | Self.attacks(ofPawns: sets[(side ^ 8) | 1], side ^ 8))
    var (attackers, danger) = (0, 0)
    for number in 2...5 {
      var left = sets[side | number]
      let (usual, each) = Self.mobility[number]
      while left != 0 {
        let square = left.popSquare()
        value += worth(of: side | number, square)
        let attacked = board.tables.attacks(of: number, square, board.occupied)
        value += ((attacked & area).nonzeroBitCount &- usual) * each
        if attacked & zone != 0 {
          attackers &+= 1
          danger &+= Self.danger[number] &* (attacked & zone).nonzeroBitCount
        }
        phase &+= number < 4 ? 1 : number &* 2 &- 6
      }
    }
    if attackers > 1 { value.early &+= min(danger &* danger / 12 &+ danger &* 2, 400) }
    if sets[side | 3].nonzeroBitCount > 1 { value += ChessValue(28, 45) }
    value += rooks(side, board) + threats(side, board)
    return value + king(side, board)
  }

  @inline(__always)
  private func worth(of piece: Int, _ square: Int) -> ChessValue {
    let place = piece << 6 | square
    return ChessValue(Int(weights.early[place]), Int(weights.late[place]))
  }

  private static func attacks(ofPawns pawns: UInt64, _ side: Int) -> UInt64 {
    let (left, right) = (pawns & ~firstColumn, pawns & ~lastColumn)
    return side == 0 ? left << 7 | right << 9 : left >> 9 | right >> 7
  }

  private func pawns(_ side: Int, _ board: borrowing ChessEngine) -> ChessValue {
    let own = board.sets[side | 1]
    let enemies = board.sets[(side ^ 8) | 1]
    var value = (own & Self.attacks(ofPawns: own, side)).nonzeroBitCount * ChessValue(9, 8)
    var left = own
    while left != 0 {
      let square = left.popSquare()
      value += worth(of: side | 1, square)
      let ahead = weights.passed[side << 3 | square]
      let column = Self.firstColumn << UInt64(square & 7)
      if own & ahead & column != 0 { value += ChessValue(-10, -20) }
      if own & weights.beside[square] == 0 { value += ChessValue(-13, -10) }
      if enemies & ahead == 0, own & ahead & column == 0 {
        value += passed(side, square, board)
      }
    }
    return value
  }

  /// The value of a pawn that no pawn stops.
  private func passed(
    _ side: Int,
    _ square: Int,
    _ board: borrowing ChessEngine
  ) -> ChessValue {
    let row = side == 0 ? square >> 3 : 7 &- square >> 3
    var value = ChessValue(Self.passedEarly[row], Self.passedLate[row])
    let next = side == 0 ? square &+ 8 : square &- 8
    if board.cells[next] != 0 { value.late &-= Self.passedLate[row] / 3 }
    let near = Self.distance(board.king(side), next)
    let far = Self.distance(board.king(side ^ 8), next)
    value.late &+= (far &* 2 &- near) &* row
    return value
  }

  private func rooks(_ side: Int, _ board: borrowing ChessEngine) -> ChessValue {
    var value = ChessValue.zero
    var left = board.sets[side | 4]
    while left != 0 {
      let column = Self.firstColumn << UInt64(left.popSquare() & 7)
      guard column & board.sets[side | 1] == 0 else { continue }
      let isOpen = column & board.sets[(side ^ 8) | 1] == 0
      value += isOpen ? ChessValue(24, 12) : ChessValue(11, 8)
    }
    return value
  }

  /// Pieces that a pawn attacks, and dear ones that a knight or bishop attacks.
  private func threats(_ side: Int, _ board: borrowing ChessEngine) -> ChessValue {
    let sets = board.sets
    let other = side ^ 8
    let attacked = Self.attacks(ofPawns: sets[side | 1], side)
    let pieces = sets[other] & ~(sets[other | 1] | sets[other | 6])
    var value = (attacked & pieces).nonzeroBitCount * ChessValue(42, 30)
    let dear = sets[other | 4] | sets[other | 5]
    for number in 2...3 {
      var left = sets[side | number]
      while left != 0 {
        let from = left.popSquare()
        let hit = board.tables.attacks(of: number, from, board.occupied) & dear
        value += hit.nonzeroBitCount * ChessValue(24, 20)
      }
    }
    return value
  }

  private func king(_ side: Int, _ board: borrowing ChessEngine) -> ChessValue {
    let king = board.king(side)
    var value = worth(of: side | 6, king)
    let front = weights.zones[side << 3 | king] & weights.passed[side << 3 | king]
    value.early &+= 11 &* min((front & board.sets[side | 1]).nonzeroBitCount, 3)
    let enemy = board.king(side ^ 8)
    // Against a bare king: come near, and drive it to the edge.
    if board.sets[side ^ 8].nonzeroBitCount == 1 {
      let middle = min(enemy & 7, 7 &- enemy & 7) &+ min(enemy >> 3, 7 &- enemy >> 3)
      value.late &+= 5 &* (14 &- Self.steps(king, enemy)) &+ 12 &* (6 &- middle)
    }
    return value
  }

  /// The number of moves of a king from one square to another.
  private static func distance(_ one: Int, _ other: Int) -> Int {
    max(abs(one & 7 &- other & 7), abs(one >> 3 &- other >> 3))
  }

  private static func steps(_ one: Int, _ other: Int) -> Int {
    abs(one & 7 &- other & 7) &+ abs(one >> 3 &- other >> 3)
  }
}
