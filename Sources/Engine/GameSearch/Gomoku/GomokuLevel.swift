import GameRules

/// The play of each level.
///
/// The lowest see what one stone makes and overlook some of it, as beginners do; those above look a
/// few moves ahead but know no sequences of fours; the highest differ in how long they think.
enum GomokuLevel {
  /// One move ahead, overlooking what a stone makes in so many of a hundred cases.
  case glance(lapses: Int)
  /// So many plies, and no sequences of fours.
  case plies(Int)
  /// So many nodes.
  case nodes(UInt64)
  /// As much as the limits allow.
  case full

  /// The way of playing of a level; each was played against the one below.
  init(_ level: SearchLevel) {
    switch level.number {
    case 1: self = .glance(lapses: 45)
    case 2: self = .glance(lapses: 24)
    case 3: self = .glance(lapses: 3)
    case 4: self = .plies(1)
    case 5: self = .plies(3)
    case 6: self = .nodes(6_000)
    case 7: self = .nodes(25_000)
    case 8: self = .nodes(85_000)
    case 9: self = .nodes(350_000)
    case _: self = .full
    }
  }
}

/// Somebody who looks at what one stone makes, and not always closely.
struct GomokuGlance {
  private let board: GomokuBoard
  private let side: Int
  private let lapses: Int
  private var random: UInt64

  init(_ board: GomokuBoard, side: Int, lapses: Int, seed: UInt64) {
    self.board = board
    self.side = side
    self.lapses = lapses
    random = seed ^ board.header[0].hash
  }

  /// The cell to play among these, of which there is at least one.
  mutating func choose(_ cells: [Int]) -> Int {
    var best = cells[0]
    var bestWorth = Int.min
    for cell in cells {
      let own = seen(cell, side)
      let other = seen(cell, side ^ 1)
      let worth = 2 * Self.urgency[own] + Self.urgency[other] * 3 / 2 + Int(draw() % 40)
      if worth > bestWorth {
        bestWorth = worth
        best = cell
      }
    }
    return best
  }

  /// By class, how much a beginner wants to play there.
  private static let urgency = [
    0, 8, 30, 60, 110, 130, 200, 100, 120, 260, 700, 4_000,
  ]

  /// The class that is seen, which may be less than there is; a five is overlooked three times as
  /// seldom.
  private mutating func seen(_ cell: Int, _ side: Int) -> Int {
    let there = board.entries[cell << 1 | side].cellClass
    let chance = there == CellClass.five ? lapses / 3 : lapses
    guard there >= CellClass.three, Int(draw() % 100) < chance else { return there }
    return CellClass.weak
  }

  /// The next number of SplitMix64 (Steele, Lea and Flood 2014).
  private mutating func draw() -> UInt64 {
    random &+= 0x9e37_79b9_7f4a_7c15
    var word = random
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return (word ^ word >> 31) >> 16
  }
}
