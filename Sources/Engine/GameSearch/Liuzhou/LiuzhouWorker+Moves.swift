internal import GameRules

extension LiuzhouWorker {
  /// Writes the actions of `state` and their order at `ply`, and says how many there are.
  mutating func generate(_ state: LiuzhouState, ply: Int, first: LiuzhouMove) -> Int {
    if state.mustTake { return generateTakes(state, ply: ply, first: first) }
    if state.phase == .placing { return generatePlaces(state, ply: ply, first: first) }
    return generateSteps(state, ply: ply, first: first)
  }

  /// Brings the best action from `place` on to `place`, and gives it.
  @inline(__always) mutating func pick(_ place: Int, of count: Int, ply: Int) -> LiuzhouMove {
    let base = ply &* Self.maxMoves
    var best = place
    var next = place &+ 1
    while next < count {
      if moves[base &+ next] > moves[base &+ best] { best = next }
      next &+= 1
    }
    moves.swapAt(base &+ place, base &+ best)
    return LiuzhouMove(rawValue: UInt16(truncatingIfNeeded: moves[base &+ place]))
  }

  /// The order of the action that ``pick(_:of:ply:)`` gave for `place`.
  @inline(__always) func order(_ place: Int, ply: Int) -> Int {
    Int(moves[ply &* Self.maxMoves &+ place] >> 16)
  }

  /// The order from which on an action makes a formation.
  static let forming = 10_000
  private static let firstOrder = 32_000

  @inline(__always)
  private mutating func add(_ move: LiuzhouMove, _ order: Int, _ count: inout Int, ply: Int) {
    moves[ply &* Self.maxMoves &+ count] =
      Int32(truncatingIfNeeded: order) << 16 | Int32(move.rawValue)
    count &+= 1
  }

  private func learnt(_ move: LiuzhouMove, _ state: LiuzhouState) -> Int {
    Int(history[Self.historyPlace(move, isWhite: state.isWhite)])
  }

  private mutating func generatePlaces(
    _ state: LiuzhouState,
    ply: Int,
    first: LiuzhouMove
  ) -> Int {
    let own = LiuzhouGaps(state.own, state.empty, rules.lines)
    let enemy = LiuzhouGaps(state.enemy, state.empty, rules.lines)
    let killer = (killers[2 * ply], killers[2 * ply + 1])
    var count = 0
    var points = state.empty
    while points != 0 {
      let point = points.trailingZeroBitCount
      points &= points &- 1
      let move = LiuzhouMove.place(point)
      let gain = own.captures(point)
      let stop = enemy.captures(point)
      var order = learnt(move, state) + 1_500 * stop
      if move == killer.0 { order += 1_200 } else if move == killer.1 { order += 800 }
      if gain > 0 { order = min(order, 5_000) + Self.forming + 4_000 * gain }
      add(move, move == first ? Self.firstOrder : order, &count, ply: ply)
    }
    return count
  }

  private mutating func generateSteps(
    _ state: LiuzhouState,
    ply: Int,
    first: LiuzhouMove
  ) -> Int {
    let killer = (killers[2 * ply], killers[2 * ply + 1])
    let empty = state.empty
    let danger =
      LiuzhouGaps(state.enemy, empty, rules.lines).points & LiuzhouPoints.beside(state.enemy)
    var count = 0
    var ends = state.reach
    while ends != 0 {
      let end = ends & (~ends &+ 1)
      let point = end.trailingZeroBitCount
      ends ^= end
      var stones = LiuzhouPoints.beside(end) & state.own
      while stones != 0 {
        let stone = stones & (~stones &+ 1)
        stones ^= stone
        let move = LiuzhouMove.step(from: stone.trailingZeroBitCount, to: point)
        let gain = LiuzhouState.captures(by: point, of: state.own ^ stone ^ end, rules.lines)
        var order = learnt(move, state) + (danger & end != 0 ? 1_500 : 0)
        if move == killer.0 { order += 1_200 } else if move == killer.1 { order += 800 }
        if gain > 0 { order = min(order, 5_000) + Self.forming + 4_000 * gain }
        add(move, move == first ? Self.firstOrder : order, &count, ply: ply)
      }
    }
    return count
  }

  /// First the stones that the enemy's formations to come need, then those that free our own
  /// points.
  private mutating func generateTakes(
    _ state: LiuzhouState,
    ply: Int,
    first: LiuzhouMove
  ) -> Int {
    let empty = state.empty
    let before = LiuzhouGaps(state.enemy, empty, rules.lines).weight
    let wanted = LiuzhouGaps(state.own, state.enemy, rules.lines)
    var count = 0
    var points = state.targets(rules.lines)
    while points != 0 {
      let bit = points & (~points &+ 1)
      let point = bit.trailingZeroBitCount
      points ^= bit
      let move = LiuzhouMove.take(point)
      let broken = before - LiuzhouGaps(state.enemy ^ bit, empty, rules.lines).weight
      let pairs = LiuzhouPoints.beside(bit) & state.enemy
      let order =
        learnt(move, state) / 2 + 1_500 * broken + 600 * wanted.captures(point)
        + 100 * pairs.nonzeroBitCount
      add(move, move == first ? Self.firstOrder : order, &count, ply: ply)
    }
    return count
  }
}

/// The points where one more stone completes a formation.
struct LiuzhouGaps {
  /// The points where it captures one stone or more.
  private(set) var points: UInt64
  /// The points where it captures two or more.
  private var two: UInt64 = 0
  /// The points where it captures three.
  private var three: UInt64 = 0

  /// The gaps of `stones` among the points `open`.
  @inline(__always) init(_ stones: UInt64, _ open: UInt64, _ lines: LiuzhouLines) {
    points = LiuzhouPoints.squareGaps(stones)
    for line in 0..<LiuzhouLines.count {
      let missing = lines.mask(line) & ~stones
      guard missing & (missing &- 1) == 0 else { continue }
      let captures = lines.captures(line)
      points |= missing
      if captures >= 2 { two |= missing }
      if captures == 3 { three |= missing }
    }
    points &= open
    two &= open
    three &= open
  }

  /// The number of stones one on `point` captures.
  @inline(__always) func captures(_ point: Int) -> Int {
    let place = UInt64(point)
    let one = points >> place & 1
    let more = (two >> place & 1) &+ (three >> place & 1)
    return Int(truncatingIfNeeded: one &+ more)
  }

  /// The number of stones that all gaps together capture.
  var weight: Int { points.nonzeroBitCount + two.nonzeroBitCount + three.nonzeroBitCount }
}
