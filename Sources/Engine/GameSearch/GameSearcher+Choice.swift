public import GameRules

extension GameSearcher {
  /// Searches like ``think(_:limits:shouldStop:onReport:)``, but chooses among `moves` only.
  ///
  /// Each of them is searched on its own, one ply less deep, the best one first.
  ///
  /// - Parameters:
  ///   - position: where to find a move.
  ///   - moves: legal moves; any others are passed over.
  ///   - limits: how far to look.
  ///   - shouldStop: asked every few thousand nodes, from any of the threads.
  ///   - onReport: told after each iteration, on the caller's thread.
  /// - Returns: what was found, or nil when the game is over or no move is left.
  public mutating func think(
    _ position: Position,
    amongst moves: [Move],
    limits: SearchLimits = SearchLimits(),
    shouldStop: @Sendable () -> Bool = { false },
    onReport: (SearchReport) -> Void = { _ in }
  ) -> SearchReport? {
    var candidates = position.legalMoves.filter(Set(moves).contains)
    guard let first = candidates.first else { return nil }
    var best = SearchReport(move: first, line: [first], score: 0, mate: nil, depth: 0, nodes: 0)
    for depth in 1...max(limits.depth ?? 64, 1) {
      let round = Round(depth: depth, moves: candidates, nodeLimit: limits.nodes)
      let found = self.best(of: round, in: position, &best.nodes, shouldStop)
      guard var found, depth == 1 || !shouldStop() else { return best }
      found.depth = depth
      found.nodes = best.nodes
      best = found
      onReport(best)
      if best.mate != nil || shouldStop() || best.nodes >= limits.nodes ?? .max { return best }
      candidates = [best.move] + candidates.filter { $0 != best.move }
    }
    return best
  }

  /// One iteration over the moves to choose from.
  private struct Round {
    let depth: Int
    let moves: [Move]
    /// The maximum number of nodes of all iterations together.
    let nodeLimit: UInt64?
  }

  /// The best of the moves that were searched before something said stop.
  private mutating func best(
    of round: Round,
    in position: Position,
    _ nodes: inout UInt64,
    _ shouldStop: @Sendable () -> Bool
  ) -> SearchReport? {
    var found: SearchReport?
    // The first iteration goes on whatever happens, as there is nothing better.
    let mayStop = round.depth > 1
    for move in round.moves {
      let left = round.nodeLimit.map { $0 > nodes ? $0 - nodes : 0 }
      if mayStop, left == 0 || shouldStop() { break }
      let limits = SearchLimits(depth: max(round.depth - 1, 1), nodes: left.map { max($0, 1) })
      let report = score(move, in: position, limits, shouldStop)
      nodes += report.nodes
      // What was cut short is worth nothing.
      if mayStop, shouldStop() { break }
      if report.isBetter(than: found) { found = report }
    }
    return found
  }

  /// The score of `move` for the side that plays it.
  private mutating func score(
    _ move: Move,
    in position: Position,
    _ limits: SearchLimits,
    _ shouldStop: @Sendable () -> Bool
  ) -> SearchReport {
    var next = position
    var report = SearchReport(move: move, line: [move], score: 0, mate: nil, depth: 1, nodes: 1)
    guard (try? next.play(move)) != nil else { return report }
    if let outcome = next.outcome {
      report.mate = outcome.winner.map { $0 == position.toMove ? 1 : -1 }
      return report
    }
    guard let reply = think(next, limits: limits, shouldStop: shouldStop) else { return report }
    // In Liuzhou chess and in the swap2 opening the same side may go on.
    let sign = next.toMove == position.toMove ? 1 : -1
    report.score = sign * reply.score
    report.mate = reply.mate.map { sign * $0 + (sign * $0 > 0 ? 1 : -1) }
    report.line += reply.line
    report.nodes += reply.nodes
    return report
  }
}

extension SearchReport {
  /// The score as one number, in which a nearer win is worth more and a later loss too.
  private var rank: Int {
    guard let mate else { return score }
    return mate > 0 ? 1_000_000 - mate : -1_000_000 - mate
  }

  /// True if this is better for the side to move; anything is better than nothing.
  fileprivate func isBetter(than other: SearchReport?) -> Bool {
    other.map { rank > $0.rank } ?? true
  }
}
