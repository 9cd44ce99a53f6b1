internal import GameRules

/// The formations of Liuzhou chess that are lines, arranged for quick tests.
///
/// Squares need no table: shifts find all of them at once. The memory is taken once and never
/// freed.
@safe struct LiuzhouLines: Sendable {
  /// The tables, built at the first use.
  static let shared = LiuzhouLines()

  /// The number of lines: ten sixes, then four diagonals each of five, four and three points.
  static let count = 22
  /// The number of lines a point can be part of: row, column and two diagonals.
  static let perPoint = 4

  private nonisolated(unsafe) let masks: UnsafeMutablePointer<UInt64>
  private nonisolated(unsafe) let captures: UnsafeMutablePointer<Int>
  private nonisolated(unsafe) let pointMasks: UnsafeMutablePointer<UInt64>
  private nonisolated(unsafe) let pointCaptures: UnsafeMutablePointer<Int>

  private init() {
    let lines = Formation.all.filter { $0.kind != .square }.sorted { $0.captures > $1.captures }
    unsafe masks = .allocate(capacity: Self.count)
    unsafe captures = .allocate(capacity: Self.count)
    for (number, line) in lines.enumerated() {
      unsafe (masks + number).initialize(to: line.mask)
      unsafe (captures + number).initialize(to: line.captures)
    }
    // A place that no line fills has a mask that no stones fill either.
    let places = 36 * Self.perPoint
    unsafe pointMasks = .allocate(capacity: places)
    unsafe pointMasks.initialize(repeating: .max, count: places)
    unsafe pointCaptures = .allocate(capacity: places)
    unsafe pointCaptures.initialize(repeating: 0, count: places)
    for point in 0..<36 {
      for (place, line) in lines.filter({ $0.mask >> UInt64(point) & 1 == 1 }).enumerated() {
        unsafe pointMasks[point * Self.perPoint + place] = line.mask
        unsafe pointCaptures[point * Self.perPoint + place] = line.captures
      }
    }
  }

  /// The points of line `number`, the most valuable lines first.
  @inline(__always) func mask(_ number: Int) -> UInt64 {
    unsafe masks[number]
  }

  /// The number of stones that line `number` captures.
  @inline(__always) func captures(_ number: Int) -> Int {
    unsafe captures[number]
  }

  /// The number of stones the best line through `point` captures that `stones` fill.
  @inline(__always) func captures(through point: Int, of stones: UInt64) -> Int {
    let first = point &* Self.perPoint
    for place in first..<(first &+ Self.perPoint) where unsafe pointMasks[place] & ~stones == 0 {
      return unsafe pointCaptures[place]
    }
    return 0
  }

  /// The points of every line that `stones` fill.
  @inline(__always) func complete(_ stones: UInt64) -> UInt64 {
    var points: UInt64 = 0
    for number in 0..<Self.count {
      let mask = unsafe masks[number]
      if mask & ~stones == 0 { points |= mask }
    }
    return points
  }
}

/// Sets of points of the 6 by 6 board, `a1` in bit 0, row by row.
enum LiuzhouPoints {
  static let full: UInt64 = (1 << 36) - 1
  static let firstColumn: UInt64 = 0x0_4104_1041
  static let lastColumn: UInt64 = firstColumn << 5
  static let notLast = full & ~lastColumn
  static let notFirst = full & ~firstColumn

  /// The points that are one step from a point of `points`.
  @inline(__always) static func beside(_ points: UInt64) -> UInt64 {
    (points << 6 | points >> 6 | (points & notLast) << 1 | (points & notFirst) >> 1) & full
  }

  /// The bottom left corners of the squares that `stones` fill.
  @inline(__always) static func squareCorners(_ stones: UInt64) -> UInt64 {
    let pairs = stones & stones >> 1 & notLast
    return pairs & pairs >> 6
  }

  /// The points of the squares with these bottom left corners.
  @inline(__always) static func squares(_ corners: UInt64) -> UInt64 {
    let pairs = corners | corners << 1
    return pairs | pairs << 6
  }

  /// The points that would complete a square of `stones`.
  @inline(__always) static func squareGaps(_ stones: UInt64) -> UInt64 {
    let right = (stones & notFirst) >> 1
    let left = (stones & notLast) << 1
    let rightPair = right & (stones >> 6) & right >> 6
    let leftPair = left & (stones >> 6) & left >> 6
    let lowRight = right & (stones << 6) & right << 6
    let lowLeft = left & (stones << 6) & left << 6
    return (rightPair | leftPair | lowRight | lowLeft) & full & ~stones
  }
}
