import GameRules

/// The moves of one position, one after the other.
extension XiangqiWorker {
  mutating func tryMoves(_ node: inout XiangqiNode) {
    var picker = picker(tableMove: node.tableMove, ply: node.ply, isQuiescence: false)
    while true {
      let move = next(&picker)
      guard move != 0 else { return }
      guard move != node.excluded, board.isLegal(move) else { continue }
      if overlooks(move) {
        node.hasOverlooked = true
        continue
      }
      node.count &+= 1
      let isTaking = isCapture(move)
      let history =
        isTaking ? Int(memory.captures[captureIndex(move)]) : quietHistory(move, ply: node.ply)
      let isFutile = isFutile(move, isTaking, history, node, &picker)
      let place = place(of: move)
      let extra = isFutile ? 0 : lengthening(for: move, &node)
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
      remember(move, isTaking, &node)
    }
  }

  /// Whether a move is so unlikely to matter that only a check saves it.
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

  /// How much less deeply a late move is searched, in 1,024ths of a ply.
  @inline(__always)
  private func reduction(_ node: XiangqiNode) -> Int {
    let depth = Int(task.reductions[min(node.depth, 63)])
    let count = Int(task.reductions[min(node.count, 63)])
    let base = depth &* count / 1_024
    return base &+ 350 &+ (node.isImproving ? 0 : 500)
  }

  /// How much more deeply a move is searched: one ply or two where nothing else is nearly as good.
  private mutating func lengthening(for move: UInt16, _ node: inout XiangqiNode) -> Int {
    guard node.ply > 0, node.ply < 2 &* rootDepth, move == node.tableMove, node.excluded == 0,
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
    let depth =
      node.depth &- 1 &+ (extra == 0 && board.isInCheck && node.ply < rootDepth ? 1 : extra)
    let ply = node.ply &+ 1
    var score = -XiangqiScore.infinite
    var isWide = node.isOnLine && node.count == 1
    if node.depth >= 2, node.count > (node.isOnLine ? 2 : 1) {
      let reduced = reducedDepth(depth, isTaking, history, node)
      score = -search(-node.alpha &- 1, -node.alpha, reduced, ply: ply, isCut: true)
      if score > node.alpha, reduced < depth {
        let deeper = depth &+ (score > node.best &+ 60 &+ 2 &* depth ? 1 : 0)
        score = -search(-node.alpha &- 1, -node.alpha, deeper, ply: ply, isCut: !node.isCut)
      }
      isWide = node.isOnLine && score > node.alpha
    } else if !isWide {
      score = -search(-node.alpha &- 1, -node.alpha, depth, ply: ply, isCut: !node.isCut)
      isWide = node.isOnLine && score > node.alpha
    }
    if isWide, !isStopped {
      score = -search(-node.beta, -node.alpha, depth, ply: ply, isCut: false)
    }
    return score
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
    if node.isOnLine { keepLine(move, ply: node.ply) }
    node.alpha = score
    guard score >= node.beta else { return false }
    memory.cutoffs[node.ply] &+= 1
    reward(move, isTaking, node)
    return true
  }

  /// Puts a move before the best line of the next ply.
  private func keepLine(_ move: UInt16, ply: Int) {
    let start = ply << 7
    let next = (ply &+ 1) << 7
    let end = max(Int(memory.lineEnds[ply &+ 1]), ply &+ 1)
    memory.lines[start | ply] = move
    for index in ply &+ 1..<max(end, ply &+ 1) {
      memory.lines[start | index] = memory.lines[next | index]
    }
    memory.lineEnds[ply] = Int16(truncatingIfNeeded: end)
  }

  private func remember(_ move: UInt16, _ isTaking: Bool, _ node: inout XiangqiNode) {
    if isTaking {
      guard node.captureCount < 64 else { return }
      memory.tried[node.ply << 7 | 64 | node.captureCount] = move
      node.captureCount &+= 1
    } else {
      guard node.quietCount < 64 else { return }
      memory.tried[node.ply << 7 | node.quietCount] = move
      node.quietCount &+= 1
    }
  }

  /// Learns from a move that refuted a position, and from those tried before it in vain.
  private func reward(_ move: UInt16, _ isTaking: Bool, _ node: XiangqiNode) {
    let bonus = min(150 &* node.depth &- 80, 1_600)
    if isTaking {
      XiangqiMemory.learn(memory.captures, captureIndex(move), bonus, limit: 8_192)
    } else {
      learnQuiet(move, bonus, ply: node.ply)
      if memory.killers[2 &* node.ply] != move {
        memory.killers[2 &* node.ply &+ 1] = memory.killers[2 &* node.ply]
        memory.killers[2 &* node.ply] = move
      }
      memory.counters[Int(memory.places[node.ply &+ 7])] = move
      for number in 0..<node.quietCount {
        learnQuiet(memory.tried[node.ply << 7 | number], -bonus, ply: node.ply)
      }
    }
    for number in 0..<node.captureCount {
      let index = captureIndex(memory.tried[node.ply << 7 | 64 | number])
      XiangqiMemory.learn(memory.captures, index, -bonus, limit: 8_192)
    }
  }

  private func learnQuiet(_ move: UInt16, _ bonus: Int, ply: Int) {
    XiangqiMemory.learn(memory.quiets, quietIndex(move), bonus, limit: 8_192)
    let place = place(of: move)
    learnContinuation(Int(memory.places[ply &+ 7]), place, bonus)
    learnContinuation(Int(memory.places[ply &+ 6]), place, bonus)
    learnContinuation(Int(memory.places[ply &+ 4]), place, bonus)
  }

  @inline(__always)
  private func learnContinuation(_ before: Int, _ place: Int, _ bonus: Int) {
    guard before != XiangqiMemory.noPlace else { return }
    let index = before &* XiangqiMemory.places &+ place
    XiangqiMemory.learn(memory.continuations, index, bonus, limit: 16_384)
  }
}
