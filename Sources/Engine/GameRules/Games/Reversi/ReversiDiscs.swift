/// The discs of Reversi, a bit for each cell, row by row from `a1`.
struct ReversiDiscs: Hashable {
  var black: UInt64
  var white: UInt64

  /// White on d4 and e5, Black on e4 and d5.
  static let start = ReversiDiscs(black: 0x0000_0008_1000_0000, white: 0x0000_0010_0800_0000)

  func discs(of side: Side) -> UInt64 { side == .first ? black : white }

  /// The cells where `side` turns something.
  func moves(of side: Side) -> UInt64 {
    let (own, other) = (discs(of: side), discs(of: side.other))
    var moves: UInt64 = 0
    for direction in Self.directions {
      var line = direction.step(own) & other
      for _ in 0..<5 { line |= direction.step(line) & other }
      moves |= direction.step(line)
    }
    return moves & ~(own | other)
  }

  /// The discs that a disc of `side` on `cell` turns.
  func turned(by cell: Int, of side: Side) -> UInt64 {
    let (own, other) = (discs(of: side), discs(of: side.other))
    var turned: UInt64 = 0
    for direction in Self.directions {
      var line: UInt64 = 0
      var next = direction.step(1 << UInt64(cell))
      while next & other != 0 {
        line |= next
        next = direction.step(next)
      }
      if next & own != 0 { turned |= line }
    }
    return turned
  }

  mutating func place(_ cell: Int, turning turned: UInt64, of side: Side) {
    let placed = turned | 1 << UInt64(cell)
    black = side == .first ? black | placed : black & ~turned
    white = side == .second ? white | placed : white & ~turned
  }

  static func points(_ cells: UInt64) -> [Point] {
    (0..<64).filter { cells >> UInt64($0) & 1 == 1 }.map { Point(index: $0, size: 8) }
  }

  /// A step from each of many cells to its neighbour; none leaves the board at its other edge.
  private struct Direction {
    let shift: Int
    let mask: UInt64

    func step(_ cells: UInt64) -> UInt64 { cells << shift & mask }
  }

  private static let directions = [
    Direction(shift: 8, mask: .max), Direction(shift: -8, mask: .max),
    Direction(shift: 1, mask: 0xfefe_fefe_fefe_fefe),
    Direction(shift: 9, mask: 0xfefe_fefe_fefe_fefe),
    Direction(shift: -7, mask: 0xfefe_fefe_fefe_fefe),
    Direction(shift: -1, mask: 0x7f7f_7f7f_7f7f_7f7f),
    Direction(shift: -9, mask: 0x7f7f_7f7f_7f7f_7f7f),
    Direction(shift: 7, mask: 0x7f7f_7f7f_7f7f_7f7f),
  ]
}
