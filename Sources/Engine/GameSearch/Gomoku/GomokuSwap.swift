import GameRules

/// The opening of swap2: stones that leave the choice hard, and the choice itself, by search.
struct GomokuSwap {
  private let position: GomokuPosition
  private let searcher: (GomokuPosition, Int, UInt64) -> (score: Int, nodes: UInt64)?
  private let seed: UInt64

  /// - Parameters:
  ///   - position: one in which colours are not chosen yet.
  ///   - seed: what equally good stones are chosen by.
  ///   - searcher: gives the worth of a position to a side, 0 for Black and 1 for White, within so
  ///     many nodes; nil once stopped.
  init(
    _ position: GomokuPosition,
    seed: UInt64,
    searcher: @escaping (GomokuPosition, Int, UInt64) -> (score: Int, nodes: UInt64)?
  ) {
    self.position = position
    self.seed = seed
    self.searcher = searcher
  }

  /// The move to make, and what the position is worth to who makes it.
  func choose(nodes: UInt64) -> SearchReport? {
    position.legalMoves.contains(.choose(.white)) ? chooseColour(nodes) : chooseStone(nodes)
  }

  /// Takes the better colour.
  ///
  /// A choice of two more stones would leave the better one to the other.
  private func chooseColour(_ nodes: UInt64) -> SearchReport {
    let found = searcher(position, 1, nodes)
    let score = found?.score ?? 0
    return report(.choose(score < 0 ? .black : .white), abs(score), found?.nodes ?? 0)
  }

  /// The last stone before a choice makes both colours as equal as can be; those before it are
  /// anywhere in the middle.
  private func chooseStone(_ nodes: UInt64) -> SearchReport? {
    let ply = position.ply
    let candidates = candidates(reach: ply == 0 ? 3 : 4)
    guard let first = candidates.first else { return nil }
    if ply != 2 && ply != 5 { return report(.place(first), 0, 1) }
    var best = first
    var bestScore = Int.max
    var visited: UInt64 = 0
    let share = max(nodes / 24, 200)
    for point in candidates.prefix(24) {
      var next = position
      guard (try? next.play(.place(point))) != nil else { continue }
      guard let found = searcher(next, 1, share) else { break }
      visited += found.nodes
      if abs(found.score) < bestScore {
        bestScore = abs(found.score)
        best = point
      }
      if bestScore < 10 { break }
    }
    return report(.place(best), -min(bestScore, 10_000), visited)
  }

  /// The empty points near the middle, in an order that the seed decides.
  private func candidates(reach: Int) -> [Point] {
    let (column, row) = (position.size.columns / 2, position.size.rows / 2)
    let points = position.legalMoves.compactMap { $0.placedPoint }
      .filter { abs($0.column - column) <= reach && abs($0.row - row) <= reach }
    return points.map { (rank($0), $0) }.sorted { $0.0 < $1.0 }.map { $0.1 }
  }

  /// A number that looks random, of a point, the position and the seed.
  private func rank(_ point: Point) -> UInt64 {
    let number = UInt64(point.column << 8 | point.row) ^ seed ^ position.key
    var word = (number &+ 1) &* 0x9e37_79b9_7f4a_7c15
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    return word ^ word >> 27
  }

  private func report(_ move: Move, _ score: Int, _ nodes: UInt64) -> SearchReport {
    SearchReport(move: move, line: [move], score: score, mate: nil, depth: 1, nodes: nodes)
  }
}
