package import GameRules

/// The features of one side's stones, which ``LiuzhouEvaluation`` weighs.
package struct LiuzhouFeatures {
  /// The number of numbers.
  static let count = 22

  /// In this order: stones; squares complete, lacking one point that is empty, lacking one that is
  /// marked, lacking one where an enemy stands, with two stones and else empty, with one stone and
  /// else empty; lines of three captures lacking one point, two, three; lines of two captures
  /// lacking one point, two; lines of one capture lacking one point, two; captures of complete
  /// lines; stones in complete formations, and those of them beside a point that is or will be
  /// empty; whether there is such a stone; points that complete a formation and are beside a stone;
  /// steps to points that are or will be empty, up to 12, and up to 3; points that complete a
  /// formation.
  var values: InlineArray<22, Int32>

  /// The possible bottom left corners of a square of two by two points.
  private static let corners: UInt64 = LiuzhouPoints.notLast & LiuzhouPoints.full >> 6

  /// The squares by the number of their points in a set: exactly one, two, three, four, and any.
  private struct Squares {
    let one, two, three, four, any: UInt64

    @inline(__always) init(_ points: UInt64) {
      let right = points >> 1
      let (sum, carry) = (points ^ right, points & right)
      let (above, carryAbove) = (sum >> 6, carry >> 6)
      let low = sum ^ above
      let middle = carry ^ carryAbove ^ (sum & above)
      four = carry & carryAbove & corners
      three = low & middle & corners
      two = middle & ~low & ~four & corners
      one = low & ~middle & corners
      any = one | two | three | four
    }
  }

  @inline(__always)
  init(_ stones: UInt64, _ enemy: UInt64, _ marked: UInt64, _ lines: LiuzhouLines) {
    values = InlineArray(repeating: 0)
    let empty = ~(stones | enemy | marked) & LiuzhouPoints.full
    let own = Squares(stones)
    let blocked = Squares(enemy).any
    let dead = marked == 0 ? 0 : Squares(marked).any
    let open = ~(blocked | dead)
    values[0] = Self.size(stones)
    values[1] = Self.size(own.four)
    values[2] = Self.size(own.three & open)
    values[3] = Self.size(own.three & dead)
    values[4] = Self.size(own.three & blocked)
    values[5] = Self.size(own.two & open)
    values[6] = Self.size(own.one & open)
    var gaps = LiuzhouPoints.squareGaps(stones)
    var complete = LiuzhouPoints.squares(own.four)
    count(stones, enemy | marked, lines, &gaps, &complete)
    gaps &= empty
    let space = empty | marked
    let loose = complete & LiuzhouPoints.beside(space)
    values[15] = Self.size(complete)
    values[16] = Self.size(loose)
    values[17] = loose == 0 ? 0 : 1
    values[18] = Self.size(gaps & LiuzhouPoints.beside(stones))
    let steps = Self.steps(stones, space)
    values[19] = Int32(truncatingIfNeeded: min(steps, 12))
    values[20] = Int32(truncatingIfNeeded: min(steps, 3))
    values[21] = Self.size(gaps)
  }

  /// Counts the lines without a blocked point.
  @inline(__always)
  private mutating func count(
    _ stones: UInt64,
    _ blocked: UInt64,
    _ lines: LiuzhouLines,
    _ gaps: inout UInt64,
    _ complete: inout UInt64
  ) {
    for line in 0..<LiuzhouLines.count {
      let mask = lines.mask(line)
      guard mask & blocked == 0 else { continue }
      let missing = mask & ~stones
      let less = missing & (missing &- 1)
      let captures = lines.captures(line)
      guard missing != 0 else {
        complete |= mask
        values[14] &+= Int32(truncatingIfNeeded: captures)
        continue
      }
      if less == 0 {
        gaps |= missing
        values[captures == 3 ? 7 : captures == 2 ? 10 : 12] &+= 1
      } else {
        countOpen(less & (less &- 1), captures)
      }
    }
  }

  /// Counts a line that lacks two points, or three and is worth three captures.
  ///
  /// - Parameters:
  ///   - rest: the points that it lacks without two of them.
  ///   - captures: how many stones it would capture.
  @inline(__always)
  private mutating func countOpen(_ rest: UInt64, _ captures: Int) {
    if rest == 0 {
      values[captures == 3 ? 8 : captures == 2 ? 11 : 13] &+= 1
    } else if captures == 3, rest & (rest &- 1) == 0 {
      values[9] &+= 1
    }
  }

  /// The number of these points.
  @inline(__always) private static func size(_ points: UInt64) -> Int32 {
    Int32(truncatingIfNeeded: points.nonzeroBitCount)
  }

  @inline(__always) private static func steps(_ stones: UInt64, _ space: UInt64) -> Int {
    (stones << 6 & space).nonzeroBitCount
      &+ (stones >> 6 & space).nonzeroBitCount
      &+ ((stones & LiuzhouPoints.notLast) << 1 & space).nonzeroBitCount
      &+ ((stones & LiuzhouPoints.notFirst) >> 1 & space).nonzeroBitCount
  }
}

extension LiuzhouFeatures {
  /// The features of both sides, the side to move first, as text for the tuner.
  package static func text(_ position: LiuzhouPosition) -> String {
    let state = LiuzhouState(position.board)
    let lines = LiuzhouLines.shared
    let own = LiuzhouFeatures(state.own, state.enemy, state.marked, lines)
    let enemy = LiuzhouFeatures(state.enemy, state.own, state.marked, lines)
    let numbers =
      (0..<count).map { own.values[$0] } + (0..<count).map { enemy.values[$0] }
    return numbers.map(String.init).joined(separator: " ")
  }
}
