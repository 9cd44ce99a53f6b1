import GameRules

/// The ends of a game besides the lack of a legal move: docs/reference/rules/xiangqi.md, X8 to X19.
extension XiangqiBoard {
  /// The score for the side to move where the rules end the game here, or ``XiangqiScore/none``.
  ///
  /// A position that stands for the second time after the root is judged at once: what was done
  /// once can be done again. One from before the root must stand for the third time, as in a game.
  @inline(__always)
  mutating func ruling(ply: Int) -> Int {
    let state = past[height]
    // The bits of horses, rooks, cannons and pawns.
    if state.counts & 0x1ff0_1ff0 == 0, hasLegalMove() { return 0 }
    if state.reversible >= 4 {
      let score = repetition(ply: ply)
      if score != XiangqiScore.none { return score }
    }
    return state.quiet >= 120 && hasLegalMove() ? 0 : XiangqiScore.none
  }

  private mutating func repetition(ply: Int) -> Int {
    let key = past[height].key
    let reversible = min(Int(past[height].reversible), height)
    var isSecond = false
    var distance = 4
    while distance <= reversible {
      if past[height &- distance].key == key {
        if isSecond || distance < ply { return verdict(on: distance, ply: ply) }
        isSecond = true
      }
      distance &+= 2
    }
    return XiangqiScore.none
  }

  /// The score of a cycle that ends here, `length` moves long.
  private mutating func verdict(on length: Int, ply: Int) -> Int {
    let loss = ply &- XiangqiScore.rule
    let enemyChecks = checks(from: height, length)
    let ownChecks = checks(from: height &- 1, length)
    if enemyChecks.all || ownChecks.all {
      return enemyChecks.all == ownChecks.all ? 0 : ownChecks.all ? loss : -loss
    }
    // A cycle with a check in it chases nothing.
    if enemyChecks.any, ownChecks.any { return 0 }
    let (own, enemy) = chased(in: length, own: !ownChecks.any, enemy: !enemyChecks.any)
    return own == enemy ? 0 : own ? loss : -loss
  }

  private func checks(from top: Int, _ length: Int) -> (all: Bool, any: Bool) {
    var all = true
    var any = false
    var number = top
    while number > height &- length {
      all = all && past[number].isInCheck
      any = any || past[number].isInCheck
      number &-= 2
    }
    return (all, any)
  }

  /// True if the own and the enemy's side chased one piece anew with each of the last moves.
  ///
  /// Only the sides asked for are looked at. The moves are played again, all `length` of them.
  private mutating func chased(in length: Int, own: Bool, enemy: Bool) -> (Bool, Bool) {
    for number in (height &- length &+ 1...height).reversed() {
      let state = past[number]
      engine.unmake(Int(state.move >> 8), Int(state.move & 255), Int(state.taken))
    }
    // The side to move at both ends of the cycle is the own one.
    var targets: (own: UInt32, enemy: UInt32) = (own ? 0xffff : 0, enemy ? 0xffff : 0)
    for number in height &- length &+ 1...height {
      let state = past[number]
      let isOwn = (height &- number) & 1 == 1
      let left = isOwn ? targets.own : targets.enemy
      let before = left == 0 ? [] : engine.chases(legalOnly: !past[number &- 1].isInCheck)
      _ = engine.make(Int(state.move >> 8), Int(state.move & 255))
      guard left != 0 else { continue }
      engine.pass()
      let after = left & engine.chases(besides: before)
      engine.pass()
      if isOwn { targets.own = after } else { targets.enemy = after }
    }
    return (targets.own != 0, targets.enemy != 0)
  }

  /// True if the side to move has a legal move.
  mutating func hasLegalMove() -> Bool {
    let memory = Cells<UInt16>(count: XiangqiEngine.mostMoves, filledWith: 0)
    defer { memory.free() }
    var moves = XiangqiMoves(cells: memory, count: 0)
    generateCaptures(&moves)
    generateQuiets(&moves)
    for index in 0..<moves.count where isLegal(memory[index]) { return true }
    return false
  }
}
