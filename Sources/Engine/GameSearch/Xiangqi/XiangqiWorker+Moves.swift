import GameRules

/// The moves of one position, one after the other.
extension XiangqiWorker {
  mutating func tryMoves(_ node: inout XiangqiNode) {
    var picker = XiangqiPicker(
      memory,
      tableMove: node.tableMove,
      ply: node.ply,
      isQuiescence: false
    )
    while true {
      let move = picker.next(&board, memory)
      guard move != 0 else { return }
      guard move != node.excluded, board.isLegal(move) else { continue }
      if overlooks(move) {
        node.hasOverlooked = true
        continue
      }
      node.count &+= 1
      let isTaking = board.isCapture(move)
      let history = memory.history(move, isTaking, board, ply: node.ply)
      let isFutile = isFutile(move, isTaking, history, node, &picker)
      let place = board.place(of: move)
      let extra = lengthening(for: move, isFutile, &node)
      if node.answer != XiangqiScore.none || isStopped { return }
      memory.places[node.ply &+ 8] = Int16(truncatingIfNeeded: place)
      board.make(move)
      // A move that gives check is never futile.
      if isFutile, !board.isInCheck {
        board.unmake()
        continue
      }
      let score = score(move, isTaking, history, extra, node)
      board.unmake()
      if isStopped { return }
      if accept(score, move, isTaking, &node) { return }
      memory.remember(move, isTaking, &node)
    }
  }

  /// True if a move is so unlikely to matter that only a check saves it.
  private mutating func isFutile(
    _ move: UInt16,
    _ isTaking: Bool,
    _ history: Int,
    _ node: XiangqiNode,
    _ picker: inout XiangqiPicker
  ) -> Bool {
    guard node.ply > 0, node.best > -XiangqiScore.decisive, node.count > 1 else { return false }
    let reduced = max(0, node.depth &- reduction(node) / 1_024)
    if isTaking {
      return node.depth <= 6 && !board.gains(move, atLeast: -100 &* node.depth &- history / 48)
    }
    let most = (4 &+ node.depth &* node.depth) / (node.isImproving ? 1 : 2)
    if node.count >= most, !node.isInCheck { picker.skipsQuiets = true }
    if reduced <= 5, history < -3_500 &* node.depth { return true }
    if !node.isInCheck, reduced <= 7,
      node.evaluation &+ 120 &+ 110 &* reduced &+ history / 64 <= node.alpha
    {
      return true
    }
    return node.depth <= 9 && !board.gains(move, atLeast: -28 &* reduced &* reduced)
  }

  /// The reduction of a late move, in 1,024ths of a ply.
  @inline(__always)
  private func reduction(_ node: XiangqiNode) -> Int {
    let depth = Int(task.reductions[min(node.depth, 63)])
    let count = Int(task.reductions[min(node.count, 63)])
    let base = depth &* count / 1_024
    return base &+ 350 &+ (node.isImproving ? 0 : 500)
  }

  /// The extension of a move: one ply or two if nothing else is nearly as good.
  private mutating func lengthening(
    for move: UInt16,
    _ isFutile: Bool,
    _ node: inout XiangqiNode
  ) -> Int {
    guard !isFutile, node.ply > 0, node.ply < 2 &* rootDepth, move == node.tableMove,
      node.excluded == 0,
      node.depth >= 7, node.entry.depth >= node.depth &- 3, node.entry.bound & 1 != 0,
      abs(node.tableScore) < XiangqiScore.decisive
    else { return 0 }
    let limit = node.tableScore &- node.depth &* 2
    let score = search(
      limit &- 1,
      limit,
      (node.depth &- 1) / 2,
      ply: node.ply,
      isCut: node.isCut,
      excluded: move
    )
    memory.lineEnds[node.ply] = Int16(truncatingIfNeeded: node.ply)
    if score < limit { return !node.isOnLine && score < limit &- 25 ? 2 : 1 }
    // Two moves are too good: one will be.
    if limit >= node.beta { node.answer = limit }
    return node.tableScore >= node.beta ? -2 : node.isCut ? -1 : 0
  }

  /// The score of the move that was just made.
  private mutating func score(
    _ move: UInt16,
    _ isTaking: Bool,
    _ history: Int,
    _ extra: Int,
    _ node: XiangqiNode
  ) -> Int {
    let isCheck = extra == 0 && board.isInCheck && node.ply < rootDepth
    let depth = node.depth &- 1 &+ (isCheck ? 1 : extra)
    var score = -XiangqiScore.infinite
    if node.depth >= 2, node.count > (node.isOnLine ? 2 : 1) {
      score = lateScore(depth, isTaking, history, node)
    } else if !node.isOnLine || node.count > 1 {
      score = narrowScore(depth, node, isCut: !node.isCut)
    }
    guard node.isOnLine, node.count == 1 || score > node.alpha, !isStopped else { return score }
    return -search(-node.beta, -node.alpha, depth, ply: node.ply &+ 1, isCut: false)
  }

  /// Searches a late move less deeply, and again where it is better than expected.
  @inline(__always)
  private mutating func lateScore(
    _ depth: Int,
    _ isTaking: Bool,
    _ history: Int,
    _ node: XiangqiNode
  ) -> Int {
    let reduced = reducedDepth(depth, isTaking, history, node)
    let score = narrowScore(reduced, node, isCut: true)
    guard score > node.alpha, reduced < depth else { return score }
    let deeper = depth &+ (score > node.best &+ 60 &+ 2 &* depth ? 1 : 0)
    return narrowScore(deeper, node, isCut: !node.isCut)
  }

  /// Searches only whether the move that was just made is better than what there is.
  @inline(__always)
  private mutating func narrowScore(_ depth: Int, _ node: XiangqiNode, isCut: Bool) -> Int {
    -search(-node.alpha &- 1, -node.alpha, depth, ply: node.ply &+ 1, isCut: isCut)
  }

  @inline(__always)
  private func reducedDepth(
    _ depth: Int,
    _ isTaking: Bool,
    _ history: Int,
    _ node: XiangqiNode
  ) -> Int {
    var less = reduction(node)
    if node.isOnLine { less &-= 1_000 }
    if node.isCut { less &+= 1_300 }
    if board.isInCheck { less &-= 700 }
    if memory.cutoffs[node.ply &+ 1] > 3 { less &+= 700 }
    if isTaking { less &-= 700 } else { less &-= history / 10 }
    return max(1, min(depth, depth &- less / 1_024))
  }

  /// Takes in the score of a move; true where it refutes the position.
  private mutating func accept(
    _ score: Int,
    _ move: UInt16,
    _ isTaking: Bool,
    _ node: inout XiangqiNode
  ) -> Bool {
    guard score > node.best else { return false }
    node.best = score
    guard score > node.alpha else { return false }
    node.bestMove = move
    if node.isOnLine { memory.keepLine(move, ply: node.ply) }
    node.alpha = score
    guard score >= node.beta else { return false }
    memory.cutoffs[node.ply] &+= 1
    reward(move, isTaking, node)
    return true
  }

  /// Learns from a move that refuted a position, and from those tried before it in vain.
  private func reward(_ move: UInt16, _ isTaking: Bool, _ node: XiangqiNode) {
    let bonus = min(150 &* node.depth &- 80, 1_600)
    if isTaking {
      XiangqiMemory.learn(memory.captures, board.captureIndex(move), bonus, limit: 8_192)
    } else {
      memory.learnQuiet(move, board, bonus, ply: node.ply)
      memory.keepKiller(move, ply: node.ply)
      for number in 0..<node.quietCount {
        memory.learnQuiet(memory.tried[node.ply << 7 | number], board, -bonus, ply: node.ply)
      }
    }
    for number in 0..<node.captureCount {
      let index = board.captureIndex(memory.tried[node.ply << 7 | 64 | number])
      XiangqiMemory.learn(memory.captures, index, -bonus, limit: 8_192)
    }
  }
}
