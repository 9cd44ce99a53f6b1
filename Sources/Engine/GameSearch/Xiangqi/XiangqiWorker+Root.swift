import GameRules

/// The search from the position itself: one depth after the other.
extension XiangqiWorker {
  /// Searches deeper and deeper until something says stop, and returns what is known then.
  mutating func deepen(onReport: (SearchReport) -> Void) -> SearchReport? {
    let legal = legalMoves()
    let seen = legal.filter { !overlooks($0) }
    rootMoves = (seen.isEmpty ? legal : seen).map { XiangqiRootMove(move: $0, line: [$0]) }
    guard let first = rootMoves.first else { return nil }
    var best = XiangqiRootMove(move: first.move, score: 0, line: first.line)
    var reached = 0
    let last = min(task.limits.depth ?? XiangqiMemory.mostPly, task.strength.depth)
    for depth in 1...max(1, last) {
      rootDepth = depth
      // The other threads are a ply ahead or behind, so that all do not do the same.
      let extra = task.number % 2
      searchInWindow(depth + extra, around: best.score)
      if let front = rootMoves.first, front.score > -XiangqiScore.infinite { best = front }
      if isStopped { break }
      reached = depth
      onReport(report(best, depth: depth))
      if isSettled(best.score, depth: depth) { break }
    }
    return report(best, depth: reached)
  }

  /// True if a mate is found that a deeper search would not find shorter.
  private func isSettled(_ score: Int, depth: Int) -> Bool {
    let distance = XiangqiScore.mate - abs(score)
    return abs(score) >= XiangqiScore.leastMate && depth >= 2 * distance + 2
  }

  private func report(_ best: XiangqiRootMove, depth: Int) -> SearchReport {
    // Where moves are overlooked nothing is proven.
    let isMate = abs(best.score) >= XiangqiScore.leastMate && task.strength.lapses == 0
    let distance = XiangqiScore.mate - abs(best.score)
    return SearchReport(
      move: XiangqiBoard.move(best.move),
      line: best.line.map(XiangqiBoard.move),
      score: best.score,
      mate: isMate ? (best.score > 0 ? distance : -distance) : nil,
      depth: depth,
      nodes: allNodes
    )
  }

  mutating func legalMoves() -> [UInt16] {
    var moves = XiangqiMoves(cells: memory.moves, count: 0)
    board.generateCaptures(&moves)
    board.generateQuiets(&moves)
    let written = (0..<moves.count).map { memory.moves[$0] }
    var legal: [UInt16] = []
    for move in written where board.isLegal(move) { legal.append(move) }
    return legal
  }

  /// Searches one depth in a window about the last score, made wider until the score is inside.
  private mutating func searchInWindow(_ depth: Int, around score: Int) {
    for index in rootMoves.indices { rootMoves[index].nodes = 0 }
    var window = XiangqiWindow(around: score, depth: depth)
    while true {
      let found = searchRoot(window.alpha, window.beta, depth)
      sortRoot()
      if isStopped || window.takes(found) { return }
    }
  }

  /// The best move first, the others by the work that they made.
  private mutating func sortRoot() {
    let sorted = rootMoves.enumerated().sorted { one, other in
      if one.element.score != other.element.score {
        return one.element.score > other.element.score
      }
      return one.offset < other.offset
    }
    rootMoves = sorted.map { $0.element }
  }

  private mutating func searchRoot(_ alpha: Int, _ beta: Int, _ depth: Int) -> Int {
    var alpha = alpha
    var best = -XiangqiScore.infinite
    countNode()
    if isStopped { return best }
    prepareRoot()
    for index in rootMoves.indices {
      let move = rootMoves[index].move
      let before = nodes
      memory.places[8] = Int16(truncatingIfNeeded: board.place(of: move))
      let isTaking = board.isCapture(move)
      board.make(move)
      let score = scoreRoot(index, isTaking, alpha, beta, depth)
      board.unmake()
      rootMoves[index].nodes += nodes - before
      if isStopped { return best }
      if index == 0 || score > alpha {
        rootMoves[index].score = score
        rootMoves[index].line = [move] + memory.line(from: 1)
      } else {
        rootMoves[index].score = -XiangqiScore.infinite
      }
      best = max(best, score)
      alpha = max(alpha, score)
      if alpha >= beta {
        // Those that were not tried stay behind the one that was too good.
        for later in index + 1..<max(rootMoves.count, index + 1) {
          rootMoves[later].score = -XiangqiScore.infinite
        }
        break
      }
    }
    return best
  }

  private mutating func prepareRoot() {
    memory.evaluations[8] = Int16(XiangqiScore.none)
    if !board.isInCheck {
      memory.evaluations[8] = Int16(assess())
    }
    memory.cutoffs[1] = 0
    memory.cutoffs[2] = 0
  }

  private mutating func scoreRoot(
    _ index: Int,
    _ isTaking: Bool,
    _ alpha: Int,
    _ beta: Int,
    _ depth: Int
  ) -> Int {
    guard index > 0 else { return -search(-beta, -alpha, depth - 1, ply: 1, isCut: false) }
    var score = alpha + 1
    let isLate = depth >= 3 && index >= 3 && !isTaking && !board.isInCheck
    if isLate {
      let less = 1 + (index > 10 ? 1 : 0) + depth / 9
      score = -search(-alpha - 1, -alpha, depth - 1 - less, ply: 1, isCut: true)
    }
    if score > alpha { score = -search(-alpha - 1, -alpha, depth - 1, ply: 1, isCut: true) }
    if score > alpha, score < beta, !isStopped {
      score = -search(-beta, -alpha, depth - 1, ply: 1, isCut: false)
    }
    return score
  }
}
