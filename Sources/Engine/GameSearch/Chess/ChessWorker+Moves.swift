import GameRules

/// Which moves are tried first, and the end of a line: captures until nothing hangs.
extension ChessWorker {
  /// Writes the moves of a node behind those of the nodes above it, with their ranks.
  mutating func list(_ node: inout ChessNode) {
    node.first = node.ply * ChessSteps.most
    var list = ChessSteps(cells: steps, count: node.first)
    board.listAll(&list)
    node.end = list.count
    let before = node.ply > 0 ? Int(played[node.ply - 1]) : 0
    for index in node.first..<node.end {
      ranks[index] = rank(of: steps[index], node, before)
    }
  }

  /// The place of the next best move after those that were tried; nil after the last.
  @inline(__always)
  func pick(_ node: inout ChessNode, _ tried: Int) -> Int? {
    let place = node.first &+ tried
    guard place < node.end else { return nil }
    var best = place
    for index in place..<node.end where ranks[index] > ranks[best] { best = index }
    let (step, rank) = (steps[best], ranks[best])
    steps[best] = steps[place]
    ranks[best] = ranks[place]
    steps[place] = step
    ranks[place] = rank
    return place
  }

  private func rank(of step: ChessStep, _ node: ChessNode, _ before: Int) -> Int32 {
    let move = step.rawValue
    if move == node.tableMove { return 1 << 28 }
    let taken = Int(board.cells[step.to]) & 7
    if taken != 0 || step.promotion == 5 || step.kind == 2 { return rank(ofTaking: step, taken) }
    if move == killers[node.ply * 2] { return 1 << 20 }
    if move == killers[node.ply * 2 + 1] { return 1 << 20 - 1 }
    if move == answers[before] { return 1 << 20 - 2 }
    return 40_000 + past(of: Int(board.cells[step.from]) << 6 | step.to, before)
  }

  /// How well a quiet move of a piece to a square did, at any time and after the move before.
  @inline(__always)
  func past(of move: Int, _ before: Int) -> Int32 {
    history[move] + Int32(sequels[before << 10 | move])
  }

  /// Captures of dear pieces with cheap ones come first, those that lose material last.
  private func rank(ofTaking step: ChessStep, _ taken: Int) -> Int32 {
    let worths = ChessWeights.shared.worths
    let piece = Int(board.cells[step.from]) & 7
    let gain = Int(worths[taken]) + (step.promotion == 5 ? 880 : 0)
    if Int(worths[piece]) > gain, step.kind == 0, exchange(step) < 0 {
      return Int32(gain) - 100_000
    }
    return 1 << 22 + Int32(gain * 16 - piece)
  }

  /// What a capture gains if both sides take back with their cheapest pieces as long as it pays.
  func exchange(_ step: ChessStep) -> Int {
    let worths = ChessWeights.shared.worths
    let occupied = board.occupied ^ 1 << UInt64(step.from)
    let worth = Int(worths[Int(board.cells[step.from]) & 7])
    return Int(worths[Int(board.cells[step.to]) & 7])
      - gain(board.enemy, step.to, occupied, worth)
  }

  /// What `side` gains by taking a piece of this worth, or by leaving it.
  private func gain(_ side: Int, _ square: Int, _ occupied: UInt64, _ worth: Int) -> Int {
    guard let next = cheapest(side, square, occupied) else { return 0 }
    let own = Int(ChessWeights.shared.worths[next.number])
    return max(0, worth - gain(side ^ 8, square, occupied ^ next.bit, own))
  }

  private func cheapest(
    _ side: Int,
    _ square: Int,
    _ occupied: UInt64
  ) -> (number: Int, bit: UInt64)? {
    let attackers = board.attackers(of: square, by: side, occupied) & occupied
    if attackers == 0 { return nil }
    for number in 1...6 {
      let found = attackers & board.sets[side | number]
      if found != 0 { return (number, found & (0 &- found)) }
    }
    return nil
  }

  /// Remembers a quiet move that was too good, and that those before it were not.
  mutating func reward(_ node: ChessNode, _ step: ChessStep, _ tried: Int) {
    let ply = node.ply
    if killers[ply * 2] != step.rawValue {
      killers[ply * 2 + 1] = killers[ply * 2]
      killers[ply * 2] = step.rawValue
    }
    if ply > 0 { answers[Int(played[ply - 1])] = step.rawValue }
    let bonus = Int32(min(node.depth * node.depth * 8, 1_200))
    let before = ply > 0 ? Int(played[ply - 1]) : 0
    learn(step, before, bonus)
    for index in node.first..<node.first + tried - 1 where board.cells[steps[index].to] == 0 {
      learn(steps[index], before, -bonus)
    }
  }

  /// Moves numbers towards their limit of 16,384 either way.
  private func learn(_ step: ChessStep, _ before: Int, _ bonus: Int32) {
    let move = Int(board.cells[step.from]) << 6 | step.to
    history[move] += bonus - history[move] * abs(bonus) / 16_384
    let old = Int32(sequels[before << 10 | move])
    sequels[before << 10 | move] = Int16(old + bonus - old * abs(bonus) / 16_384)
  }

  /// The score once no capture gains anything.
  mutating func quiesce(_ alpha: Int, _ beta: Int, _ ply: Int, _ depth: Int) -> Int {
    lengths[ply] = 0
    countNode()
    if isStopped || isDrawn { return 0 }
    let isInCheck = depth < 2 && board.isInCheck
    var node = ChessNode(
      alpha: alpha,
      beta: beta,
      depth: 0,
      ply: ply,
      isInCheck: isInCheck,
      isOpen: true
    )
    if ply >= Self.mostPly { return assess() }
    return lookUp(&node) ?? searchCaptures(&node, depth)
  }

  /// The score of a position in the table, where that decides.
  private func lookUp(_ node: inout ChessNode) -> Int? {
    let entry = table.find(board.key)
    node.evaluation = -Self.infinite
    guard entry.bound != 0 else { return nil }
    node.tableMove = entry.move
    node.evaluation = entry.evaluation
    let score = fromTable(entry.score, node.ply)
    switch entry.bound {
    case SearchTable.exact: return score
    case SearchTable.atLeast: return score >= node.beta ? score : nil
    case _: return score <= node.alpha ? score : nil
    }
  }

  private mutating func searchCaptures(_ node: inout ChessNode, _ depth: Int) -> Int {
    if !node.isInCheck {
      if node.evaluation == -Self.infinite { node.evaluation = assess() }
      node.best = node.evaluation
      if node.best >= node.beta { return node.best }
      node.alpha = max(node.alpha, node.best)
    } else {
      node.evaluation = -Self.infinite
    }
    tryCaptures(&node, depth)
    if isStopped { return 0 }
    if node.isInCheck, node.best == -Self.infinite { return node.ply - Self.mate }
    let isEnough = node.best >= node.beta
    store(node, node.best, isEnough ? SearchTable.atLeast : SearchTable.atMost)
    return node.best
  }

  private mutating func tryCaptures(_ node: inout ChessNode, _ depth: Int) {
    let margin = node.best + 180
    listCaptures(&node)
    var tried = 0
    while let index = pick(&node, tried) {
      let step = steps[index]
      tried += 1
      if !node.isInCheck {
        if ranks[index] < 0 { return }
        let taken = Int(board.cells[step.to]) & 7
        let gain = Int(ChessWeights.shared.worths[taken]) + (step.promotion > 0 ? 900 : 0)
        if margin + gain <= node.alpha, step.kind != 2 { continue }
      }
      let undo = make(step, node.ply)
      let score = -quiesce(-node.beta, -node.alpha, node.ply + 1, depth + 1)
      unmake(step, undo)
      if isStopped { return }
      node.take(score, step)
      if score >= node.beta { return }
    }
  }

  private mutating func listCaptures(_ node: inout ChessNode) {
    if node.isInCheck { return list(&node) }
    node.first = node.ply * ChessSteps.most
    var list = ChessSteps(cells: steps, count: node.first)
    board.listCaptures(&list)
    node.end = list.count
    for index in node.first..<node.end { ranks[index] = rank(of: steps[index], node, 0) }
  }
}
