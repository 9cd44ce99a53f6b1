package import GameRules

/// The Gomoku evaluation for a tuner: a sum of weights.
///
/// The weights are numbered: for each ``LinePattern`` to the side to move and to the waiting one,
/// for each pair of a cell's best two patterns to the one and the other, and the tempo last.
package enum GomokuTraining {
  private static let lines = 16
  private static let pairs = 136

  /// The number of weights.
  package static let count = 2 * lines + 2 * pairs + 1

  /// The weights in use.
  package static var weights: [Int] {
    GomokuWeights.movingLine + GomokuWeights.waitingLine
      + GomokuWeights.movingPair.flatMap { $0 } + GomokuWeights.waitingPair.flatMap { $0 }
      + [GomokuWeights.tempo]
  }

  /// The count of each weight in the evaluation of a position for the side to move; nil if somebody
  /// can win by fours at once, so that the evaluation is not used.
  package static func features(of position: GomokuPosition) -> [Int16]? {
    let board = GomokuBoard(position)
    defer { board.free() }
    let side = position.colourToMove == .first ? 0 : 1
    for other in 0...1 {
      guard board.count(other, CellClass.five) == 0 else { return nil }
    }
    guard board.count(side, CellClass.openFour) == 0, board.count(side, CellClass.fourThree) == 0,
      board.count(side ^ 1, CellClass.openFour) == 0
    else { return nil }
    var counts = [Int16](repeating: 0, count: count)
    counts[count - 1] = 1
    for cell in 0..<GomokuGrid.cells where board.stones[cell] == 0 {
      let word = board.patterns[cell]
      add(word >> (side == 0 ? 0 : 16), 1, line: 0, pair: 2 * lines, &counts)
      add(word >> (side == 0 ? 16 : 0), -1, line: lines, pair: 2 * lines + pairs, &counts)
    }
    return counts
  }

  private static func add(
    _ word: UInt32,
    _ sign: Int16,
    line: Int,
    pair: Int,
    _ counts: inout [Int16]
  ) {
    let patterns = (0..<4).map { Int(word >> UInt32(4 * $0) & 15) }.sorted(by: >)
    for pattern in patterns { counts[line + pattern] += sign }
    counts[pair + patterns[0] * (patterns[0] + 1) / 2 + patterns[1]] += sign
  }
}
