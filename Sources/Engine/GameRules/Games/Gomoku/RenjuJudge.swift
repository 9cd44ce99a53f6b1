/// Decides what a black stone on an empty point would be under renju.
///
/// The four steps are those of docs/reference/rules/gomoku.md, in that order. A three counts only
/// if the point that would make it a straight four is itself allowed, so the judge calls itself
/// with the first stone in place.
struct RenjuJudge {
  /// What the stone is.
  enum Verdict: Hashable {
    case five
    case foul(RenjuFoul)
    case plain
  }

  private var stones: [Side?]
  private let size: Int

  init(stones: [Side?], size: Int) {
    self.stones = stones
    self.size = size
  }

  /// Judges a black stone on `point`, which is empty and on the board.
  mutating func verdict(at point: Point) -> Verdict {
    guard hasFourNeighbours(point) else { return .plain }
    let index = point.index(size: size)
    stones[index] = .first
    defer { stones[index] = nil }
    let lines = Direction.allCases.map { RenjuLine(through: point, $0, stones, size: size) }
    if lines.contains(where: { $0.run == 5 }) { return .five }
    if lines.contains(where: { $0.run > 5 }) { return .foul(.overline) }
    let fours = lines.map { $0.fourCount }
    if fours.reduce(0, +) > 1 { return .foul(.doubleFour) }
    var threes = 0
    for (line, four) in zip(lines, fours) where four == 0 && isThree(line, through: point) {
      threes += 1
    }
    return threes > 1 ? .foul(.doubleThree) : .plain
  }

  /// True if four black stones stand on the lines through `point`, at most four points away.
  ///
  /// A five, two fours and two threes each need so many beside the new one.
  private func hasFourNeighbours(_ point: Point) -> Bool {
    var count = 0
    for direction in Direction.allCases {
      let step = direction.step
      for offset in -4...4 where offset != 0 {
        let column = point.column + offset * step.column
        let row = point.row + offset * step.row
        guard (0..<size).contains(column), (0..<size).contains(row) else { continue }
        if stones[row * size + column] == .first { count += 1 }
      }
    }
    return count >= 4
  }

  /// True if an allowed black stone on the line makes a straight four, and no five, with `point`.
  private mutating func isThree(_ line: RenjuLine, through point: Point) -> Bool {
    for offset in line.straightFourOffsets {
      let step = line.direction.step
      let growth = Point(
        column: point.column + offset * step.column,
        row: point.row + offset * step.row
      )
      if let growth, verdict(at: growth) == .plain { return true }
    }
    return false
  }
}

/// One of the four lines through a black stone, ten points to either side.
struct RenjuLine {
  let direction: Direction

  /// Bit `10 + offset` is set where Black stands.
  private var own: UInt32 = 0
  /// Bit `10 + offset` is set where White stands or the board has ended.
  private var closed: UInt32 = 0

  init(through point: Point, _ direction: Direction, _ stones: [Side?], size: Int) {
    self.direction = direction
    let step = direction.step
    for offset in -10...10 {
      let bit = UInt32(1) << UInt32(10 + offset)
      let column = point.column + offset * step.column
      let row = point.row + offset * step.row
      guard (0..<size).contains(column), (0..<size).contains(row) else {
        closed |= bit
        continue
      }
      switch stones[row * size + column] {
      case .first: own |= bit
      case .second: closed |= bit
      case nil: break
      }
    }
  }

  /// The number of black stones that stand in one row with the middle one.
  var run: Int {
    let upward = (~(own >> 10)).trailingZeroBitCount
    let downward = (~(own << 21)).leadingZeroBitCount
    return upward + downward - 1
  }

  /// How many sets of four stones with the middle one lack one stone of an exact five.
  ///
  /// A straight four is one set that can be completed at either end.
  var fourCount: Int {
    var sets: [UInt32] = []
    for start in 6...10 as ClosedRange<UInt32> {
      let window = UInt32(0b1_1111) << start
      let four = own & window
      guard
        four.nonzeroBitCount == 4, closed & window == 0, own & neighbours(of: window) == 0,
        !sets.contains(four)
      else { continue }
      sets.append(four)
    }
    return sets.count
  }

  /// How far from the middle one more stone makes a straight four with it.
  ///
  /// Straight: unbroken, and at either end one more stone makes an exact five.
  var straightFourOffsets: [Int] {
    var offsets: [Int] = []
    for start in 7...10 as ClosedRange<UInt32> {
      let window = UInt32(0b1111) << start
      let ends = neighbours(of: window)
      guard
        (own & window).nonzeroBitCount == 3, closed & window == 0, (own | closed) & ends == 0,
        own & (ends << 1 | ends >> 1) & ~window == 0
      else { continue }
      offsets.append((window & ~own).trailingZeroBitCount - 10)
    }
    return offsets
  }

  private func neighbours(of window: UInt32) -> UInt32 {
    (window << 1 | window >> 1) & ~window
  }
}
