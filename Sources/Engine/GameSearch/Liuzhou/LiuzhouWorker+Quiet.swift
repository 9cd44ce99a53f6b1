internal import GameRules

extension LiuzhouWorker {
  /// The number of stones that could be taken are tried there.
  private static let quietTakes = 3

  /// The value of `state` after formations that can be made at once have been made.
  mutating func quiesce(_ state: LiuzhouState, _ node: LiuzhouNode, turns: Int) -> Int {
    lineLengths[node.ply] = 0
    if state.mustTake { return quiesceTakes(state, node, turns: turns) }
    let standing = evaluate(state)
    guard turns < sight.quietTurns, node.ply < Self.maxPly - 1, standing < node.beta else {
      return standing
    }
    var best = standing
    var alpha = max(node.alpha, standing)
    let count = generate(state, ply: node.ply, first: .none)
    for place in 0..<count {
      let move = pick(place, of: count, ply: node.ply)
      guard order(place, ply: node.ply) >= Self.forming else { break }
      var next = state
      next.play(move, rules)
      var child = node
      child.alpha = alpha
      let score = follow(next, state, child, turns: turns + 1)
      if isStopped { return 0 }
      best = max(best, score)
      if score > alpha {
        alpha = score
        keepLine(move, ply: node.ply)
      }
      if alpha >= node.beta { break }
    }
    return best
  }

  private mutating func quiesceTakes(
    _ state: LiuzhouState,
    _ node: LiuzhouNode,
    turns: Int
  ) -> Int {
    var best = -Self.infinity
    var alpha = node.alpha
    let count = generate(state, ply: node.ply, first: .none)
    for place in 0..<min(count, turns == 0 ? Self.quietTakes : 1) {
      let move = pick(place, of: count, ply: node.ply)
      var next = state
      next.play(move, rules)
      var child = node
      child.alpha = alpha
      let score = follow(next, state, child, turns: turns)
      if isStopped { return 0 }
      best = max(best, score)
      if score > alpha {
        alpha = score
        keepLine(move, ply: node.ply)
      }
      if alpha >= node.beta { break }
    }
    return best
  }

  /// The value of `next` to the side to move in `state`.
  private mutating func follow(
    _ next: LiuzhouState,
    _ state: LiuzhouState,
    _ node: LiuzhouNode,
    turns: Int
  ) -> Int {
    count()
    if isStopped { return 0 }
    var child = node
    child.ply += 1
    lineLengths[child.ply] = 0
    if next.isWhite != state.isWhite || next.phase != state.phase { child.turns += 1 }
    if next.isWhite == state.isWhite {
      return ended(next, child) ?? quiesce(next, child, turns: turns)
    }
    (child.alpha, child.beta) = (-node.beta, -node.alpha)
    return -(ended(next, child) ?? quiesce(next, child, turns: turns))
  }

  private func ended(_ state: LiuzhouState, _ node: LiuzhouNode) -> Int? {
    switch state.result {
    case .win: Self.mate - node.turns - (state.due > 0 ? 1 : 0)
    case .loss: node.turns - Self.mate
    case .draw: 0
    case nil: nil
    }
  }
}
