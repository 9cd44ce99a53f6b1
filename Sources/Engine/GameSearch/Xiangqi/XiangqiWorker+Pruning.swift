import GameRules

/// Reasons to prune a whole position.
extension XiangqiWorker {
  /// The score of a position that need not be searched, or none.
  mutating func prune(_ node: inout XiangqiNode) -> Int {
    if !node.isInCheck, node.excluded == 0, !node.isOnLine {
      let score = pruneByEvaluation(node)
      if score != XiangqiScore.none { return score }
      let passed = pruneByPass(node)
      if passed != XiangqiScore.none || isStopped { return passed }
    }
    // A position that nothing is known of is searched less deeply: it will come again.
    if node.depth >= 4, node.tableMove == 0, node.excluded == 0, node.isOnLine || node.isCut {
      node.depth &-= 1
    }
    guard !node.isInCheck, node.excluded == 0, !node.isOnLine else { return XiangqiScore.none }
    return pruneByCapture(node)
  }

  private mutating func pruneByEvaluation(_ node: XiangqiNode) -> Int {
    // So far below that only a capture could help: see whether one does.
    if node.depth <= 4, node.estimate &+ 250 &+ 180 &* node.depth &* node.depth < node.alpha {
      let score = quiesce(node.alpha, node.alpha &+ 1, ply: node.ply, depth: 0, isCounted: true)
      if score <= node.alpha { return score }
    }
    // So far above that a quiet move will not lose it.
    let margin = 75 &* node.depth &- (node.isImproving ? 60 : 0)
    if node.depth <= 8, node.estimate &- margin >= node.beta, node.estimate < XiangqiScore.decisive,
      node.beta > -XiangqiScore.decisive
    {
      return (node.estimate &+ node.beta) / 2
    }
    return XiangqiScore.none
  }

  /// Null-move pruning: if even a pass is good enough, a move will be.
  private mutating func pruneByPass(_ node: XiangqiNode) -> Int {
    let counts = board.past[board.height].counts
    let own = board.engine.own == XiangqiEngine.red ? counts : counts >> 16
    // Without a horse, rook or cannon a pass may be better than every move.
    guard node.depth >= 3, node.estimate >= node.beta,
      node.evaluation >= node.beta &- 20 &* node.depth,
      node.ply >= leastPassPly, own & 0x3f0 != 0, node.beta > -XiangqiScore.decisive,
      board.past[board.height].move != 0
    else { return XiangqiScore.none }
    let reduction = 4 &+ node.depth / 4 &+ min((node.estimate &- node.beta) / 180, 3)
    memory.places[node.ply &+ 8] = Int16(XiangqiMemory.noPlace)
    board.pass()
    let score = -search(
      -node.beta,
      1 &- node.beta,
      node.depth &- reduction,
      ply: node.ply &+ 1,
      isCut: !node.isCut
    )
    board.unpass()
    if isStopped { return 0 }
    guard score >= node.beta else { return XiangqiScore.none }
    let safe = score >= XiangqiScore.decisive ? node.beta : score
    guard node.depth >= 10, leastPassPly == 0 else { return safe }
    leastPassPly = node.ply &+ 3 &* (node.depth &- reduction) / 4
    let verified = search(
      node.beta &- 1,
      node.beta,
      node.depth &- reduction,
      ply: node.ply,
      isCut: false,
      excluded: XiangqiWorker.nothing
    )
    leastPassPly = 0
    return verified >= node.beta ? safe : XiangqiScore.none
  }

  /// A move that is none, left out in order to search a position anew without another visit.
  static let nothing: UInt16 = 1

  /// ProbCut: a position is good enough if a capture is far above `beta` at a lower depth.
  private mutating func pruneByCapture(_ node: XiangqiNode) -> Int {
    let raised = node.beta &+ 180 &- (node.isImproving ? 40 : 0)
    guard mayPruneByCapture(node, raised) else { return XiangqiScore.none }
    var picker = XiangqiPicker(
      memory,
      tableMove: tableCapture(node),
      ply: node.ply,
      isQuiescence: true
    )
    while true {
      let move = picker.next(&board, memory)
      guard move != 0 else { return XiangqiScore.none }
      guard board.gains(move, atLeast: raised &- node.evaluation), board.isLegal(move) else {
        continue
      }
      let score = probe(move, raised, node)
      if isStopped { return 0 }
      guard score >= raised else { continue }
      let entry = SearchTable.entry(
        move: move,
        score: XiangqiScore.stored(score, ply: node.ply),
        evaluation: evaluated(node.entry),
        depth: node.depth &- 3,
        bound: SearchTable.atLeast
      )
      table.store(board.key, entry, age: task.age)
      return score
    }
  }

  /// True if a capture may be far above `beta`, for all that the table says.
  private func mayPruneByCapture(_ node: XiangqiNode, _ raised: Int) -> Bool {
    guard node.depth >= 5, abs(node.beta) < XiangqiScore.decisive else { return false }
    return node.tableScore == XiangqiScore.none || node.tableScore >= raised
      || node.entry.depth < node.depth &- 3
  }

  /// The table's move if it is a capture, or none.
  @inline(__always)
  func tableCapture(_ node: XiangqiNode) -> UInt16 {
    let move = node.tableMove
    return move != 0 && board.canMake(move) && board.isCapture(move) ? move : 0
  }

  private mutating func probe(_ move: UInt16, _ raised: Int, _ node: XiangqiNode) -> Int {
    memory.places[node.ply &+ 8] = Int16(truncatingIfNeeded: board.place(of: move))
    board.make(move)
    defer { board.unmake() }
    var score = -quiesce(-raised, 1 &- raised, ply: node.ply &+ 1, depth: 0)
    if score >= raised {
      score = -search(
        -raised,
        1 &- raised,
        node.depth &- 4,
        ply: node.ply &+ 1,
        isCut: !node.isCut
      )
    }
    return score
  }
}
