internal import GameRules

/// The notation of points and rules in the Gomocup protocol.
///
/// Columns are counted from 0 on the left, rows from 0 at the top.
enum GomocupText {
  /// The number of `INFO rule`, as all managers know it.
  static func number(of rule: GomokuRule) -> Int {
    switch rule {
    case .freestyle: 0
    case .standard: 1
    case .renju: 4
    }
  }

  /// The rule of `INFO rule`; nil for a number that names none that this project plays.
  ///
  /// The numbers are those of Rapfi: Yixin-Board writes renju as 2, and a freestyle game that
  /// begins with a swap as 5 or 6.
  static func rule(number: Int) -> GomokuRule? {
    switch number {
    case 0, 5, 6: .freestyle
    case 1: .standard
    case 2, 4: .renju
    case _: nil
    }
  }

  /// A point as `x,y`.
  static func text(_ point: Point, size: BoardSize) -> String {
    "\(point.column),\(size.rows - 1 - point.row)"
  }

  /// Reads `x,y`; nil where it is no point of the board.
  static func point(_ text: String, size: BoardSize) -> Point? {
    let numbers = numbers(text)
    return numbers.count == 2 ? point(numbers, size: size) : nil
  }

  /// The point that the first two numbers are; nil where it is none of the board.
  static func point(_ numbers: [Int], size: BoardSize) -> Point? {
    guard numbers.count >= 2, (0..<size.columns).contains(numbers[0]),
      (0..<size.rows).contains(numbers[1])
    else { return nil }
    return Point(column: numbers[0], row: size.rows - 1 - numbers[1])
  }

  /// Numbers with commas between them; empty where there is anything else.
  static func numbers(_ text: String) -> [Int] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count ? numbers : []
  }
}
