/// What a stone of one side on an empty cell makes in all four lines together.
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
  static func of(_ lines: some Sequence<UInt8>) -> Int {
    var (twos, threes, fours, isWeak, hasMore) = (0, 0, 0, false, false)
    for line in lines {
      switch line {
      case LinePattern.five: return five
      case LinePattern.openFour, LinePattern.doubleFour: fours += 2
      case LinePattern.four: fours += 1
      case LinePattern.fourWithMore:
        fours += 1
        hasMore = true
      case LinePattern.openThree, LinePattern.openThreeWide: threes += 1
      case LinePattern.openTwo...LinePattern.closedThree: twos += 1
      case LinePattern.openOne, LinePattern.closedTwo: isWeak = true
      case _: break
      }
    }
    if fours > 1 { return openFour }
    if fours == 1 { return threes > 0 ? fourThree : twos > 0 || hasMore ? fourMore : four }
    if threes > 0 { return threes > 1 ? doubleThree : twos > 0 ? threeMore : three }
    if twos > 0 { return twos > 1 ? twoTwo : two }
    return isWeak ? weak : none
  }

  /// Whether a black stone with these patterns might be a foul under renju.
  static func isSuspicious(_ lines: some Sequence<UInt8>) -> Bool {
    var (threes, fours, isOver) = (0, 0, false)
    for line in lines {
      switch line {
      case LinePattern.five: return false
      case LinePattern.overline: isOver = true
      case LinePattern.doubleFour: fours += 2
      case LinePattern.openFour, LinePattern.four, LinePattern.fourWithMore: fours += 1
      case LinePattern.openThree, LinePattern.openThreeWide: threes += 1
      case _: break
      }
    }
    return isOver || fours > 1 || threes > 1
  }
}

/// What is looked up about an empty cell for one side: its class and what it is worth.
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
