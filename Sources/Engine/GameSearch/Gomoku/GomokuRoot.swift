/// The root of one thread's search: which moves there are, and what is known of each.
struct GomokuRoot {
  /// A thread's result for one move at the root.
  struct RootMove {
    var cell: Int
    /// The worth in the last iteration that searched it with an open window.
    var score = -GomokuSearch.infinity
    /// True if it is proven to lose.
    var isLost = false
    /// The expected moves, this one first.
    var line: [Int] = []
  }

  /// The result of an iteration.
  struct Finding {
    var line: [Int]
    var score: Int
    var depth: Int
  }

  let search: GomokuSearch

  private var board: GomokuBoard { search.board }
  private var header: GomokuBuffer<GomokuSearch.Header> { search.header }

  init(_ search: GomokuSearch) {
    self.search = search
  }

  /// The moves worth trying: a five, the answer to a five or an open three, or all near stones.
  ///
  /// Empty only where nothing may be played near the stones.
  func moves(_ side: Int) -> [RootMove] {
    for cellClass in [CellClass.five, CellClass.openFour] {
      if cellClass == CellClass.openFour, board.count(side ^ 1, CellClass.five) > 0 { break }
      let cell = search.allowed(side, cellClass)
      if cell >= 0 { return [RootMove(cell: cell)] }
    }
    if board.count(side ^ 1, CellClass.five) > 0 {
      let cell = search.allowed(side, blocking: side ^ 1)
      return cell < 0 ? [] : [RootMove(cell: cell)]
    }
    if search.openFour(side ^ 1) >= 0 {
      let defences = allowed(side, among: search.listDefences(side, 0, 0))
      if !defences.isEmpty { return defences }
    }
    return allowed(side, among: search.listNear(side, 0, 0))
  }

  /// Those of the first `count` listed moves that are allowed, the most promising first.
  private func allowed(_ side: Int, among count: Int) -> [RootMove] {
    (0..<count).map { search.pick($0, count) }
      .filter { !board.isForbidden($0, side) }
      .map { RootMove(cell: $0) }
  }

  /// The win of the side to move that an earlier search has proven; nil if there is none.
  ///
  /// Another search might find a longer one, or none within its limits.
  func knownWin(_ side: Int) -> Finding? {
    let record = search.table.record(search.hash(side))
    guard record.isProvenWin, record.move != 0, board.stones[record.move] == 0,
      !board.isForbidden(record.move, side)
    else { return nil }
    return Finding(line: [record.move], score: record.score, depth: 1)
  }

  /// Searches deeper and deeper until stopped, until `depth`, or until the answer is proven.
  ///
  /// - Parameters:
  ///   - moves: what to choose from, at least one.
  ///   - side: who is to move.
  ///   - depths: the first and the last depth.
  ///   - onFinding: told after each iteration.
  /// - Returns: what was found last.
  func deepen(
    _ moves: [RootMove],
    _ side: Int,
    _ depths: ClosedRange<Int>,
    _ onFinding: (Finding) -> Void
  ) -> Finding {
    var moves = moves
    var found = Finding(line: [moves[0].cell], score: search.evaluation(side), depth: 0)
    for depth in depths {
      header[0].deepest = 0
      let isWhole = iterate(&moves, side, depth, around: found.score)
      guard let best = moves.first, !best.line.isEmpty else { break }
      if best.score > -GomokuSearch.infinity {
        found = Finding(line: best.line, score: best.score, depth: isWhole ? depth : found.depth)
      }
      if !isWhole { break }
      onFinding(found)
      if abs(found.score) >= GomokuSearch.proven { break }
      if let winning = lookForThreats(found, side) {
        found = winning
        break
      }
      if depth > 7, moves.count > 1, moves.dropFirst().allSatisfy({ $0.isLost }) { break }
    }
    return found
  }

  /// Looks for a win by threats, of the side to move and then of the other after the best move.
  ///
  /// A win of the other side goes into the table, so that the next iteration knows of it.
  private func lookForThreats(_ found: Finding, _ side: Int) -> Finding? {
    guard found.depth > 2, header[0].seesFours else { return nil }
    let budget = header[0].nodes / 16
    let length = search.winByThreats(side, budget: budget)
    if length > 0 {
      return Finding(
        line: [header[0].threatMove],
        score: GomokuSearch.win - length,
        depth: found.depth
      )
    }
    board.place(found.line[0], side)
    defer { board.remove(side) }
    _ = search.winByThreats(side ^ 1, budget: budget)
    return nil
  }

  /// One iteration, in a window round the last score that is widened as far as needed.
  ///
  /// - Returns: whether it was finished; if not, the best move so far is still first.
  private func iterate(
    _ moves: inout [RootMove],
    _ side: Int,
    _ depth: Int,
    around score: Int
  ) -> Bool {
    var margin = 40
    var alpha = depth < 4 ? -GomokuSearch.infinity : max(score - margin, -GomokuSearch.infinity)
    var beta = depth < 4 ? GomokuSearch.infinity : min(score + margin, GomokuSearch.infinity)
    while true {
      let best = searchRoot(&moves, side, depth, alpha, beta)
      if header[0].isStopped { return false }
      margin *= 4
      if best <= alpha, alpha > -GomokuSearch.infinity {
        alpha = margin > 700 ? -GomokuSearch.infinity : max(best - margin, -GomokuSearch.infinity)
      } else if best >= beta, beta < GomokuSearch.infinity, best < GomokuSearch.proven {
        beta = margin > 700 ? GomokuSearch.infinity : min(best + margin, GomokuSearch.infinity)
      } else {
        return true
      }
    }
  }

  /// Searches each move once, and puts them in the order of their scores.
  private func searchRoot(
    _ moves: inout [RootMove],
    _ side: Int,
    _ depth: Int,
    _ alpha: Int,
    _ beta: Int
  ) -> Int {
    var low = alpha
    var best = -GomokuSearch.infinity
    search.evaluations[0] = search.evaluation(side)
    for index in moves.indices {
      let cell = moves[index].cell
      if moves[index].isLost, index > 0 { continue }
      let score = followRoot(cell, index, depth, low, beta, side)
      if header[0].isStopped { break }
      if index == 0 || score > low {
        moves[index].score = score
        moves[index].line = [cell] + expected(from: 1)
      } else {
        moves[index].score = -GomokuSearch.infinity
      }
      moves[index].isLost = score <= -GomokuSearch.proven
      if score > best { best = score }
      if score > low {
        low = score
        let move = moves.remove(at: index)
        moves.insert(move, at: 0)
      }
      if score >= beta { break }
    }
    return best
  }

  private func followRoot(
    _ cell: Int,
    _ index: Int,
    _ depth: Int,
    _ alpha: Int,
    _ beta: Int,
    _ side: Int
  ) -> Int {
    search.played[0] = cell
    board.place(cell, side)
    defer { board.remove(side) }
    if index > 0 {
      let late =
        index > 3 && depth > 2 ? Int(search.reductions[min(depth, 63) << 6 | min(index, 63)]) : 0
      let rest = max(depth - 1 - max(late - 1, 0), 0)
      var score = -search.search(-alpha - 1, -alpha, rest, 1, side ^ 1, true)
      if score > alpha, rest < depth - 1 {
        score = -search.search(-alpha - 1, -alpha, depth - 1, 1, side ^ 1, true)
      }
      if score <= alpha || score >= beta { return score }
    }
    return -search.search(-beta, -alpha, depth - 1, 1, side ^ 1, true)
  }

  /// The expected moves from a ply on.
  private func expected(from ply: Int) -> [Int] {
    (ply..<max(search.lengths[ply], ply)).map { Int(search.lines[ply * GomokuSearch.plies + $0]) }
  }
}
