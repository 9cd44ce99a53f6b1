import GameRules

/// The search from the position itself: one depth after the other.
extension ChessWorker {
  /// Searches deeper and deeper until something says stop, and returns what is known then.
  mutating func deepen(onReport: (SearchReport) -> Void) -> SearchReport? {
    var list = ChessSteps(cells: steps, count: 0)
    board.listAll(&list)
    let legal = (0..<list.count).map { steps[$0] }
    var seen: [ChessStep] = []
    for step in legal where !overlooks(step) { seen.append(step) }
    rootMoves = (seen.isEmpty ? legal : seen).map { ChessRootMove(step: $0, line: [$0]) }
    guard var best = rootMoves.first else { return nil }
    best.score = 0
    var reached = 0
    for depth in 1...max(1, min(limits.depth ?? Self.mostPly, strength.depth)) {
      rootDepth = depth
      searchInWindow(depth, around: best.score)
      if let front = rootMoves.first, front.score > -Self.infinite { best = front }
      if isStopped { break }
      reached = depth
      onReport(report(best, depth: depth))
      let distance = Self.mate - abs(best.score)
      if abs(best.score) >= Self.leastMate, depth >= 2 * distance + 2 { break }
      if rootMoves.count == 1, depth >= 8 { break }
    }
    return report(best, depth: reached)
  }

  private func report(_ best: ChessRootMove, depth: Int) -> SearchReport {
    // Where moves are overlooked nothing is proven.
    let isMate = abs(best.score) >= Self.leastMate && strength.lapses == 0
    let distance = Self.mate - abs(best.score)
    let line = best.line.map { Move($0) }
    return SearchReport(
      move: line[0],
      line: line,
      score: isMate ? 0 : best.score,
      mate: isMate ? (best.score > 0 ? distance : -distance) : nil,
      depth: depth,
      nodes: nodes
    )
  }

  /// Searches one depth in a window about the last score, made wider until the score is inside.
  private mutating func searchInWindow(_ depth: Int, around score: Int) {
    var width = depth < 5 || abs(score) > 2_000 ? 2 * Self.infinite : 22
    var (alpha, beta) = (max(score - width, -Self.infinite), min(score + width, Self.infinite))
    while true {
      let found = searchRoot(alpha, beta, depth)
      sortRoot()
      if isStopped || found > alpha && found < beta { return }
      width *= 4
      if found <= alpha { alpha = max(found - width, -Self.infinite) }
      if found >= beta { beta = min(found + width, Self.infinite) }
    }
  }

  /// The best move first, the others in the order they had.
  private mutating func sortRoot() {
    let sorted = rootMoves.enumerated().sorted { one, other in
      one.element.score != other.element.score
        ? one.element.score > other.element.score : one.offset < other.offset
    }
    rootMoves = sorted.map { $0.element }
  }

  private mutating func searchRoot(_ alpha: Int, _ beta: Int, _ depth: Int) -> Int {
    var alpha = alpha
    var best = -Self.infinite
    evaluations[0] = Int32(board.isInCheck ? -Self.infinite : assess())
    for index in rootMoves.indices { rootMoves[index].score = -Self.infinite }
    for index in rootMoves.indices where alpha < beta {
      let score = scoreRoot(index, alpha, beta, depth)
      if isStopped { return best }
      best = max(best, score)
      guard index == 0 || score > alpha else { continue }
      rootMoves[index].score = score
      rootMoves[index].line = [rootMoves[index].step] + lineFromFirst
      alpha = max(alpha, score)
    }
    return best
  }

  /// The score of a move, which is searched less deep and in a narrow window after the first.
  private mutating func scoreRoot(
    _ index: Int,
    _ alpha: Int,
    _ beta: Int,
    _ depth: Int
  ) -> Int {
    let step = rootMoves[index].step
    let undo = make(step, 0)
    defer { unmake(step, undo) }
    guard index > 0 else { return -search(-beta, -alpha, depth - 1, 1) }
    let isQuiet = undo.taken == 0 && step.promotion == 0 && !board.isInCheck
    let less = isQuiet && depth >= 3 && index >= 4 ? 1 + index / 16 : 0
    var score = -search(-alpha - 1, -alpha, depth - 1 - less, 1)
    if score > alpha, less > 0 { score = -search(-alpha - 1, -alpha, depth - 1, 1) }
    return score > alpha && score < beta ? -search(-beta, -alpha, depth - 1, 1) : score
  }

  private var lineFromFirst: [ChessStep] {
    let width = Self.mostPly + 8
    return (0..<Int(lengths[1])).map { ChessStep(rawValue: lines[width + $0]) }
  }
}
