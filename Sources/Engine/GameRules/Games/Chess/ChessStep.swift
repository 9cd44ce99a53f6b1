/// A move of a ``ChessEngine``: six bits of start, six of end, four of what it is besides.
@usableFromInline
package struct ChessStep: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt16

  @inlinable package static var plain: Int { 0 }
  @inlinable package static var castling: Int { 1 }
  @inlinable package static var passant: Int { 2 }
  /// A promotion to a knight; bishop, rook and queen follow.
  @inlinable package static var promotion: Int { 4 }

  /// No move: it would go from a1 to a1.
  @inlinable package static var none: ChessStep { ChessStep(0, 0) }

  @inlinable
  @inline(__always)
  package init(_ from: Int, _ to: Int, _ kind: Int = plain) {
    rawValue = UInt16(truncatingIfNeeded: from | to << 6 | kind << 12)
  }

  @inlinable
  @inline(__always)
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable
  @inline(__always)
  package var from: Int { Int(rawValue & 63) }

  @inlinable
  @inline(__always)
  package var to: Int { Int(rawValue >> 6 & 63) }

  @inlinable
  @inline(__always)
  package var kind: Int { Int(rawValue >> 12) }

  /// The number of the piece that a pawn becomes; 0 for none.
  @inlinable
  @inline(__always)
  package var promotion: Int { kind >= Self.promotion ? kind &- 2 : 0 }
}

/// Moves written one after the other.
@usableFromInline
package struct ChessSteps {
  @usableFromInline package let cells: Cells<ChessStep>
  @usableFromInline package var count: Int

  /// More moves than any position has: 27 of each of nine queens, 28 of the rooks, 26 of the
  /// bishops, 16 of the knights, 10 of the king.
  @inlinable package static var most: Int { 323 }

  @inlinable
  package init(cells: Cells<ChessStep>, count: Int) {
    self.cells = cells
    self.count = count
  }
}

/// What takes the moves that are found: a list, or a count that needs none of them.
protocol ChessSink {
  /// Takes the moves of the piece on `from`.
  mutating func add(_ from: Int, _ targets: UInt64)
  /// Takes the moves of pawns that all go `way` squares.
  mutating func addPawns(_ targets: UInt64, _ way: Int)
  /// Takes their promotions, four for each target.
  mutating func addPromotions(_ targets: UInt64, _ way: Int)
  /// Takes a castling or a capture en passant.
  mutating func add(_ step: ChessStep)
}

extension ChessSteps: ChessSink {
  @inline(__always)
  mutating func add(_ step: ChessStep) {
    cells[count] = step
    count &+= 1
  }

  @inline(__always)
  mutating func add(_ from: Int, _ targets: UInt64) {
    var left = targets
    while left != 0 { add(ChessStep(from, left.popSquare())) }
  }

  @inline(__always)
  mutating func addPawns(_ targets: UInt64, _ way: Int) {
    var left = targets
    while left != 0 {
      let to = left.popSquare()
      add(ChessStep(to &- way, to))
    }
  }

  @inline(__always)
  mutating func addPromotions(_ targets: UInt64, _ way: Int) {
    var left = targets
    while left != 0 {
      let to = left.popSquare()
      for kind in 0..<4 { add(ChessStep(to &- way, to, ChessStep.promotion + 3 - kind)) }
    }
  }
}

/// A number of moves.
struct ChessCount: ChessSink {
  var count = 0

  @inline(__always)
  mutating func add(_ step: ChessStep) { count &+= 1 }

  @inline(__always)
  mutating func add(_ from: Int, _ targets: UInt64) { count &+= targets.nonzeroBitCount }

  @inline(__always)
  mutating func addPawns(_ targets: UInt64, _ way: Int) { count &+= targets.nonzeroBitCount }

  @inline(__always)
  mutating func addPromotions(_ targets: UInt64, _ way: Int) {
    count &+= 4 &* targets.nonzeroBitCount
  }
}

extension UInt64 {
  /// The lowest square of a set that is not empty, which it leaves.
  @inlinable
  @inline(__always)
  package mutating func popSquare() -> Int {
    let square = trailingZeroBitCount
    self &= self &- 1
    return square
  }
}
