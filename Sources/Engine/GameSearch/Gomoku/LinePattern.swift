/// The pattern that a stone of one side on an empty cell makes in one line through the cell.
///
/// Ordered: a later one is worth more, up to ``five``. The numbers fit four bits.
enum LinePattern {
  /// No five can come of it.
  static let none: UInt8 = 0
  /// One stone more makes a ``closedTwo``.
  static let closedOne: UInt8 = 1
  /// One stone more makes an open two.
  static let openOne: UInt8 = 2
  /// One stone more makes a ``closedThree``.
  static let closedTwo: UInt8 = 3
  /// One or two cells on which one stone more makes an open three.
  static let openTwo: UInt8 = 4
  /// Three such cells.
  static let openTwoWide: UInt8 = 5
  /// Four such cells or more.
  static let openTwoWidest: UInt8 = 6
  /// One stone more makes a four, but no open four.
  static let closedThree: UInt8 = 7
  /// One cell on which one stone more makes an open four.
  static let openThree: UInt8 = 8
  /// Two such cells or more.
  static let openThreeWide: UInt8 = 9
  /// One cell completes a five.
  static let four: UInt8 = 10
  /// The same, and once that cell is blocked the line can give another four.
  static let fourWithMore: UInt8 = 11
  /// Two fours in one line that are no straight four, such as `x.xxx.x`.
  static let doubleFour: UInt8 = 12
  /// A straight four: a five at either end.
  static let openFour: UInt8 = 13
  /// Wins.
  static let five: UInt8 = 14
  /// Six or more where only five count.
  static let overline: UInt8 = 15
}

/// Finds the pattern of each of the 59,049 surroundings that a cell can have in one line.
///
/// A surrounding is the five cells to either side of it, each empty, of the side in question, or
/// closed to it (the other side's, or off the board): ten digits to the base of three, the farthest
/// cell on the lower side first. Five cells to a side decide everything: a five through the cell
/// reaches four away, and whether it is exactly five one more.
struct LinePatternBuilder {
  /// The number of surroundings, 3^10.
  static let count = 59_049

  /// The bit of the cell itself among the eleven of the line.
  private static let middle: UInt32 = 1 << 5

  /// True if six or more are no five.
  private let exact: Bool
  /// True if two fours by one stone are a foul, so that no three grows into them.
  private let restricted: Bool
  private var known: [UInt8]

  /// The patterns by surrounding.
  ///
  /// - Parameters:
  ///   - exact: six or more are no five.
  ///   - restricted: two fours by one stone are a foul (Black's under renju).
  /// - Returns: 59,049 of them.
  static func patterns(exact: Bool, restricted: Bool) -> [UInt8] {
    var builder = LinePatternBuilder(exact: exact, restricted: restricted)
    for code in 0..<count {
      let (own, closed) = masks(of: code)
      _ = builder.pattern(own, closed, code)
    }
    return builder.known
  }

  private init(exact: Bool, restricted: Bool) {
    self.exact = exact
    self.restricted = restricted
    known = Array(repeating: .max, count: Self.count)
  }

  /// The weight of the digit of each bit of a line; the middle has none.
  private static let weights: [Int] = {
    var weights = Array(repeating: 0, count: 11)
    var weight = 1
    for bit in 0..<11 where bit != 5 {
      weights[bit] = weight
      weight *= 3
    }
    return weights
  }()

  private static func masks(of code: Int) -> (own: UInt32, closed: UInt32) {
    var own = middle
    var closed: UInt32 = 0
    var rest = code
    for bit in 0..<11 where bit != 5 {
      switch rest % 3 {
      case 1: own |= 1 << UInt32(bit)
      case 2: closed |= 1 << UInt32(bit)
      case _: break
      }
      rest /= 3
    }
    return (own, closed)
  }

  /// The pattern of a line whose middle is taken, remembered by its code.
  private mutating func pattern(_ own: UInt32, _ closed: UInt32, _ code: Int) -> UInt8 {
    if known[code] != .max { return known[code] }
    let found = find(own, closed, code)
    known[code] = found
    return found
  }

  private mutating func find(_ own: UInt32, _ closed: UInt32, _ code: Int) -> UInt8 {
    if hasFive(own) { return LinePattern.five }
    if exact, run(own) > 5 { return LinePattern.overline }
    var growth = LineGrowth(restricted: restricted)
    var fives: UInt32 = 0
    for bit in 0..<11 where (own | closed) & (1 << UInt32(bit)) == 0 {
      let mask = UInt32(1) << UInt32(bit)
      let next = pattern(own | mask, closed, code + Self.weights[bit])
      if next == LinePattern.five { fives |= mask } else { growth.add(next) }
    }
    return fives == 0 ? growth.pattern : four(own, closed, code, fives)
  }

  /// The kind of four in a line that the cells of `fives` complete.
  private mutating func four(
    _ own: UInt32,
    _ closed: UInt32,
    _ code: Int,
    _ fives: UInt32
  ) -> UInt8 {
    if fives.nonzeroBitCount > 1 {
      let first = fives.trailingZeroBitCount
      let isStraight = run(own) == 4 && fives & (UInt32(1) << UInt32(first + 5)) != 0
      return isStraight ? LinePattern.openFour : LinePattern.doubleFour
    }
    let bit = fives.trailingZeroBitCount
    let rest = pattern(own, closed | fives, code + 2 * Self.weights[bit])
    let hasMore = (LinePattern.closedThree...LinePattern.openThreeWide).contains(rest)
    return hasMore ? LinePattern.fourWithMore : LinePattern.four
  }

  /// The number of stones that stand in one row with the middle one.
  private func run(_ own: UInt32) -> Int {
    let upward = (~(own >> 5)).trailingZeroBitCount
    let downward = (~(own << 26)).leadingZeroBitCount
    return upward + downward - 1
  }

  private func hasFive(_ own: UInt32) -> Bool {
    exact ? run(own) == 5 : run(own) >= 5
  }
}

/// The best pattern that one more stone could make of a line that no stone completes, and the
/// number of cells for it.
private struct LineGrowth {
  /// True if two fours by one stone are a foul.
  let restricted: Bool
  private var openFour = 0
  private var four = 0
  private var openThree = 0
  private var closedThree = 0
  private var openTwo = 0
  private var closedTwo = 0

  init(restricted: Bool) {
    self.restricted = restricted
  }

  /// Counts a cell on which a stone makes this pattern.
  mutating func add(_ pattern: UInt8) {
    switch pattern {
    case LinePattern.openFour: openFour += 1
    case LinePattern.doubleFour where !restricted: openFour += 1
    case LinePattern.four, LinePattern.fourWithMore, LinePattern.doubleFour: four += 1
    case LinePattern.openThree, LinePattern.openThreeWide: openThree += 1
    case LinePattern.closedThree: closedThree += 1
    case LinePattern.openTwo...LinePattern.openTwoWidest: openTwo += 1
    case LinePattern.closedTwo: closedTwo += 1
    case _: break
    }
  }

  /// The pattern of the line as it is.
  var pattern: UInt8 {
    if openFour > 0 {
      return openFour > 1 ? LinePattern.openThreeWide : LinePattern.openThree
    }
    if four > 0 { return LinePattern.closedThree }
    if openThree > 0 { return LinePattern.openTwo + UInt8(min(max(openThree, 2), 4) - 2) }
    if closedThree > 0 { return LinePattern.closedTwo }
    if openTwo > 0 { return LinePattern.openOne }
    return closedTwo > 0 ? LinePattern.closedOne : LinePattern.none
  }
}
