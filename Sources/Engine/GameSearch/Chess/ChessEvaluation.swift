import GameRules

/// What a position is worth without a look ahead.
struct ChessEvaluation {
  private static let column: UInt64 = 0x0101_0101_0101_0101
  private static let light: UInt64 = 0x55aa_55aa_55aa_55aa

  private let weights: ChessWeights
  private let own: ChessReach
  private let other: ChessReach

  /// The value for the side to move, in hundredths of a pawn.
  static func value(_ board: borrowing ChessEngine) -> Int {
    let white = sum(board)
    let sum = (board.own == 0 ? white : 0 &- white) &+ ChessWeights.shared.terms[ChessTerm.tempo]
    let (early, late) = ChessWeights.parts(sum)
    let phase = phase(board)
    let blend = (early &* phase &+ late &* (24 &- phase)) / 24 &+ bare(board)
    return blend &* scale(board, of: blend > 0 ? board.own : board.enemy) / 64
  }

  /// The sum of all weights for White.
  static func sum(_ board: borrowing ChessEngine) -> Int32 {
    let weights = ChessWeights.shared
    let white = ChessReach(0, board, weights)
    let black = ChessReach(8, board, weights)
    return white.value &- black.value
      &+ ChessEvaluation(weights: weights, own: white, other: black).rest(board)
      &- ChessEvaluation(weights: weights, own: black, other: white).rest(board)
  }

  /// The share of the pieces that is left, from 24 to 0.
  static func phase(_ board: borrowing ChessEngine) -> Int {
    let sets = board.sets
    let light = sets[2] | sets[3] | sets[10] | sets[11]
    let rooks = (sets[4] | sets[12]).nonzeroBitCount
    let queens = (sets[5] | sets[13]).nonzeroBitCount
    return min(light.nonzeroBitCount &+ 2 &* rooks &+ 4 &* queens, 24)
  }

  /// Against a bare king: come near, and drive it to the edge.
  private static func bare(_ board: borrowing ChessEngine) -> Int {
    for side in [board.own, board.enemy] where board.sets[side ^ 8].nonzeroBitCount == 1 {
      let (king, enemy) = (board.king(side), board.king(side ^ 8))
      let middle = min(enemy & 7, 7 &- enemy & 7) &+ min(enemy >> 3, 7 &- enemy >> 3)
      let steps = abs(king & 7 &- enemy & 7) &+ abs(king >> 3 &- enemy >> 3)
      let value = 5 &* (14 &- steps) &+ 12 &* (6 &- middle)
      return side == board.own ? value : -value
    }
    return 0
  }

  /// How much of an advantage can be turned into a win, of 64.
  static func scale(_ board: borrowing ChessEngine, of side: Int) -> Int {
    guard board.sets[side | 1] == 0 else { return 64 }
    let worths = ChessWeights.shared.worths
    var worth = 0
    for number in 2...5 {
      let sets = board.sets
      let other = sets[(side ^ 8) | number].nonzeroBitCount
      worth += Int(worths[number]) * (sets[side | number].nonzeroBitCount - other)
    }
    let hasBare = board.sets[side ^ 8].nonzeroBitCount == 1
    if hasBare, board.sets[side | 4] | board.sets[side | 5] != 0 { return 64 }
    return worth <= Int(worths[3]) ? 6 : 64
  }

  private func rest(_ board: borrowing ChessEngine) -> Int32 {
    pawns(board) &+ rooks(board) &+ bishops(board) &+ threats(board) &+ king(board)
      &+ danger(board)
  }

  private func pawns(_ board: borrowing ChessEngine) -> Int32 {
    let (side, pawns) = (own.side, board.sets[own.side | 1])
    let enemies = board.sets[other.side | 1]
    var value: Int32 = 0
    var left = pawns
    while left != 0 {
      let square = left.popSquare()
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: square)
      let row = (square ^ side &* 7) >> 3
      let next = square &+ 8 &- side &* 2
      let beside = weights.beside[square]
      let ahead = weights.passed[side << 3 | square]
      let column = Self.column &<< UInt64(truncatingIfNeeded: square & 7)
      value &+= weights.squares[(side | 1) << 6 | square]
      if pawns & ahead & column != 0 { value &+= weights.terms[ChessTerm.doubled] }
      if own.pawn & bit != 0 { value &+= weights.terms[ChessTerm.protected &+ row] }
      if pawns & (bit << 1 | bit >> 1) & beside != 0 {
        value &+= weights.terms[ChessTerm.neighbour &+ row]
      }
      if pawns & beside == 0 {
        let isExposed = enemies & ahead & column == 0
        value &+= weights.terms[isExposed ? ChessTerm.exposed : ChessTerm.isolated]
      } else if isBackward(next, pawns & beside) {
        value &+= weights.terms[ChessTerm.backward]
      }
      if enemies & ahead == 0, pawns & ahead & column == 0 {
        value &+= passed(row, next, own.pawn & bit != 0, board)
      }
    }
    return value
  }

  /// True if a pawn could be taken on its next square, and no neighbour can protect it there.
  @inline(__always)
  private func isBackward(_ next: Int, _ neighbours: UInt64) -> Bool {
    other.pawn &>> UInt64(truncatingIfNeeded: next) & 1 != 0
      && neighbours & weights.passed[other.side << 3 | next] == 0
  }

  /// The value of a pawn that no pawn stops.
  private func passed(
    _ row: Int,
    _ next: Int,
    _ isProtected: Bool,
    _ board: borrowing ChessEngine
  ) -> Int32 {
    var value = weights.terms[ChessTerm.passed &+ row]
    if isProtected { value &+= weights.terms[ChessTerm.passedProtected &+ row] }
    if (board.occupied | other.all) &>> UInt64(truncatingIfNeeded: next) & 1 == 0 {
      value &+= weights.terms[ChessTerm.passedFree &+ row]
    }
    guard row > 2 else { return value }
    value &+= weights.terms[ChessTerm.passedKing &+ Self.distance(board.king(own.side), next)]
    return value
      &+ weights.terms[ChessTerm.passedEnemy &+ Self.distance(board.king(other.side), next)]
  }

  private func rooks(_ board: borrowing ChessEngine) -> Int32 {
    var value: Int32 = 0
    var left = board.sets[own.side | 4]
    while left != 0 {
      let column = Self.column &<< UInt64(truncatingIfNeeded: left.popSquare() & 7)
      guard column & board.sets[own.side | 1] == 0 else { continue }
      let isOpen = column & board.sets[other.side | 1] == 0
      value &+= weights.terms[isOpen ? ChessTerm.rookOpen : ChessTerm.rookHalfOpen]
    }
    return value
  }

  private func bishops(_ board: borrowing ChessEngine) -> Int32 {
    let bishops = board.sets[own.side | 3]
    var value: Int32 = 0
    var left = bishops
    while left != 0 {
      let colour = 1 &<< UInt64(left.popSquare()) & Self.light != 0 ? Self.light : ~Self.light
      let count = Int32((board.sets[own.side | 1] & colour).nonzeroBitCount)
      value &+= count &* weights.terms[ChessTerm.badBishop]
    }
    if bishops & (bishops &- 1) != 0 { value &+= weights.terms[ChessTerm.pair] }
    left = (bishops | board.sets[own.side | 2]) & own.pawn
    left &= own.side == 0 ? 0xffff_ff00_0000 : 0xff_ffff_0000
    while left != 0 {
      let isBishop = left & (0 &- left) & bishops != 0
      let square = left.popSquare()
      let chasers = weights.beside[square] & weights.passed[own.side << 3 | square]
      guard board.sets[other.side | 1] & chasers == 0 else { continue }
      value &+= weights.terms[ChessTerm.outpost &+ (isBishop ? 1 : 0)]
    }
    return value
  }

  /// Pieces that are attacked, and not or badly protected.
  private func threats(_ board: borrowing ChessEngine) -> Int32 {
    let enemies = board.sets[other.side]
    let weak = enemies & ~other.pawn
    var value = threats(0, own.pawn & enemies & ~board.sets[other.side | 1], board)
    value &+= threats(8, own.knight & weak, board)
    value &+= threats(16, own.bishop & weak, board)
    value &+= threats(24, own.rook & weak, board)
    value &+= threats(32, own.queen & weak, board)
    value &+= threats(40, own.king & weak & ~other.all, board)
    let hanging = Int32((enemies & own.all & ~other.all).nonzeroBitCount)
    return value &+ hanging &* weights.terms[ChessTerm.hanging]
  }

  @inline(__always)
  private func threats(_ kind: Int, _ targets: UInt64, _ board: borrowing ChessEngine) -> Int32 {
    var value: Int32 = 0
    var left = targets
    while left != 0 {
      let target = Int(board.cells[left.popSquare()]) & 7
      value &+= weights.terms[ChessTerm.threat &+ kind &+ target]
    }
    return value
  }

  /// The place of a king and the pawns before it.
  private func king(_ board: borrowing ChessEngine) -> Int32 {
    let (side, king) = (own.side, board.king(own.side))
    var value = weights.squares[(side | 6) << 6 | king]
    let level: UInt64 = 0xff &<< UInt64(truncatingIfNeeded: king & 56)
    let middle = min(max(king & 7, 1), 6)
    let front = weights.passed[side << 3 | (king & 56 | middle)] | level
    for column in middle &- 1...middle &+ 1 {
      let squares = front & Self.column &<< UInt64(truncatingIfNeeded: column)
      let near = Self.nearest(board.sets[side | 1] & squares, side)
      let far = Self.nearest(board.sets[other.side | 1] & squares, side)
      value &+= weights.terms[ChessTerm.shelter &+ near]
      value &+= weights.terms[ChessTerm.storm &+ far]
    }
    return value
  }

  /// The row of the nearest pawn of a column, from a side; 0 if there is none.
  @inline(__always)
  private static func nearest(_ pawns: UInt64, _ side: Int) -> Int {
    if pawns == 0 { return 0 }
    return side == 0 ? pawns.trailingZeroBitCount >> 3 : pawns.leadingZeroBitCount >> 3
  }

  /// What bears on the enemy's king, with the checks that cannot be taken.
  private func danger(_ board: borrowing ChessEngine) -> Int32 {
    let king = board.king(other.side)
    let safe = ~(board.sets[own.side] | other.all)
    let straight = board.tables.straights(king, board.occupied) & safe
    let diagonal = board.tables.diagonals(king, board.occupied) & safe
    var danger = own.danger
    if board.tables.knight(king) & safe & own.knight != 0 { danger &+= 3 }
    if diagonal & own.bishop != 0 { danger &+= 2 }
    if straight & own.rook != 0 { danger &+= 4 }
    if (straight | diagonal) & own.queen != 0 { danger &+= 3 }
    let first = board.sets[own.side | 5] != 0 ? ChessTerm.danger : ChessTerm.danger &+ 40
    return weights.terms[first &+ min(danger, 39)]
  }

  /// The number of moves of a king from one square to another.
  @inline(__always)
  private static func distance(_ one: Int, _ other: Int) -> Int {
    max(abs(one & 7 &- other & 7), abs(one >> 3 &- other >> 3))
  }
}
