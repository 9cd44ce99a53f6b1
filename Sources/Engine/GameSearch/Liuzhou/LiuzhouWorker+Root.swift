internal import GameRules

extension LiuzhouWorker {
  /// The result of the last complete iteration.
  private struct Found {
    var move: LiuzhouMove
    var score: Int
    var line: [LiuzhouMove]
    var depth: Int
  }

  /// Searches `root` deeper and deeper; nil if not even the first iteration came to an end.
  mutating func deepen(
    _ root: LiuzhouState,
    startingAt first: Int,
    onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    let key = root.key
    let hint = places.entry(key)?.move ?? .none
    let count = generate(root, ply: 0, first: hint)
    var order: [LiuzhouMove] = []
    for place in 0..<count { order.append(pick(place, of: count, ply: 0)) }
    order = seen(order, key)
    if root.phase == .moving, root.due == 0 { path.append(key) }
    var found: Found?
    var stalled = 0
    var depth = first
    let limit = min(thought.limits.depth ?? Self.maxDepth, Self.maxDepth)
    while depth <= limit, !isStopped {
      let next = iterate(root, depth, order, around: found?.score)
      if let next {
        stalled = abs(next.score) >= Self.win && next.score == found?.score ? stalled + 1 : 0
        found = next
        order.removeAll { $0 == next.move }
        order.insert(next.move, at: 0)
        if !isStopped, let report = report(next) { onReport(report) }
      }
      if isSettled(found, order.count, stalled, depth, root) { break }
      depth += 1
    }
    guard let found else { return nil }
    return report(found)
  }

  /// The moves of `moves` that a level sees: at least one.
  private func seen(_ moves: [LiuzhouMove], _ key: UInt64) -> [LiuzhouMove] {
    guard sight.blindness > 0 else { return moves }
    let sight = sight
    let seen = moves.filter { !sight.overlooks($0, key) }
    return seen.isEmpty ? moves : seen
  }

  /// True if a deeper iteration would find nothing better.
  private func isSettled(
    _ found: Found?,
    _ choices: Int,
    _ stalled: Int,
    _ depth: Int,
    _ root: LiuzhouState
  ) -> Bool {
    guard let found else { return false }
    if choices == 1 && depth >= 6 { return true }
    if depth >= 12, root.due == 0, thought.endgames?.ending(root) == .draw { return true }
    return abs(found.score) >= Self.win
      && (Self.mate - abs(found.score) <= found.depth || stalled >= 3)
  }

  private func report(_ found: Found) -> SearchReport? {
    guard let move = found.move.move else { return nil }
    let isProven = abs(found.score) >= Self.win
    let distance = Self.mate - abs(found.score)
    return SearchReport(
      move: move,
      line: found.line.compactMap { $0.move },
      score: found.score,
      mate: isProven ? (found.score > 0 ? distance : -distance) : nil,
      depth: found.depth,
      nodes: allNodes
    )
  }

  /// A window around the last score, which grows until the score is in it.
  private struct Window {
    private(set) var low = -LiuzhouWorker.infinity
    private(set) var high = LiuzhouWorker.infinity
    private var width = 40

    init(around score: Int?, depth: Int) {
      guard depth >= 4, let score, abs(score) < LiuzhouWorker.win else { return }
      low = score - width
      high = score + width
    }

    /// True if `score` is in the window; if not, the window grows on that side.
    mutating func takes(_ score: Int) -> Bool {
      if score <= low, low > -LiuzhouWorker.infinity {
        low = width > 400 ? -LiuzhouWorker.infinity : score - width
      } else if score >= high, high < LiuzhouWorker.infinity {
        high = width > 400 ? LiuzhouWorker.infinity : score + width
      } else {
        return true
      }
      width *= 3
      return false
    }
  }

  /// One iteration in a window around the last score, widened until the score is in it.
  private mutating func iterate(
    _ root: LiuzhouState,
    _ depth: Int,
    _ order: [LiuzhouMove],
    around score: Int?
  ) -> Found? {
    var window = Window(around: score, depth: depth)
    while true {
      let (found, isWhole) = tryAll(root, depth, order, window.low, window.high)
      guard let found else { return nil }
      if isStopped { return isWhole || found.score > window.low ? found : nil }
      if window.takes(found.score) { return found }
    }
  }

  /// The best of the root's actions, and whether all were looked at before a stop.
  private mutating func tryAll(
    _ root: LiuzhouState,
    _ depth: Int,
    _ order: [LiuzhouMove],
    _ low: Int,
    _ high: Int
  ) -> (Found?, Bool) {
    var best: Found?
    var alpha = low
    for (place, move) in order.enumerated() {
      var next = root
      next.play(move, rules)
      let node = LiuzhouNode(depth: depth, alpha: alpha, beta: high, ply: 0, turns: 0)
      let score = value(of: next, after: move, root, node, place, place < 4 ? Self.forming : 0)
      if isStopped { return (best, false) }
      if score > best?.score ?? -Self.infinity {
        lineLengths[0] = 0
        keepLine(move, ply: 0)
        let line = score > alpha ? Array(lines[0..<lineLengths[0]]) : [move]
        best = Found(move: move, score: score, line: line, depth: depth)
        if score > low { store(root, best, score >= high ? .lower : .exact) }
      }
      alpha = max(alpha, score)
      if alpha >= high { break }
    }
    return (best, true)
  }

  private func store(_ root: LiuzhouState, _ found: Found?, _ bound: LiuzhouEntry.Bound) {
    guard let found else { return }
    places.store(
      LiuzhouEntry(
        move: found.move,
        score: Self.toMemory(found.score, turns: 0),
        depth: found.depth,
        bound: bound,
        age: thought.age
      ),
      root.key
    )
  }
}
