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
    return look(low, high, depth, ply, side, mayPass)
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
  private func look(
    _ alpha: Int,
    _ beta: Int,
    _ depth: Int,
    _ ply: Int,
    _ side: Int,
    _ mayPass: Bool
  ) -> Int {
    let hash = hash(side)
    let record = table.record(hash)
    let isWide = beta &- alpha > 1
    if record.bound != 0 {
      let score = Self.fromTable(record.score, ply)
      let isProven = abs(score) >= Self.proven
      if isProven || record.depth >= depth, isProven || !isWide || depth <= 0 {
        if record.bound == GomokuRecord.Bound.exact { return score }
        if record.bound == GomokuRecord.Bound.lower, score >= beta { return score }
        if record.bound == GomokuRecord.Bound.upper, score <= alpha { return score }
      }
    }
    let evaluation = record.word != 0 ? record.evaluation : clamped(evaluation(side))
    evaluations[ply] = evaluation
    if !record.hasNoFours || depth > record.depth &+ 3 {
      let budget = depth <= 0 ? 60 : 150 &+ 100 &* depth
      let length = winByFours(side, budget: budget, complete: depth > 2)
      if length > 0 {
        let score = Self.win &- ply &- length
        remember(hash, 0, score, evaluation, depth, GomokuRecord.Bound.lower, ply)
        return score
      }
    }
    let isThreatened = openFour(side ^ 1) >= 0
    if depth <= 0, !isThreatened || depth <= -4 {
      remember(hash, 0, evaluation, evaluation, 0, GomokuRecord.Bound.exact, ply)
      return evaluation
    }
    if !isWide, !isThreatened, let score = prune(beta, depth, ply, side, mayPass) { return score }
    return expand(alpha, beta, depth, ply, side, record.move, isThreatened)
  }

  /// A score that is good enough without a search, or nil.
  private func prune(_ beta: Int, _ depth: Int, _ ply: Int, _ side: Int, _ mayPass: Bool) -> Int? {
    let evaluation = evaluations[ply]
    if abs(beta) >= Self.proven || board.count(side ^ 1, CellClass.fourThree) > 0 { return nil }
    if depth < 6, evaluation &- 60 &* depth >= beta { return evaluation }
    guard mayPass, depth > 2, evaluation >= beta else { return nil }
    played[ply] = 0
    let rest = depth &- 3 &- depth / 4
    let score = -search(-beta, -beta &+ 1, rest, ply &+ 1, side ^ 1, false)
    if header[0].isStopped { return 0 }
    return score >= beta && score < Self.proven ? score : nil
  }

  /// Tries the moves one after another.
  private func expand(
    _ alpha: Int,
    _ beta: Int,
    _ depth: Int,
    _ ply: Int,
    _ side: Int,
    _ first: Int,
    _ isThreatened: Bool
  ) -> Int {
    let start = ply << 9
    let count = isThreatened ? listDefences(side, ply, first) : listNear(side, ply, first)
    var low = alpha
    // Threatened and without a defence: an open four next, and a five after that.
    var best = isThreatened ? -Self.win &+ ply &+ 4 : -Self.infinity
    var bestCell = 0
    var number = 0
    var index = start
    while index < start &+ count {
      let cell = pick(index, start &+ count)
      index &+= 1
      if board.isForbidden(cell, side) { continue }
      number &+= 1
      if best > -Self.proven, isIdle(cell, number, low, depth, ply, side, isThreatened) { continue }
      let score = follow(cell, number, low, beta, depth, ply, side)
      if header[0].isStopped { return 0 }
      if score <= best { continue }
      best = score
      if score <= low { continue }
      low = score
      bestCell = cell
      extend(ply, cell)
      if score >= beta {
        reward(cell, side, ply, depth, start, index &- 1)
        break
      }
    }
    if best == -Self.infinity { best = 0 }
    let bound =
      best >= beta
      ? GomokuRecord.Bound.lower
      : best > alpha ? GomokuRecord.Bound.exact : GomokuRecord.Bound.upper
    remember(hash(side), bestCell, best, evaluations[ply], max(depth, 0), bound, ply)
    return best
  }

  /// Whether a late move that makes nothing is left out.
  @inline(__always)
  private func isIdle(
    _ cell: Int,
    _ number: Int,
    _ alpha: Int,
    _ depth: Int,
    _ ply: Int,
    _ side: Int,
    _ isThreatened: Bool
  ) -> Bool {
    if isThreatened || depth > 6 { return false }
    let own = cellClass(cell, side)
    let other = cellClass(cell, side ^ 1)
    if own >= CellClass.three && own != CellClass.four || other >= CellClass.threeMore {
      return false
    }
    if number > 5 &+ depth &* depth { return true }
    return depth < 5 && number > 2 && evaluations[ply] &+ 80 &* depth &+ 40 < alpha
  }

  /// Searches one move: the first fully, the others only to see whether they are better.
  @inline(__always)
  private func follow(
    _ cell: Int,
    _ number: Int,
    _ alpha: Int,
    _ beta: Int,
    _ depth: Int,
    _ ply: Int,
    _ side: Int
  ) -> Int {
    let reduction = reduction(cell, number, depth, beta &- alpha > 1, side)
    played[ply] = cell
    board.place(cell, side)
    let next = depth &- 1
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

  /// How many plies less a late move is searched.
  @inline(__always)
  private func reduction(
    _ cell: Int,
    _ number: Int,
    _ depth: Int,
    _ isWide: Bool,
    _ side: Int
  ) -> Int {
    if depth < 2 || number < 3 { return 0 }
    var reduction = Int(reductions[min(depth, 63) << 6 | min(number, 63)])
    if isWide { reduction &-= 1 }
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

  /// Stores what was found; a proven end is counted from the position itself.
  func remember(
    _ hash: UInt64,
    _ move: Int,
    _ score: Int,
    _ evaluation: Int,
    _ depth: Int,
    _ bound: Int,
    _ ply: Int
  ) {
    let own = score >= Self.proven ? score &+ ply : score <= -Self.proven ? score &- ply : score
    table.store(
      hash,
      GomokuRecord(
        move: move,
        score: own,
        evaluation: evaluation,
        depth: depth,
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
