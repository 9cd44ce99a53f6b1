internal import GameRules

/// One node of the search: where it stands in the tree, and what it has to find.
struct LiuzhouNode {
  /// The number of turns that are still to be looked at.
  var depth: Int
  var alpha: Int
  var beta: Int
  /// The number of actions the line from the root has.
  var ply: Int
  /// The number of its complete turns.
  var turns: Int

  /// True if the window is wide, so that the line matters.
  @inline(__always) var isWide: Bool { beta - alpha > 1 }
}

extension LiuzhouWorker {
  /// The value of `state` to the side to move, if it is between alpha and beta, or a bound.
  mutating func search(_ state: LiuzhouState, _ node: LiuzhouNode) -> Int {
    lineLengths[node.ply] = 0
    count()
    if isStopped { return 0 }
    let key = state.key
    if let known = settled(state, key, node) { return known }
    if node.depth <= 0 || node.ply >= Self.maxPly - 8 { return quiesce(state, node, turns: 0) }
    let entry = places.entry(key)
    if let entry, let score = Self.cut(entry, node) { return score }
    let standing = state.mustTake ? nil : evaluate(state)
    if let standing, Self.isEnough(standing, node) { return standing }
    let isMovingTurn = state.isMovingTurn
    if isMovingTurn { path.append(key) }
    let score = tryMoves(state, node, key, standing, entry?.move ?? .none)
    if isMovingTurn { path.removeLast() }
    return score
  }

  /// True if a position is worth so much that no answer near the leaves will change what it
  /// decides.
  @inline(__always)
  private static func isEnough(_ standing: Int, _ node: LiuzhouNode) -> Bool {
    guard !node.isWide, node.depth <= 4, abs(node.beta) < win else { return false }
    return standing - 130 * node.depth >= node.beta
  }

  func evaluate(_ state: LiuzhouState) -> Int {
    let score = evaluation.score(state)
    return sight.noise == 0 ? score : score + sight.error(state.key)
  }

  /// The score that needs no search: the end of the game, a repetition, an endgame table.
  private func settled(_ state: LiuzhouState, _ key: UInt64, _ node: LiuzhouNode) -> Int? {
    guard state.phase == .moving else { return nil }
    switch state.result {
    // In the middle of a turn, which the capture completes.
    case .win: return Self.mate - node.turns - (state.due > 0 ? 1 : 0)
    case .loss: return node.turns - Self.mate
    case .draw: return 0
    case nil: break
    }
    guard state.due == 0 else { return nil }
    if isRepeated(key, quiet: Int(state.quiet)) { return 0 }
    guard (state.own | state.enemy).nonzeroBitCount <= tabledStones else { return nil }
    return tabled(state, key, node)
  }

  /// The score of the endgame tables.
  private func tabled(_ state: LiuzhouState, _ key: UInt64, _ node: LiuzhouNode) -> Int? {
    guard let endgames = thought.endgames, let ending = endgames.ending(state) else { return nil }
    if ending == .draw { return 0 }
    // A win or loss counts its turns from a position that was not played before.
    if wasPlayed(key) { return nil }
    switch ending {
    case .draw: return 0
    case .win(let turns): return Self.mate - node.turns - turns
    case .loss(let turns): return node.turns + turns - Self.mate
    }
  }

  /// The score of an entry of this depth or more, if it decides a narrow window.
  @inline(__always)
  private static func cut(_ entry: LiuzhouEntry, _ node: LiuzhouNode) -> Int? {
    guard !node.isWide, entry.depth >= node.depth else { return nil }
    let score = fromMemory(entry.score, turns: node.turns)
    switch entry.bound {
    case .exact: return score
    case .lower: return score >= node.beta ? score : nil
    case .upper: return score <= node.alpha ? score : nil
    }
  }

  private mutating func tryMoves(
    _ state: LiuzhouState,
    _ start: LiuzhouNode,
    _ key: UInt64,
    _ standing: Int?,
    _ first: LiuzhouMove
  ) -> Int {
    var best = -Self.infinity
    var bestMove = LiuzhouMove.none
    var node = start
    // A position that nothing is known of is searched less deeply: it will come again.
    if first == .none, node.depth >= 5, !state.mustTake { node.depth -= 1 }
    let count = generate(state, ply: node.ply, first: first)
    for place in 0..<count {
      let move = pick(place, of: count, ply: node.ply)
      let order = order(place, ply: node.ply)
      if sight.blindness > 0, best > -Self.infinity, sight.overlooks(move, key) { continue }
      if best > -Self.win, let standing, order < Self.forming, isFutile(standing, node, place) {
        break
      }
      var next = state
      next.play(move, rules)
      let score = value(of: next, after: move, state, node, place, order)
      if isStopped { return 0 }
      guard score > best else { continue }
      best = score
      guard score > node.alpha else { continue }
      bestMove = move
      node.alpha = score
      keepLine(move, ply: node.ply)
      if score >= node.beta {
        reward(move, state, start, triedBefore: place)
        break
      }
    }
    remember(key, best, bestMove, first, start)
    return best
  }

  /// Stores what was found; without a better move the one that was tried first stays.
  private func remember(
    _ key: UInt64,
    _ best: Int,
    _ move: LiuzhouMove,
    _ first: LiuzhouMove,
    _ node: LiuzhouNode
  ) {
    let bound: LiuzhouEntry.Bound =
      best >= node.beta ? .lower : move == .none ? .upper : .exact
    places.store(
      LiuzhouEntry(
        move: move == .none ? first : move,
        score: Self.toMemory(best, turns: node.turns),
        depth: node.depth,
        bound: bound,
        age: thought.age
      ),
      key
    )
  }

  /// True if a quiet action from here on cannot be expected to help.
  @inline(__always)
  private func isFutile(_ standing: Int, _ node: LiuzhouNode, _ place: Int) -> Bool {
    let depth = node.depth
    guard place > 0, depth <= 3, node.alpha > -Self.win else { return false }
    return place >= 6 + 5 * depth || standing + 140 * depth + 60 < node.alpha
  }

  /// Searches `next`, first with a narrow window and less deep where little is expected of `move`.
  mutating func value(
    of next: LiuzhouState,
    after move: LiuzhouMove,
    _ state: LiuzhouState,
    _ node: LiuzhouNode,
    _ place: Int,
    _ order: Int
  ) -> Int {
    var wide = node
    wide.turns += next.isWhite != state.isWhite || next.phase != state.phase ? 1 : 0
    var narrow = wide
    narrow.beta = node.alpha + 1
    var depth = node.depth
    if move.kind != .take || state.phase == .removing { depth -= 1 }
    guard place > 0 else {
      return step(next, state, wide, depth)
    }
    var less = 0
    if order < Self.forming, node.depth >= 2 {
      less = reductions[min(node.depth, 31) * 64 + min(place, 63)]
      if order > 3_000 { less -= 1 }
      less = min(max(less, 0), max(depth - 1, 0))
    }
    var score = step(next, state, narrow, depth - less)
    if score > node.alpha, less > 0, !isStopped {
      score = step(next, state, narrow, depth)
    }
    if score > node.alpha, score < node.beta, !isStopped {
      score = step(next, state, wide, depth)
    }
    return score
  }

  /// The value of `next` in the window of `node` to the side to move in `state`, which may be the
  /// same one.
  @inline(__always)
  private mutating func step(
    _ next: LiuzhouState,
    _ state: LiuzhouState,
    _ node: LiuzhouNode,
    _ depth: Int
  ) -> Int {
    var child = node
    child.depth = depth
    child.ply += 1
    if next.isWhite == state.isWhite { return search(next, child) }
    (child.alpha, child.beta) = (-node.beta, -node.alpha)
    return -search(next, child)
  }

  private mutating func reward(
    _ move: LiuzhouMove,
    _ state: LiuzhouState,
    _ node: LiuzhouNode,
    triedBefore place: Int
  ) {
    let bonus = min(16 * node.depth * node.depth + 16, 1_200)
    learn(move, isWhite: state.isWhite, bonus)
    let base = node.ply * Self.maxMoves
    for earlier in 0..<place {
      let other = LiuzhouMove(rawValue: UInt16(truncatingIfNeeded: moves[base + earlier]))
      learn(other, isWhite: state.isWhite, -bonus)
    }
    if killers[2 * node.ply] != move {
      killers[2 * node.ply + 1] = killers[2 * node.ply]
      killers[2 * node.ply] = move
    }
  }

  /// The reduction of an action, by depth (32) and place in the order (64).
  static let reductions: [Int] = (0..<32 * 64).map { number in
    let (depth, place) = (number / 64, number % 64)
    guard depth >= 2, place >= 2 else { return 0 }
    return logarithm(depth) * logarithm(place) / 2_200
  }

  /// A thousand times the natural logarithm, by halves of squares, without a mathematics library.
  private static func logarithm(_ number: Int) -> Int {
    var value = Double(number)
    var result = 0.0
    while value >= 2 {
      value /= 2
      result += 693.147
    }
    var part = 693.147
    for _ in 0..<10 {
      value *= value
      part /= 2
      if value >= 2 {
        value /= 2
        result += part
      }
    }
    return Int(result)
  }

  static func toMemory(_ score: Int, turns: Int) -> Int {
    score >= win ? score + turns : score <= -win ? score - turns : score
  }

  static func fromMemory(_ score: Int, turns: Int) -> Int {
    score >= win ? score - turns : score <= -win ? score + turns : score
  }
}
