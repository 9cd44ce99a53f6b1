import GameRules

/// The search of captures alone, until nothing hangs.
extension XiangqiWorker {
  /// The score for the side to move; `depth` is 0 at first and falls.
  mutating func quiesce(
    _ alpha: Int,
    _ beta: Int,
    ply: Int,
    depth: Int,
    isCounted: Bool = false
  ) -> Int {
    if !isCounted {
      let early = arrive(ply: ply)
      guard early == XiangqiScore.none else { return early }
    }
    memory.lineEnds[ply] = Int16(truncatingIfNeeded: ply)
    var node = XiangqiNode(alpha, beta, 0, ply: ply, isCut: false)
    node.isInCheck = board.isInCheck
    if recallCaptures(&node) { return node.tableScore }
    if !node.isInCheck, standPat(&node) || -depth >= task.strength.captures { return node.best }
    tryCaptures(&node, depth: depth)
    if isStopped { return 0 }
    if node.isInCheck, node.count == 0 { return ply &- XiangqiScore.mate }
    let entry = SearchTable.entry(
      move: node.bestMove,
      score: XiangqiScore.stored(node.best, ply: ply),
      evaluation: node.isInCheck ? XiangqiScore.none : evaluated(node.entry),
      depth: 0,
      bound: node.best >= beta ? SearchTable.atLeast : SearchTable.atMost
    )
    table.store(board.key, entry, age: task.age)
    return node.best
  }

  /// Looks the position up in the table; true where that decides.
  @inline(__always)
  private func recallCaptures(_ node: inout XiangqiNode) -> Bool {
    node.entry = table.find(board.key)
    guard node.entry.bound != 0 else { return false }
    node.tableMove = node.entry.move
    node.tableScore = XiangqiScore.recalled(node.entry.score, ply: node.ply)
    return !node.isOnLine && isUsable(node)
  }

  /// Takes the evaluation for a score, as nobody has to capture; true where it is enough.
  @inline(__always)
  private mutating func standPat(_ node: inout XiangqiNode) -> Bool {
    node.evaluation = memory.corrected(evaluated(node.entry), board, ply: node.ply)
    node.best = node.evaluation
    if node.tableScore != XiangqiScore.none, abs(node.tableScore) < XiangqiScore.decisive {
      let bound = node.tableScore > node.best ? SearchTable.atLeast : SearchTable.atMost
      if node.entry.bound & bound != 0 { node.best = node.tableScore }
    }
    if node.best >= node.beta { return true }
    node.alpha = max(node.alpha, node.best)
    return false
  }

  @inline(__always)
  private mutating func tryCaptures(_ node: inout XiangqiNode, depth: Int) {
    var picker = XiangqiPicker(
      memory,
      tableMove: node.isInCheck ? node.tableMove : tableCapture(node),
      ply: node.ply,
      isQuiescence: !node.isInCheck
    )
    while true {
      let move = picker.next(&board, memory)
      guard move != 0 else { return }
      guard board.isLegal(move), !overlooks(move) else { continue }
      node.count &+= 1
      if isHopeless(move, &node) { continue }
      memory.places[node.ply &+ 8] = Int16(truncatingIfNeeded: board.place(of: move))
      board.make(move)
      let score = -quiesce(-node.beta, -node.alpha, ply: node.ply &+ 1, depth: depth &- 1)
      board.unmake()
      if isStopped { return }
      guard score > node.best else { continue }
      node.best = score
      guard score > node.alpha else { continue }
      node.bestMove = move
      node.alpha = score
      if score >= node.beta { return }
    }
  }

  /// True if a capture gains too little to matter, or an escape from check is one too many.
  @inline(__always)
  private mutating func isHopeless(_ move: UInt16, _ node: inout XiangqiNode) -> Bool {
    guard node.best > -XiangqiScore.decisive else { return false }
    guard !node.isInCheck else { return node.count > 3 && !board.isCapture(move) }
    let gain = XiangqiBoard.worth(Int(board.engine.cells[Int(move & 255)]))
    let reach = node.evaluation &+ gain &+ 150
    if reach <= node.alpha {
      node.best = max(node.best, reach)
      return true
    }
    return node.evaluation &+ 100 <= node.alpha && !board.gains(move, atLeast: 1)
  }
}
