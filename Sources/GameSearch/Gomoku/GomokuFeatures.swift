package import GameRules

/// What an evaluation is fitted to: how often each pair of lines occurs on the empty cells.
package enum GomokuFeatures {
  /// Counts the cells by their two best lines, for the side to move and then for the other.
  ///
  /// - Returns: pairs of an index and a count; the index is 256 times 0 for the side to move or 1 for
  ///   the other, plus 16 times the best ``LinePattern`` of the cell, plus the second best. The third
  ///   and fourth best are counted from 512 on, 16 for either side. Nil where somebody has a five or
  ///   an open four to make, or the side to move a win by fours: the search goes on there.
  package static func counts(_ position: GomokuPosition) -> [Int: Int]? {
    let board = GomokuBoard(position)
    defer { board.free() }
    let side = position.colourToMove == .first ? 0 : 1
    for side in 0...1
    where board.count(side, CellClass.five) + board.count(side, CellClass.openFour) > 0 {
      return nil
    }
    if board.count(side, CellClass.fourThree) > 0 { return nil }
    var counts: [Int: Int] = [:]
    for cell in 0..<GomokuGrid.cells where board.stones[cell] == 0 {
      for who in 0...1 {
        let word = board.patterns[cell] >> UInt32(16 * (side ^ who))
        let lines = (0..<4).map { Int(word >> UInt32(4 * $0) & 15) }.sorted(by: >)
        counts[who << 8 | lines[0] << 4 | lines[1], default: 0] += 1
        counts[512 | who << 4 | lines[2], default: 0] += 1
        counts[512 | who << 4 | lines[3], default: 0] += 1
      }
    }
    return counts
  }
}
