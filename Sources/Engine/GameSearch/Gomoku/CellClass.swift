/// The class of a stone of one side on an empty cell, by its patterns in all four lines together.
///
/// Ordered by urgency; the numbers fit four bits.
enum CellClass {
  /// At most an open one.
  static let none = 0
  /// A closed two or an open one.
  static let weak = 1
  /// One open two or one closed three.
  static let two = 2
  /// Several of them.
  static let twoTwo = 3
  /// An open three.
  static let three = 4
  /// An open three, and an open two or a closed three.
  static let threeMore = 5
  /// Two open threes.
  static let doubleThree = 6
  /// A four and nothing that another four could come of.
  static let four = 7
  /// A four, and an open two, a closed three, or more in the same line.
  static let fourMore = 8
  /// A four and an open three.
  static let fourThree = 9
  /// A straight four or two fours.
  static let openFour = 10
  /// Wins.
  static let five = 11

  /// The number of classes.
  static let count = 12

  /// The class of a cell with these patterns in its lines.
  static func of(_ lines: some Collection<UInt8>) -> Int {
    let tally = LineTally(lines)
    if tally.isFive { return five }
    if tally.fours > 0 { return fourClass(tally) }
    if tally.threes > 1 { return doubleThree }
    if tally.threes > 0 { return tally.twos > 0 ? threeMore : three }
    if tally.twos > 0 { return tally.twos > 1 ? twoTwo : two }
    return tally.isWeak ? weak : none
  }

  private static func fourClass(_ tally: LineTally) -> Int {
    if tally.fours > 1 { return openFour }
    if tally.threes > 0 { return fourThree }
    return tally.twos > 0 || tally.hasMore ? fourMore : four
  }

  /// True if a black stone with these patterns might be a foul under renju.
  static func isSuspicious(_ lines: some Collection<UInt8>) -> Bool {
    let tally = LineTally(lines)
    if tally.isFive { return false }
    // A straight four is one four to the rules, as good as two to the search.
    return tally.isOver || tally.fours - tally.straightFours > 1 || tally.threes > 1
  }
}

/// The number of lines through a cell for each pattern.
///
/// A straight or double four counts as two fours.
private struct LineTally {
  var twos = 0
  var threes = 0
  var fours = 0
  var straightFours = 0
  var isWeak = false
  /// True if a line has a four and what another could come of.
  var hasMore = false
  var isOver = false
  let isFive: Bool

  init(_ lines: some Collection<UInt8>) {
    isFive = lines.contains(LinePattern.five)
    for line in lines { add(line) }
  }

  private mutating func add(_ line: UInt8) {
    switch line {
    case LinePattern.overline: isOver = true
    case LinePattern.openFour: (fours, straightFours) = (fours + 2, straightFours + 1)
    case LinePattern.doubleFour: fours += 2
    case LinePattern.four: fours += 1
    case LinePattern.fourWithMore: (fours, hasMore) = (fours + 1, true)
    case LinePattern.openThree, LinePattern.openThreeWide: threes += 1
    case LinePattern.openTwo...LinePattern.closedThree: twos += 1
    case LinePattern.openOne, LinePattern.closedTwo: isWeak = true
    case _: break
    }
  }
}

/// The entry of an empty cell for one side: its class and its value.
///
/// One word, so that a lookup is one load: four bits of class, one of suspicion, eleven of order,
/// and two signed fields of 24 bits that add up without a carry into each other's meaning.
struct CellEntry: BitwiseCopyable {
  let word: UInt64

  /// The fields that add up.
  static let sumMask: UInt64 = (1 << 48) - 1

  init(word: UInt64) {
    self.word = word
  }

  /// - Parameters:
  ///   - cellClass: one of ``CellClass``.
  ///   - isSuspicious: whether a stone here might be a foul.
  ///   - order: how early a stone here is tried, 0 to 2047.
  ///   - moving: what the cell is worth to the side while it is to move.
  ///   - waiting: what it is worth while the other side is.
  init(cellClass: Int, isSuspicious: Bool, order: Int, moving: Int, waiting: Int) {
    let sum = UInt64(truncatingIfNeeded: moving + waiting << 24) & Self.sumMask
    word = sum | UInt64(order) << 48 | (isSuspicious ? 1 << 59 : 0) | UInt64(cellClass) << 60
  }

  @inline(__always) var cellClass: Int { Int(truncatingIfNeeded: word >> 60) }
  @inline(__always) var isSuspicious: Bool { word & 1 << 59 != 0 }
  @inline(__always) var order: Int { Int(truncatingIfNeeded: word >> 48 & 0x7ff) }
  @inline(__always) var sum: UInt64 { word & Self.sumMask }

  /// The value to the side to move in a sum of ``sum`` fields.
  @inline(__always)
  static func moving(_ sum: UInt64) -> Int {
    Int(Int64(bitPattern: sum << 40) >> 40)
  }

  /// The value to the waiting side in a sum of ``sum`` fields.
  @inline(__always)
  static func waiting(_ sum: UInt64) -> Int {
    let rest = sum &- UInt64(bitPattern: Int64(moving(sum)))
    return Int(Int64(bitPattern: rest << 16) >> 40)
  }
}
