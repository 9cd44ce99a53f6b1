public import GameRules

/// A plain player of the 1990s, to measure against: alpha-beta of six plies over ten candidates.
///
/// It scores the windows of five that only one side has stones in: 1, 10, 100, 1,000, 10,000 … for
/// one to five stones, 1,000,000 for a five. It knows no fouls and no exact fives.
public struct PlainGomoku {
  private static let worth = [0, 1, 10, 100, 1_000, 1_000_000]
  private static let win = 900_000

  private let depth: Int
  private let width: Int
  /// 0 empty, 1 the first colour, -1 the second.
  private var cells: [Int]
  private var windows: [[Int]] = []
  private var windowsOfCell: [[Int]]
  private var counts: [(own: Int, other: Int)]
  private var total = 0

  private init(size: BoardSize, depth: Int = 6, width: Int = 10) {
    self.depth = depth
    self.width = width
    cells = Array(repeating: 0, count: size.columns * size.rows)
    windowsOfCell = Array(repeating: [], count: size.columns * size.rows)
    counts = []
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
          let (lastColumn, lastRow) = (column + 4 * right, row + 4 * up)
          guard lastColumn < size.columns, (0..<size.rows).contains(lastRow) else { continue }
          let window = (0..<5).map { (row + $0 * up) * size.columns + column + $0 * right }
          for cell in window { windowsOfCell[cell].append(windows.count) }
          windows.append(window)
        }
      }
    }
    counts = Array(repeating: (0, 0), count: windows.count)
  }

  /// The move of the side to move; nil when the game is over.
  public static func move(in position: GomokuPosition, depth: Int = 6, width: Int = 10) -> Move? {
    var player = PlainGomoku(size: position.size, depth: depth, width: width)
    player.set(position)
    let legal = Set(position.legalMoves)
    let side = position.colourToMove == .first ? 1 : -1
    var best: Move?
    var alpha = Int.min + 1
    for cell in player.candidates(side) {
      guard
        let point = Point(column: cell % position.size.columns, row: cell / position.size.columns),
        legal.contains(.place(point))
      else { continue }
      player.put(cell, side)
      let score = -player.search(Int.min + 1, -alpha, player.depth - 1, -side)
      player.take(cell, side)
      if score > alpha || best == nil {
        alpha = max(score, alpha)
        best = .place(point)
      }
    }
    return best ?? position.legalMoves.first
  }

  private mutating func set(_ position: GomokuPosition) {
    for row in 0..<position.size.rows {
      for column in 0..<position.size.columns {
        guard let point = Point(column: column, row: row) else { continue }
        guard let stone = position.stone(at: point) else { continue }
        put(row * position.size.columns + column, stone == .first ? 1 : -1)
      }
    }
  }

  private mutating func search(_ alpha: Int, _ beta: Int, _ depth: Int, _ side: Int) -> Int {
    if abs(total) >= Self.win { return side * total }
    guard depth > 0 else { return side * total }
    var alpha = alpha
    for cell in candidates(side) {
      put(cell, side)
      let score = -search(-beta, -alpha, depth - 1, -side)
      take(cell, side)
      alpha = max(alpha, score)
      if alpha >= beta { break }
    }
    return alpha == Int.min + 1 ? 0 : alpha
  }

  /// The empty cells that promise most to either side, best first.
  private func candidates(_ side: Int) -> [Int] {
    var rated: [(worth: Int, cell: Int)] = []
    for cell in cells.indices where cells[cell] == 0 {
      var worth = 0
      for window in windowsOfCell[cell] {
        let (own, other) = counts[window]
        let (mine, theirs) = side > 0 ? (own, other) : (other, own)
        if theirs == 0 { worth += 2 * (Self.worth[mine + 1] - Self.worth[mine]) }
        if mine == 0 { worth += Self.worth[theirs + 1] - Self.worth[theirs] }
      }
      rated.append((worth, cell))
    }
    return rated.sorted { ($0.worth, $1.cell) > ($1.worth, $0.cell) }.prefix(width).map(\.cell)
  }

  private mutating func put(_ cell: Int, _ side: Int) {
    cells[cell] = side
    change(cell, side, by: 1)
  }

  private mutating func take(_ cell: Int, _ side: Int) {
    cells[cell] = 0
    change(cell, side, by: -1)
  }

  private mutating func change(_ cell: Int, _ side: Int, by step: Int) {
    for window in windowsOfCell[cell] {
      total -= value(window)
      if side > 0 { counts[window].own += step } else { counts[window].other += step }
      total += value(window)
    }
  }

  /// The value of a window for the first colour.
  private func value(_ window: Int) -> Int {
    let (own, other) = counts[window]
    if other == 0 { return Self.worth[own] }
    return own == 0 ? -Self.worth[other] : 0
  }
}
