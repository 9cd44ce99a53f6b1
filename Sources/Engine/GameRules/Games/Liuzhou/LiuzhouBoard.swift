/// The stones and the turn of Liuzhou chess, without a history, in place for counting and search.
///
/// Points are bits, `a1` in bit 0, row by row. ``Side/first`` is White, who places first (R2).
package struct LiuzhouBoard: Hashable {
  static let full: UInt64 = (1 << 36) - 1
  private static let firstColumn: UInt64 = 0x4104_1041
  private static let lastColumn: UInt64 = firstColumn << 5

  package var white: UInt64 = 0
  package var black: UInt64 = 0
  /// Captured stones that still fill their points (R3, R11); part of `white` and `black`.
  package var marked: UInt64 = 0
  package var whiteHand = 18
  package var blackHand = 18
  package var toMove = Side.first
  package var phase = LiuzhouPhase.placing
  /// The number of stones the side to move has still to take.
  package var due = 0
  /// Moving turns since the last capture (R19).
  package var quiet = 0
  /// The sixes and fives that each side has made, counted only where they capture but once (R6).
  ///
  /// White's are the lowest 14 bits, then Black's; edge lines have four bits for each side after
  /// those.
  package var made: UInt64 = 0
  /// By whose rules it is played.
  package var way = LiuzhouWay.fengyang

  /// The empty board.
  package init(_ way: LiuzhouWay = .fengyang) {
    self.way = way
  }

  package var empty: UInt64 { ~(white | black) & Self.full }
  package var own: UInt64 { (toMove == .first ? white : black) & ~marked }
  package var enemy: UInt64 { (toMove == .first ? black : white) & ~marked }

  /// The enemy stones that may be taken now (R8, R9).
  package var targets: UInt64 {
    if phase == .removing { return enemy }
    let stones = enemy
    var protected: UInt64 = 0
    for formation in Formation.all(in: way) where formation.mask & ~stones == 0 {
      protected |= formation.mask
    }
    let free = stones & ~protected
    return free == 0 ? stones : free
  }

  /// True if the next action takes a stone.
  package var mustTake: Bool { due > 0 || phase == .removing }

  /// The empty points beside the stone on `point`.
  package func steps(from point: Int) -> UInt64 {
    let stone = UInt64(1) << UInt64(point)
    let up = stone << 6
    let down = stone >> 6
    let right = (stone & ~Self.lastColumn) << 1
    let left = (stone & ~Self.firstColumn) >> 1
    return (up | down | right | left) & empty
  }

  /// The number of steps the side to move has.
  var stepCount: Int {
    let stones = own
    let empty = self.empty
    return (stones << 6 & empty).nonzeroBitCount
      + (stones >> 6 & empty).nonzeroBitCount
      + ((stones & ~Self.lastColumn) << 1 & empty).nonzeroBitCount
      + ((stones & ~Self.firstColumn) >> 1 & empty).nonzeroBitCount
  }

  /// The number of actions the side to move has; the end of the game is not looked at.
  var actionCount: Int {
    if mustTake { return targets.nonzeroBitCount }
    return phase == .placing ? empty.nonzeroBitCount : stepCount
  }

  /// The number of stones a stone on `point` captures (R4, R5, R6).
  private mutating func captures(by point: Int, _ terms: LiuzhouTerms) -> Int {
    let stones = own
    let isOnce = terms.reuse == .shortOnly
    let before = isOnce ? made : 0
    var best = 0
    for formation in Formation.through(point, in: way) where formation.mask & ~stones == 0 {
      let bit = UInt64(formation.longBit) << (toMove == .first ? 0 : formation.blackShift)
      if isOnce { made |= bit }
      if before & bit != 0 { continue }
      best = terms.count == .best ? max(best, formation.captures) : best + formation.captures
    }
    return best
  }

  package mutating func place(_ point: Int, _ terms: LiuzhouTerms) {
    let bit = UInt64(1) << UInt64(point)
    switch toMove {
    case .first:
      white |= bit
      whiteHand -= 1
    case .second:
      black |= bit
      blackHand -= 1
    }
    finish(point, terms)
  }

  package mutating func step(from: Int, to: Int, _ terms: LiuzhouTerms) {
    let bits = UInt64(1) << UInt64(from) | UInt64(1) << UInt64(to)
    switch toMove {
    case .first: white ^= bits
    case .second: black ^= bits
    }
    finish(to, terms)
  }

  /// Marks, removes or captures the stone on `point`.
  package mutating func take(_ point: Int) {
    let bit = UInt64(1) << UInt64(point)
    switch phase {
    case .placing:
      marked |= bit
      due -= 1
      if due == 0 { endTurn() }
    case .removing:
      remove(bit)
      let isOver = white.nonzeroBitCount == black.nonzeroBitCount
      if isOver { phase = .moving }
      toMove = isOver ? .second : toMove.other
    case .moving:
      remove(bit)
      quiet = 0
      due = min(due - 1, enemy.nonzeroBitCount)
      if due == 0 { toMove = toMove.other }
    }
  }

  private mutating func remove(_ bits: UInt64) {
    white &= ~bits
    black &= ~bits
  }

  /// Counts what the stone captures; what the enemy has not got lapses (R10).
  private mutating func finish(_ point: Int, _ terms: LiuzhouTerms) {
    due = min(captures(by: point, terms), enemy.nonzeroBitCount)
    if due == 0 { endTurn() }
  }

  private mutating func endTurn() {
    switch phase {
    case .placing where whiteHand == 0 && blackHand == 0:
      phase = marked == 0 ? .removing : .moving
      toMove = marked == 0 ? way.firstToRemove : .second
      remove(marked)
      marked = 0
    case .placing, .removing:
      toMove = toMove.other
    case .moving:
      quiet += 1
      toMove = toMove.other
    }
  }

  /// The outcome that the stones show without a history (R15 to R17, R19).
  package var outcome: Outcome? {
    guard phase == .moving else { return nil }
    let few = (white.nonzeroBitCount < way.fewestStones, black.nonzeroBitCount < way.fewestStones)
    switch few {
    case (true, true): return Outcome(winner: nil, reason: .belowThree)
    case (true, false): return Outcome(winner: .second, reason: .belowThree)
    case (false, true): return Outcome(winner: .first, reason: .belowThree)
    case (false, false): break
    }
    guard due == 0 else { return nil }
    if stepCount == 0 { return Outcome(winner: toMove.other, reason: .blocked) }
    return quiet >= way.quietLimit ? Outcome(winner: nil, reason: .quietMoves) : nil
  }

  /// One number for stones, phase and side to move; quiet turns are left out (R18).
  var key: UInt64 {
    var key = Zobrist.word(white)
    key = Zobrist.word(key ^ black)
    key = Zobrist.word(key ^ marked)
    let phaseNumber = phase == .placing ? 0 : phase == .removing ? 1 : 2
    let turn = due * 8 + phaseNumber * 2 + (toMove == .first ? 0 : 1)
    key = Zobrist.word(key ^ UInt64(turn))
    return made == 0 ? key : Zobrist.word(key ^ made)
  }

  /// The number of action sequences of `depth`, each played to its end.
  func perft(_ depth: Int, _ terms: LiuzhouTerms) -> Int {
    guard depth > 0 else { return 1 }
    guard outcome == nil else { return 0 }
    guard depth > 1 else { return actionCount }
    var total = 0
    forEachAction(terms) { next in total += next.perft(depth - 1, terms) }
    return total
  }

  private func forEachAction(_ terms: LiuzhouTerms, _ body: (LiuzhouBoard) -> Void) {
    if mustTake || phase == .placing {
      var points = mustTake ? targets : empty
      while points != 0 {
        var next = self
        let point = points.trailingZeroBitCount
        if mustTake { next.take(point) } else { next.place(point, terms) }
        body(next)
        points &= points - 1
      }
      return
    }
    var stones = own
    while stones != 0 {
      let from = stones.trailingZeroBitCount
      var ends = steps(from: from)
      while ends != 0 {
        var next = self
        next.step(from: from, to: ends.trailingZeroBitCount, terms)
        body(next)
        ends &= ends - 1
      }
      stones &= stones - 1
    }
  }
}
