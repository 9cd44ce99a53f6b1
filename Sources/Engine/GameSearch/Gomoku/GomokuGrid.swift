import GameRules

/// The numbers of the cells of a board of any size: 32 to a row, five to spare on each side.
///
/// The margin lets a line be walked five cells beyond the edge without a test.
enum GomokuGrid {
  /// The number of cells, the margin included.
  static let cells = 1_024
  /// The number of words of a set of cells, 64 cells to a word.
  static let words = 16
  /// The words that can have cells of a board, up to 20 rows after five of margin.
  static let usedWords = 2..<13
  /// The cells between neighbours along a row, a column, and the rising and the falling diagonal.
  @inline(__always)
  static func step(_ direction: Int) -> Int {
    // 1, 32, 33 and 31, a byte each.
    0x1f21_2001 >> (direction &* 8) & 0xff
  }

  /// The cell of a column and a row counted from 0.
  static func cell(column: Int, row: Int) -> Int {
    (row + 5) << 5 | (column + 5)
  }

  /// The cell of a point.
  static func cell(_ point: Point) -> Int {
    cell(column: point.column, row: point.row)
  }

  /// The point of a cell of the board.
  static func point(_ cell: Int) -> Point? {
    Point(column: cell & 31 - 5, row: cell >> 5 - 5)
  }
}
