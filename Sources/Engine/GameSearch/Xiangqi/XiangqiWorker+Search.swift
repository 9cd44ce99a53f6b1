import GameRules

/// The search of a position to a depth: alpha-beta with a window of one point but on the main line.
extension XiangqiWorker {
  /// The score for the side to move, at most `alpha` or at least `beta` where it is only a bound.
  mutating func search(
    _ alpha: Int,
    _ beta: Int,
    _ depth: Int,
    ply: Int,
    isCut: Bool,
    excluded: UInt16 = 0
  ) -> Int {
    memory.lineEnds[ply] = Int16(truncatingIfNeeded: ply)
    guard depth > 0 else { return quiesce(alpha, beta, ply: ply, depth: 0) }
    // A mate found already is not beaten by a longer one.
    let alpha = max(alpha, ply &- XiangqiScore.mate)
    let beta = min(beta, XiangqiScore.mate &- ply &- 1)
    guard alpha < beta else { return alpha }
    var node = XiangqiNode(alpha, beta, depth, ply: ply, isCut: isCut, excluded: excluded)
    if excluded == 0 {
      let early = arrive(ply: ply)
      guard early == XiangqiScore.none else { return early }
    }
    let known = recall(&node)
    guard known == XiangqiScore.none else { return known }
    estimate(&node)
    let pruned = prune(&node)
    guard pruned == XiangqiScore.none else { return pruned }
    tryMoves(&node)
    if isStopped { return 0 }
    return conclude(&node)
  }

  /// Counts the node and asks the rules; no score where the search goes on.
  @inline(__always)
  mutating func arrive(ply: Int) -> Int {
    countNode()
    if isStopped { return 0 }
    let ruling = board.ruling(ply: ply)
    if ruling != XiangqiScore.none { return ruling }
    return ply >= XiangqiMemory.mostPly ? assess() : ruling
  }

  @inline(__always)
  private mutating func recall(_ node: inout XiangqiNode) -> Int {
    guard node.excluded == 0 else { return XiangqiScore.none }
    node.entry = table.find(board.key)
    guard node.entry.bound != 0 else { return XiangqiScore.none }
    node.tableMove = node.entry.move
    node.tableScore = XiangqiScore.recalled(node.entry.score, ply: node.ply)
    guard !node.isOnLine, node.entry.depth >= node.depth else { return XiangqiScore.none }
    // Near the end of the sixty moves what was found with a lower count is no longer so.
    guard isUsable(node), board.past[board.height].quiet < 100 else { return XiangqiScore.none }
    if node.tableScore >= node.beta, node.tableMove != 0, board.canMake(node.tableMove),
      !board.isCapture(node.tableMove)
    {
      let bonus = min(120 &* node.depth, 1_500)
      XiangqiMemory.learn(memory.quiets, board.quietIndex(node.tableMove), bonus, limit: 8_192)
    }
    return node.tableScore
  }

  /// True if the bound of the table's score decides this window.
  @inline(__always)
  func isUsable(_ node: XiangqiNode) -> Bool {
    let bound = node.tableScore >= node.beta ? SearchTable.atLeast : SearchTable.atMost
    return node.entry.bound & bound != 0
  }

  @inline(__always)
  private mutating func estimate(_ node: inout XiangqiNode) {
    node.isInCheck = board.isInCheck
    let index = node.ply &+ 8
    memory.cutoffs[node.ply &+ 2] = 0
    guard !node.isInCheck else {
      memory.evaluations[index] = Int16(XiangqiScore.none)
      return
    }
    if node.excluded != 0 {
      node.evaluation = Int(memory.evaluations[index])
    } else {
      node.evaluation = memory.corrected(evaluated(node.entry), board, ply: node.ply)
      memory.evaluations[index] = Int16(truncatingIfNeeded: node.evaluation)
    }
    node.estimate = node.evaluation
    if node.tableScore != XiangqiScore.none {
      let bound =
        node.tableScore > node.evaluation ? SearchTable.atLeast : SearchTable.atMost
      if node.entry.bound & bound != 0 { node.estimate = node.tableScore }
    }
    var before = Int(memory.evaluations[index &- 2])
    if before == XiangqiScore.none { before = Int(memory.evaluations[index &- 4]) }
    node.isImproving = before != XiangqiScore.none && node.evaluation > before
  }

  /// The evaluation, from the table where it is there.
  @inline(__always)
  func evaluated(_ entry: SearchTable.Entry) -> Int {
    if entry.bound != 0, entry.evaluation != XiangqiScore.none { return entry.evaluation }
    return assess()
  }

  /// Stores what was found, and learns how far the evaluation was off.
  private func conclude(_ node: inout XiangqiNode) -> Int {
    if node.answer != XiangqiScore.none { return node.answer }
    if node.count == 0 {
      if node.excluded != 0 { return node.alpha }
      return node.hasOverlooked ? assess() : node.ply &- XiangqiScore.mate
    }
    guard node.excluded == 0 else { return node.best }
    let bound = bound(node)
    let raw = node.isInCheck ? XiangqiScore.none : evaluated(node.entry)
    let entry = SearchTable.entry(
      move: node.bestMove != 0 ? node.bestMove : node.tableMove,
      score: XiangqiScore.stored(node.best, ply: node.ply),
      evaluation: raw,
      depth: node.depth,
      bound: bound
    )
    table.store(board.key, entry, age: task.age)
    learnError(node, bound)
    return node.best
  }

  /// The kind of bound that the best score is for the value of a node.
  @inline(__always)
  private func bound(_ node: XiangqiNode) -> Int {
    if node.best >= node.beta { return SearchTable.atLeast }
    return node.isOnLine && node.bestMove != 0 ? SearchTable.exact : SearchTable.atMost
  }

  private func learnError(_ node: XiangqiNode, _ bound: Int) {
    guard !node.isInCheck, abs(node.best) < XiangqiScore.decisive,
      node.bestMove == 0 || !board.isCapture(node.bestMove),
      !(bound == SearchTable.atLeast && node.best <= node.evaluation),
      !(bound == SearchTable.atMost && node.best >= node.evaluation)
    else { return }
    let error = max(-256, min(256, (node.best &- node.evaluation) &* node.depth / 6))
    memory.learnError(error, board, ply: node.ply)
  }
}
