import GameRules

/// A receiver of the features of a position: a sum, or, in the tuner, a list.
protocol XiangqiTally {
  mutating func add(_ feature: Int)
}

/// The weights of all features of one side, added up.
struct XiangqiSum: XiangqiTally {
  let weights: Cells<Int32>
  var total: Int32 = 0

  @inline(__always)
  mutating func add(_ feature: Int) { total &+= weights[feature] }
}

/// Looks at one side of a position and tallies its features but those of the pieces on their
/// points.
struct XiangqiSurvey<Tally: XiangqiTally> {
  var tally: Tally
  /// Slots of own pieces that an own piece protects, and of enemy pieces that one attacks.
  var protected: UInt32 = 0
  var attacked: UInt32 = 0

  init(_ tally: Tally) { self.tally = tally }

  @inline(__always)
  mutating func survey(_ board: borrowing XiangqiBoard, own: Int) {
    surveyLines(board, own)
    for slot in 4..<6 { surveyHorse(board, own, Int(board.engine.places[own | slot])) }
    for slot in 10..<15 { surveyPawn(board, own, Int(board.engine.places[own | slot])) }
    surveyGuards(board, own)
    surveyGeneral(board, own)
  }

  /// Counts what stands where a piece of `kind` could go; walls and empty points are nothing.
  @inline(__always)
  private mutating func touch(_ met: Int, _ kind: Int, _ own: Int) {
    guard met & 48 != 0 else { return }
    let bit = 1 as UInt32 &<< UInt32(truncatingIfNeeded: met & 15)
    let other = XiangqiBoard.kind(met)
    if met & own != 0 {
      protected |= bit
      tally.add(XiangqiFeature.protection &+ kind << 3 &+ other)
    } else {
      attacked |= bit
      tally.add(XiangqiFeature.attack &+ kind << 3 &+ other)
    }
  }

  @inline(__always)
  private mutating func surveyLines(_ board: borrowing XiangqiBoard, _ own: Int) {
    for slot in 6..<10 {
      let cell = Int(board.engine.places[own | slot])
      guard cell != 0 else { continue }
      let isCannon = slot >= 8
      let shift = isCannon ? 4 : 0
      let kind = isCannon ? 4 : 3
      let row = cell & 0xf0
      let column = cell & 15
      let rank = board.rankLine(cell)
      let file = board.fileLine(cell)
      let free =
        (rank >> 12 & 15) &- (rank & 15) &+ (file >> 12 & 15) &- (file & 15) &- 4
      tally.add((isCannon ? XiangqiFeature.cannonMobility : XiangqiFeature.rookMobility) &+ free)
      let cells = board.engine.cells
      touch(Int(cells[row | rank >> shift & 15]), kind, own)
      touch(Int(cells[row | rank >> (12 &+ shift) & 15]), kind, own)
      touch(Int(cells[(file >> shift) << 4 & 0xf0 | column]), kind, own)
      touch(Int(cells[(file >> (12 &+ shift)) << 4 & 0xf0 | column]), kind, own)
    }
  }

  @inline(__always)
  private mutating func surveyHorse(_ board: borrowing XiangqiBoard, _ own: Int, _ cell: Int) {
    guard cell != 0 else { return }
    var free = 0
    var inPalace = 0
    let cells = board.engine.cells
    if cells[cell &+ 1] == 0 {
      free &+= look(board, cell &+ 18, own, &inPalace) &+ look(board, cell &- 14, own, &inPalace)
    }
    if cells[cell &- 1] == 0 {
      free &+= look(board, cell &+ 14, own, &inPalace) &+ look(board, cell &- 18, own, &inPalace)
    }
    if cells[cell &+ 16] == 0 {
      free &+= look(board, cell &+ 33, own, &inPalace) &+ look(board, cell &+ 31, own, &inPalace)
    }
    if cells[cell &- 16] == 0 {
      free &+= look(board, cell &- 33, own, &inPalace) &+ look(board, cell &- 31, own, &inPalace)
    }
    tally.add(XiangqiFeature.horseMobility &+ free)
    tally.add(XiangqiFeature.palaceHorse &+ min(inPalace, 4))
  }

  /// Looks at a point that a horse could go to, and returns 1 where it is empty or an enemy's.
  @inline(__always)
  private mutating func look(
    _ board: borrowing XiangqiBoard,
    _ to: Int,
    _ own: Int,
    _ inPalace: inout Int
  ) -> Int {
    let met = Int(board.engine.cells[to])
    touch(met, 2, own)
    guard met & (own | XiangqiEngine.wall) == 0 else { return 0 }
    let isPalace = to & 15 >= 4 && to & 15 <= 6 && (own == 16 ? to >= 0x80 : to < 0x40)
    if isPalace { inPalace &+= 1 }
    return 1
  }

  @inline(__always)
  private mutating func surveyPawn(_ board: borrowing XiangqiBoard, _ own: Int, _ cell: Int) {
    guard cell != 0 else { return }
    let cells = board.engine.cells
    touch(Int(cells[own == XiangqiEngine.red ? cell &+ 16 : cell &- 16]), 5, own)
    guard board.engine.hasCrossed(cell, own) else { return }
    touch(Int(cells[cell &+ 1]), 5, own)
    touch(Int(cells[cell &- 1]), 5, own)
  }

  @inline(__always)
  private mutating func surveyGuards(_ board: borrowing XiangqiBoard, _ own: Int) {
    let cells = board.engine.cells
    for slot in 0..<2 {
      let cell = Int(board.engine.places[own | slot])
      guard cell != 0 else { continue }
      for number in 0..<4 {
        touch(Int(cells[Int(board.engine.tables.advisorSteps[cell << 2 | number])]), 0, own)
      }
    }
    for slot in 2..<4 {
      let cell = Int(board.engine.places[own | slot])
      guard cell != 0 else { continue }
      for number in 0..<4 {
        let to = Int(board.engine.tables.elephantSteps[cell << 2 | number])
        if cells[(cell &+ to) >> 1] == 0 { touch(Int(cells[to]), 1, own) }
      }
    }
  }

  /// The general's own steps, and what of the own side bears on the enemy's.
  @inline(__always)
  private mutating func surveyGeneral(_ board: borrowing XiangqiBoard, _ own: Int) {
    let cells = board.engine.cells
    let place = Int(board.engine.places[own | 15])
    for number in 0..<4 {
      touch(Int(cells[Int(board.engine.tables.generalSteps[place << 2 | number])]), 6, own)
    }
    let target = Int(board.engine.places[48 &- own | 15])
    let row = target & 0xf0
    let column = target & 15
    let rank = board.rankLine(target)
    let file = board.fileLine(target)
    for way in 0..<2 {
      let shift = way &* 12
      let line = file >> shift
      bear(
        Int(cells[line << 4 & 0xf0 | column]),
        Int(cells[line & 0xf0 | column]),
        Int(cells[line >> 4 & 0xf0 | column]),
        own,
        XiangqiFeature.line
      )
      let across = rank >> shift
      bear(
        Int(cells[row | across & 15]),
        Int(cells[row | across >> 4 & 15]),
        Int(cells[row | across >> 8 & 15]),
        own,
        XiangqiFeature.line &+ 4
      )
    }
  }

  @inline(__always)
  private mutating func bear(_ first: Int, _ second: Int, _ third: Int, _ own: Int, _ feature: Int)
  {
    let cannon = (own | 8) >> 1
    let rook = (own | 6) >> 1
    if first >> 1 == cannon { tally.add(feature) }
    if third >> 1 == cannon { tally.add(feature &+ 1) }
    if second >> 1 == rook { tally.add(feature &+ 2) }
    if third >> 1 == rook { tally.add(feature &+ 3) }
  }

  /// The features of which pieces there are.
  @inline(__always)
  mutating func surveyMaterial(own: UInt32, enemy: UInt32) {
    let attackers = Self.attackers(enemy)
    let elephants = own >> 2 & 3
    let guards = Int(own & 3) &+ Int(elephants) &* 3
    tally.add(XiangqiFeature.attackers &+ Self.attackers(own))
    tally.add(XiangqiFeature.guards &+ guards &* 27 &+ attackers)
  }

  @inline(__always)
  private static func attackers(_ counts: UInt32) -> Int {
    let horses = counts >> 4 & 3
    let rooks = counts >> 6 & 3
    let cannons = counts >> 8 & 3
    return Int(horses &+ rooks &* 3 &+ cannons &* 9)
  }

  /// The own pieces that the other side attacks and nothing protects.
  @inline(__always)
  mutating func surveyHanging(attackedByEnemy: UInt32, isToMove: Bool) {
    var left = attackedByEnemy & ~protected & 0x7fff
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      tally.add(XiangqiFeature.hanging &+ XiangqiBoard.kind(slot) &+ (isToMove ? 0 : 8))
    }
  }
}

extension XiangqiBoard {
  /// Tallies the features of both sides but those of the pieces on their points.
  @inline(__always)
  borrowing func survey<Tally: XiangqiTally>(
    _ red: inout XiangqiSurvey<Tally>,
    _ black: inout XiangqiSurvey<Tally>
  ) {
    let isRed = engine.own == XiangqiEngine.red
    let counts = past[height].counts
    red.survey(self, own: XiangqiEngine.red)
    black.survey(self, own: XiangqiEngine.black)
    red.surveyMaterial(own: counts & 0xffff, enemy: counts >> 16)
    black.surveyMaterial(own: counts >> 16, enemy: counts & 0xffff)
    red.surveyHanging(attackedByEnemy: black.attacked, isToMove: isRed)
    black.surveyHanging(attackedByEnemy: red.attacked, isToMove: !isRed)
    if isRed {
      red.tally.add(XiangqiFeature.tempo)
    } else {
      black.tally.add(XiangqiFeature.tempo)
    }
  }

  /// The share of the attackers that is left: 16 with all of them, 0 with none.
  @inline(__always)
  static func phase(_ counts: UInt32) -> Int {
    let rooks = (counts >> 6 & 3) &+ (counts >> 22 & 3)
    let horses = (counts >> 4 & 3) &+ (counts >> 20 & 3)
    let cannons = (counts >> 8 & 3) &+ (counts >> 24 & 3)
    return Int(rooks &* 2 &+ horses &+ cannons)
  }

  /// The value of the position for the side to move, in hundredths of a pawn.
  borrowing func evaluate(_ weights: Cells<Int32>) -> Int {
    var red = XiangqiSurvey(XiangqiSum(weights: weights))
    var black = XiangqiSurvey(XiangqiSum(weights: weights))
    survey(&red, &black)
    let state = past[height]
    let total = state.squares &+ red.tally.total &- black.tally.total
    let late = Int(Int16(truncatingIfNeeded: total))
    let early = Int((total &+ 0x8000) >> 16)
    let phase = Self.phase(state.counts)
    var score = (early &* phase &+ late &* (16 &- phase)) / 16
    // Who has nothing that crosses the river cannot win.
    if state.counts & 0x1ff0 == 0 { score = min(score, 0) }
    if state.counts & 0x1ff0_0000 == 0 { score = max(score, 0) }
    score = max(-XiangqiScore.highest, min(XiangqiScore.highest, score))
    return engine.own == XiangqiEngine.red ? score : -score
  }
}
