/// One node of the search: where it stands in the tree, and what it has to find.
struct GomokuNode {
  /// The score that the side to move has already.
  var alpha: Int
  /// The score that the other side would not allow.
  let beta: Int
  /// The number of plies to look ahead; 0 or less at the leaves.
  let depth: Int
  /// The number of moves that were made since the root.
  let ply: Int
  /// The side to move.
  let side: Int
  /// True if the other side would make an open four.
  var isThreatened = false

  /// True if the window is wide, so that the line matters.
  @inline(__always) var isWide: Bool { beta &- alpha > 1 }
}

extension GomokuRecord {
  /// The score that it gives to a node, or nil if it says too little.
  @inline(__always)
  func score(in node: GomokuNode) -> Int? {
    let score = GomokuSearch.fromTable(score, node.ply)
    // A proof stands whatever the window: its length is the most that the end can take.
    if isProven { return score }
    guard hasLooked(as: node) else { return nil }
    switch bound {
    case Bound.exact: return score
    case Bound.lower: return score >= node.beta ? score : nil
    case _: return score <= node.alpha ? score : nil
    }
  }

  /// True if it has looked as far ahead as a node is to.
  @inline(__always)
  private func hasLooked(as node: GomokuNode) -> Bool {
    bound != Bound.none && depth >= node.depth && !(node.isWide && node.depth > 0)
  }
}

extension GomokuSearch {
  /// The worth of the position, by principal variation search.
  ///
  /// - Parameters:
  ///   - alpha: what the side to move has elsewhere.
  ///   - beta: what the other side would not allow.
  ///   - depth: how many plies to look ahead; forced answers do not count.
  ///   - ply: how many moves were made since the root.
  ///   - side: who is to move.
  ///   - mayPass: whether a pass may be tried.
  /// - Returns: the worth to `side`; without meaning once the search is stopped.
  func search(
    _ alpha: Int,
    _ beta: Int,
    _ depth: Int,
    _ ply: Int,
    _ side: Int,
    _ mayPass: Bool
  ) -> Int {
    enter()
    lengths[ply] = ply
    if header[0].isStopped { return 0 }
    if ply > header[0].deepest { header[0].deepest = ply }
    if board.count(side, CellClass.five) > 0 { return Self.win &- ply &- 1 }
    if board.header[0].stoneCount == board.area { return 0 }
    if ply >= Self.plies - 2 { return evaluation(side) }
    if board.count(side ^ 1, CellClass.five) > 0 { return block(alpha, beta, depth, ply, side) }
    if openFour(side) >= 0 { return Self.win &- ply &- 3 }
    // Neither a loss before the fourth ply nor a win before the fifth is possible any more.
    let low = max(alpha, -Self.win &+ ply &+ 4)
    let high = min(beta, Self.win &- ply &- 5)
    if low >= high { return low }
    return look(GomokuNode(alpha: low, beta: high, depth: depth, ply: ply, side: side), mayPass)
  }

  /// Stops the five of the other side, without losing depth.
  private func block(_ alpha: Int, _ beta: Int, _ depth: Int, _ ply: Int, _ side: Int) -> Int {
    let cell = cell(side ^ 1, CellClass.five)
    if board.count(side ^ 1, CellClass.five) > 1 || board.isForbidden(cell, side) {
      return -Self.win &+ ply &+ 2
    }
    played[ply] = cell
    evaluations[ply] = evaluation(side)
    board.place(cell, side)
    let score = -search(-beta, -alpha, depth, ply &+ 1, side ^ 1, true)
    board.remove(side)
    if score > alpha { extend(ply, cell) }
    return score
  }

  /// Asks the table, then looks for fours, and then further.
  @inline(__always)
  private func look(_ position: GomokuNode, _ mayPass: Bool) -> Int {
    var node = position
    let hash = hash(node.side)
    let record = table.record(hash)
    if let score = record.score(in: node) { return score }
    let evaluation = record.word != 0 ? record.evaluation : clamped(evaluation(node.side))
    evaluations[node.ply] = evaluation
    if !record.hasNoFours || node.depth > record.depth &+ 3 {
      let length = lookForFours(node)
      if length > 0 {
        return Self.win &- node.ply &- length
      }
    }
    node.isThreatened = openFour(node.side ^ 1) >= 0
    if node.depth <= 0, !node.isThreatened || node.depth <= -4 {
      remember(hash, 0, evaluation, 0, GomokuRecord.Bound.exact, node.ply)
      return evaluation
    }
    if !node.isWide, !node.isThreatened, let score = prune(node, mayPass) { return score }
    return expand(node, record.move)
  }

  /// The plies to a five by fours alone, or 0; the deeper the node, the more are tried.
  @inline(__always)
  private func lookForFours(_ node: GomokuNode) -> Int {
    let budget = node.depth <= 0 ? 60 : 150 &+ 100 &* node.depth
    return winByFours(node.side, budget: budget, complete: node.depth > 2)
  }

  /// A score that is good enough without a search, or nil.
  private func prune(_ node: GomokuNode, _ mayPass: Bool) -> Int? {
    let evaluation = evaluations[node.ply]
    let (beta, depth) = (node.beta, node.depth)
    if abs(beta) >= Self.proven || board.count(node.side ^ 1, CellClass.fourThree) > 0 {
      return nil
    }
    if depth < 6, evaluation &- 60 &* depth >= beta { return evaluation }
    guard mayPass, depth > 2, evaluation >= beta else { return nil }
    played[node.ply] = 0
    let rest = depth &- 3 &- depth / 4
    let score = -search(-beta, -beta &+ 1, rest, node.ply &+ 1, node.side ^ 1, false)
    if header[0].isStopped { return 0 }
    return score >= beta && score < Self.proven ? score : nil
  }

  /// Tries the moves one after another, `first` before the others.
  private func expand(_ start: GomokuNode, _ first: Int) -> Int {
    var node = start
    let (side, ply) = (node.side, node.ply)
    let begin = ply << 9
    let count = list(node, first)
    // Threatened and without a defence: an open four next, and a five after that.
    var best = node.isThreatened ? -Self.win &+ ply &+ 4 : -Self.infinity
    var bestCell = 0
    var number = 0
    var index = begin
    while index < begin &+ count {
      let cell = pick(index, begin &+ count)
      index &+= 1
      if board.isForbidden(cell, side) { continue }
      number &+= 1
      if best > -Self.proven, isIdle(cell, number, node) { continue }
      let score = follow(cell, number, node)
      if header[0].isStopped { return 0 }
      if score <= best { continue }
      best = score
      if score <= node.alpha { continue }
      node.alpha = score
      bestCell = cell
      extend(ply, cell)
      if score >= node.beta {
        reward(cell, side, ply, node.depth, begin, index &- 1)
        break
      }
    }
    if best == -Self.infinity { best = 0 }
    remember(hash(side), bestCell, best, max(node.depth, 0), Self.bound(best, start), ply)
    return best
  }

  /// Lists the moves that are worth trying, `first` before the others.
  @inline(__always)
  private func list(_ node: GomokuNode, _ first: Int) -> Int {
    node.isThreatened
      ? listDefences(node.side, node.ply, first) : listNear(node.side, node.ply, first)
  }

  /// The kind of bound that the best score is for the value of a node.
  @inline(__always)
  private static func bound(_ best: Int, _ node: GomokuNode) -> Int {
    if best >= node.beta { return GomokuRecord.Bound.lower }
    return best > node.alpha ? GomokuRecord.Bound.exact : GomokuRecord.Bound.upper
  }

  /// True if a late move that makes nothing is left out.
  @inline(__always)
  private func isIdle(_ cell: Int, _ number: Int, _ node: GomokuNode) -> Bool {
    let depth = node.depth
    if node.isThreatened || depth > 6 { return false }
    let own = cellClass(cell, node.side)
    let other = cellClass(cell, node.side ^ 1)
    if own >= CellClass.three && own != CellClass.four || other >= CellClass.threeMore {
      return false
    }
    if number > 5 &+ depth &* depth { return true }
    return depth < 5 && number > 2
      && evaluations[node.ply] &+ 80 &* depth &+ 40 < node.alpha
  }

  /// Searches one move: the first fully, the others only to see whether they are better.
  @inline(__always)
  private func follow(_ cell: Int, _ number: Int, _ node: GomokuNode) -> Int {
    let (alpha, beta, ply, side) = (node.alpha, node.beta, node.ply, node.side)
    let reduction = reduction(cell, number, node)
    played[ply] = cell
    board.place(cell, side)
    let next = node.depth &- 1
    var score = 0
    if number > 1 {
      score = -search(-alpha &- 1, -alpha, next &- reduction, ply &+ 1, side ^ 1, true)
      if score > alpha, reduction > 0 {
        score = -search(-alpha &- 1, -alpha, next, ply &+ 1, side ^ 1, true)
      }
    }
    if number == 1 || score > alpha && score < beta {
      score = -search(-beta, -alpha, next, ply &+ 1, side ^ 1, true)
    }
    board.remove(side)
    return score
  }

  /// The number of plies by which the depth of a late move is reduced.
  @inline(__always)
  private func reduction(_ cell: Int, _ number: Int, _ node: GomokuNode) -> Int {
    let (depth, side) = (node.depth, node.side)
    if depth < 2 || number < 3 { return 0 }
    var reduction = Int(reductions[min(depth, 63) << 6 | min(number, 63)])
    if node.isWide { reduction &-= 1 }
    let own = cellClass(cell, side)
    if own >= CellClass.three && own != CellClass.four { reduction &-= 1 }
    if cellClass(cell, side ^ 1) >= CellClass.threeMore { reduction &-= 1 }
    reduction &-= Int(history[side << 10 | cell]) / 4_000
    return min(max(reduction, 0), depth &- 1)
  }

  /// Puts a move before the expected moves of the next ply.
  @inline(__always)
  private func extend(_ ply: Int, _ cell: Int) {
    let start = ply &* Self.plies
    lines[start &+ ply] = Int16(truncatingIfNeeded: cell)
    let end = max(lengths[ply &+ 1], ply &+ 1)
    var index = ply &+ 1
    while index < end {
      lines[start &+ index] = lines[start &+ Self.plies &+ index]
      index &+= 1
    }
    lengths[ply] = end
  }

  @inline(__always)
  private func clamped(_ score: Int) -> Int {
    min(max(score, -20_000), 20_000)
  }

  /// The same `length` in plies; if it is that of a win, this goes into the table with its `move`.
  func remembered(_ length: Int, _ side: Int, _ move: Int) -> Int {
    if length == 0 { return 0 }
    let record = GomokuRecord(
      move: move,
      score: Self.win &- length,
      evaluation: 0,
      depth: Self.proofDepth,
      bound: GomokuRecord.Bound.lower,
      hasNoFours: false
    )
    table.store(hash(side), record)
    return length
  }

  /// The depth as which a proof is stored, so that what is not proven makes room first.
  private static let proofDepth = 20

  /// Stores what was found of a ply; a proven end is counted from the position itself.
  private func remember(
    _ hash: UInt64,
    _ move: Int,
    _ score: Int,
    _ depth: Int,
    _ bound: Int,
    _ ply: Int
  ) {
    let own = score >= Self.proven ? score &+ ply : score <= -Self.proven ? score &- ply : score
    let isProof = GomokuRecord.isWin(score, bound) || GomokuRecord.isLoss(score, bound)
    table.store(
      hash,
      GomokuRecord(
        move: move,
        score: own,
        evaluation: evaluations[ply],
        depth: isProof ? max(depth, Self.proofDepth) : depth,
        bound: bound,
        hasNoFours: score < Self.proven
      )
    )
  }

  /// The score of a record, with a proven end counted from the root.
  @inline(__always)
  static func fromTable(_ score: Int, _ ply: Int) -> Int {
    score >= proven ? score &- ply : score <= -proven ? score &+ ply : score
  }
}
