import GameRules

/// What a stone on a point would do to the lines through it.
///
/// Everything is counted in windows: five points in a row that one side can still fill. A window
/// with four stones is a five to be made; two windows of one line with three stones each become, by
/// one stone, a four that cannot be stopped.
struct GomokuLines {
  private enum Cell {
    case empty
    case stone(Side)
    case outside
  }

  /// What one stone of one side makes on the four lines through it.
  private struct Shape {
    /// Whether it completes a five.
    var isFive = false
    /// Fours, an open one counted twice: from two on, one answer is not enough.
    var fours = 0
    /// Threes that can become open fours.
    var openThrees = 0
    /// How much the windows promise beyond that.
    var promise = 0
  }

  /// What a window is worth that has this many stones before the new one.
  private static let promises = [1, 8, 40, 160]

  private let size: Int
  private let cells: [Cell]
  private let own: Side
  private let rule: GomokuRule

  init(_ position: GomokuPosition) {
    size = position.size
    own = position.toMove
    rule = position.rule
    cells = (0..<size * size).map { index in
      let point = Point(column: index % position.size, row: index / position.size)
      return point.flatMap(position.stone(at:)).map(Cell.stone) ?? .empty
    }
  }

  /// How much it matters to play on `point`: by rank first, by promise within a rank.
  func score(_ point: Point) -> Int {
    let attack = shape(point, own)
    let defence = shape(point, own.other)
    let promise = 2 * attack.promise + defence.promise + centrality(point)
    return 100_000 * rank(attack, defence) + promise
  }

  /// What must be done first, highest first; each answers the one below before it can happen.
  private func rank(_ attack: Shape, _ defence: Shape) -> Int {
    if attack.isFive { return 9 }
    if defence.isFive { return 8 }
    if attack.fours > 1 { return 7 }
    if defence.fours > 1 { return attack.fours > 0 ? 6 : 5 }
    if attack.fours > 0, attack.openThrees > 0 { return 4 }
    if defence.fours > 0, defence.openThrees > 0 { return 3 }
    if attack.openThrees > 1 { return 2 }
    if defence.openThrees > 1 { return 1 }
    return 0
  }

  private func shape(_ point: Point, _ side: Side) -> Shape {
    var shape = Shape()
    for (columns, rows) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
      var fours = 0
      var threes = 0
      for start in -4...0 {
        let first = (column: point.column + start * columns, row: point.row + start * rows)
        guard let count = stones(from: first, columns, rows, side) else { continue }
        guard count < 4 else {
          shape.isFive = true
          continue
        }
        fours += count == 3 ? 1 : 0
        threes += count == 2 ? 1 : 0
        shape.promise += Self.promises[count]
      }
      shape.fours += min(fours, 2)
      if fours == 0, threes > 1 { shape.openThrees += 1 }
    }
    return shape
  }

  /// How many stones `side` has in a window, or nil when the window can make no five for it.
  private func stones(
    from first: (column: Int, row: Int),
    _ columns: Int,
    _ rows: Int,
    _ side: Side
  ) -> Int? {
    var count = 0
    for step in 0..<5 {
      switch cell(first.column + step * columns, first.row + step * rows) {
      case .outside: return nil
      case .stone(side): count += 1
      case .stone: return nil
      case .empty: break
      }
    }
    if refusesOverline(side) {
      for step in [-1, 5] {
        if case .stone(side) = cell(first.column + step * columns, first.row + step * rows) {
          return nil
        }
      }
    }
    return count
  }

  /// Whether a row of six or more is no five for `side`.
  private func refusesOverline(_ side: Side) -> Bool {
    switch rule {
    case .freestyle: false
    case .standard: true
    case .renju: side == .first
    }
  }

  private func cell(_ column: Int, _ row: Int) -> Cell {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return .outside }
    return cells[row * size + column]
  }

  /// A little more for points near the middle, so that an empty board is no lottery.
  private func centrality(_ point: Point) -> Int {
    let middle = size / 2
    return middle - max(abs(point.column - middle), abs(point.row - middle))
  }
}
