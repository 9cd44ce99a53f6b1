internal import GameRules

/// A Liuzhou position as the search sees it: the stones of the side to move and of the other one.
///
/// It is small enough to be copied for each action, so nothing has to be taken back. What the rules
/// say is `LiuzhouBoard`'s; a test plays both side by side.
struct LiuzhouState: Hashable {
  /// The unmarked stones of the side to move.
  var own: UInt64
  /// The unmarked stones of the other side.
  var enemy: UInt64
  /// Captured stones that still fill their points.
  var marked: UInt64
  /// The sixes and fives that the side to move, and 14 bits higher the other side, has made; only
  /// under the house rule that counts them once.
  var made: UInt32
  /// The number of stones both sides have still to place.
  var left: UInt8
  /// The number of stones the side to move has still to take.
  var due: UInt8
  /// Moving turns since the last capture.
  var quiet: UInt8
  var phase: LiuzhouPhase
  /// True if White is to move.
  var isWhite: Bool

  init(_ board: LiuzhouBoard) {
    isWhite = board.toMove == .first
    own = board.own
    enemy = board.enemy
    marked = board.marked
    let bits = UInt32(truncatingIfNeeded: board.made)
    made = isWhite ? bits : bits >> 14 | (bits & 0x3fff) << 14
    left = UInt8(board.whiteHand + board.blackHand)
    due = UInt8(board.due)
    quiet = UInt8(board.quiet)
    phase = board.phase
  }

  /// Only the moving phase, for the endgame tables.
  init(own: UInt64, enemy: UInt64) {
    self.own = own
    self.enemy = enemy
    marked = 0
    made = 0
    left = 0
    due = 0
    quiet = 0
    phase = .moving
    isWhite = true
  }

  var empty: UInt64 { ~(own | enemy | marked) & LiuzhouPoints.full }

  /// True if the next action moves a stone.
  @inline(__always) var isMovingTurn: Bool { phase == .moving && due == 0 }

  /// True if the next action takes a stone.
  @inline(__always) var mustTake: Bool { due > 0 || phase == .removing }

  /// The points that own stones can step to.
  @inline(__always) var reach: UInt64 { LiuzhouPoints.beside(own) & empty }

  /// The number of steps `stones` have.
  @inline(__always) func stepCount(_ stones: UInt64) -> Int {
    let empty = self.empty
    return (stones << 6 & empty).nonzeroBitCount
      &+ (stones >> 6 & empty).nonzeroBitCount
      &+ ((stones & LiuzhouPoints.notLast) << 1 & empty).nonzeroBitCount
      &+ ((stones & LiuzhouPoints.notFirst) >> 1 & empty).nonzeroBitCount
  }

  /// The enemy stones that may be taken now.
  func targets(_ lines: LiuzhouLines) -> UInt64 {
    if phase == .removing { return enemy }
    let corners = LiuzhouPoints.squareCorners(enemy)
    let free = enemy & ~(LiuzhouPoints.squares(corners) | lines.complete(enemy))
    return free == 0 ? enemy : free
  }

  /// Plays the action of `move`, which is legal.
  @inline(__always) mutating func play(_ move: LiuzhouMove, _ rules: LiuzhouSearchRules) {
    let bit = UInt64(1) << UInt64(move.point)
    switch move.kind {
    case .place:
      own |= bit
      left &-= 1
      finish(move.point, rules)
    case .step:
      own ^= bit | UInt64(1) << UInt64(move.origin)
      finish(move.point, rules)
    case .take: take(bit)
    }
  }

  /// The number of stones a stone of `stones` on `point` captures under the usual rules.
  @inline(__always)
  static func captures(by point: Int, of stones: UInt64, _ lines: LiuzhouLines) -> Int {
    let best = lines.captures(through: point, of: stones)
    guard best == 0 else { return best }
    let corners = LiuzhouPoints.squareCorners(stones)
    guard corners != 0 else { return 0 }
    return Int(LiuzhouPoints.squares(corners) >> UInt64(point) & 1)
  }

  private mutating func take(_ bit: UInt64) {
    enemy &= ~bit
    switch phase {
    case .placing:
      marked |= bit
      due &-= 1
      if due == 0 { endTurn() }
    case .removing:
      if isWhite { swap() } else { phase = .moving }
    case .moving:
      quiet = 0
      due = min(due &- 1, UInt8(truncatingIfNeeded: enemy.nonzeroBitCount))
      if due == 0 { swap() }
    }
  }

  @inline(__always)
  private mutating func finish(_ point: Int, _ rules: LiuzhouSearchRules) {
    let captures =
      rules.isUsual
      ? Self.captures(by: point, of: own, rules.lines) : houseCaptures(by: point, rules.rules)
    due = UInt8(truncatingIfNeeded: min(captures, enemy.nonzeroBitCount))
    if due == 0 { endTurn() }
  }

  /// The number of stones a stone on `point` captures under a house rule.
  private mutating func houseCaptures(by point: Int, _ rules: LiuzhouTerms) -> Int {
    let isOnce = rules.reuse == .shortOnly
    let before = isOnce ? made : 0
    var best = 0
    for formation in Formation.through[point] where formation.mask & ~own == 0 {
      if isOnce { made |= formation.longBit }
      if before & formation.longBit != 0 { continue }
      best = rules.count == .best ? max(best, formation.captures) : best + formation.captures
    }
    return best
  }

  @inline(__always) private mutating func endTurn() {
    switch phase {
    case .placing where left == 0:
      phase = marked == 0 ? .removing : .moving
      if isWhite != (marked == 0) { swap() }
      marked = 0
    case .placing: swap()
    case .removing: break
    case .moving:
      quiet &+= 1
      swap()
    }
  }

  @inline(__always) private mutating func swap() {
    (own, enemy) = (enemy, own)
    if made != 0 { made = made >> 14 | (made & 0x3fff) << 14 }
    isWhite.toggle()
  }

  /// The result of the game for the side to move, or nil while it continues; repetition is ignored.
  @inline(__always) var result: LiuzhouResult? {
    guard phase == .moving else { return nil }
    let isOwnFew = Self.isFew(own)
    let isEnemyFew = Self.isFew(enemy)
    if isOwnFew || isEnemyFew {
      return isOwnFew ? (isEnemyFew ? .draw : .loss) : .win
    }
    guard due == 0 else { return nil }
    if reach == 0 { return .loss }
    return quiet >= 100 ? .draw : nil
  }

  /// True if there are fewer than three stones.
  @inline(__always) private static func isFew(_ stones: UInt64) -> Bool {
    let less = stones & (stones &- 1)
    return less & (less &- 1) == 0
  }

  /// A number for all that decides the future but the quiet turns.
  @inline(__always) var key: UInt64 {
    let turn =
      UInt64(left) | UInt64(due) << 6
      | (phase == .placing ? 0 : phase == .removing ? 1 << 11 : 2 << 11)
      | (isWhite ? 1 << 13 : 0)
    let first = Self.folded(own ^ 0xa076_1d64_78bd_642f, enemy ^ turn << 40 ^ 0xe703_7ed1_a0b4_28db)
    return Self.folded(first ^ UInt64(made) << 36, marked ^ 0x8ebc_6af0_9c88_c6e3)
  }

  /// The halves of a product laid over each other: each bit depends on nearly all of the factors.
  @inline(__always) private static func folded(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}

/// The result of a game for the side to move.
enum LiuzhouResult {
  case win, draw, loss
}

/// The rules, and the tables that go with them.
struct LiuzhouSearchRules: Sendable {
  let lines = LiuzhouLines.shared
  let rules: LiuzhouTerms
  /// True if no house rule is in force.
  let isUsual: Bool

  init(_ rules: LiuzhouTerms) {
    self.rules = rules
    isUsual = rules == LiuzhouTerms()
  }
}
