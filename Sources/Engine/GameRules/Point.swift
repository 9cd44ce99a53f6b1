/// A point of a board: a column counted from the left and a row counted from the bottom.
///
/// Text is a letter and a number, `a1` in the bottom left corner. Columns and rows go from 0 to 25,
/// one for each letter; no board of this project is larger.
public struct Point: Hashable, Sendable {
  private let columnByte: UInt8
  private let rowByte: UInt8

  /// How many columns, and how many rows, a point can name.
  static let limit = 26

  /// The column from the left, 0 for `a`.
  public var column: Int { Int(columnByte) }

  /// The row from the bottom, 0 for `1`.
  public var row: Int { Int(rowByte) }

  /// Names the point, or gives nil where a number is not in `0..<26`.
  public init?(column: Int, row: Int) {
    guard (0..<Self.limit).contains(column), (0..<Self.limit).contains(row) else { return nil }
    columnByte = UInt8(column)
    rowByte = UInt8(row)
  }

  /// Reads `h8` or `H8`; nil for any other text, leading zeros and spaces included.
  public init?(_ text: String) {
    var bytes = Array(text.utf8.prefix(4))
    guard bytes.count == 2 || bytes.count == 3 else { return nil }
    let letter = bytes.removeFirst() | 0x20
    guard let digit = bytes.first, digit != UInt8(ascii: "0") else { return nil }
    var number = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    self.init(column: Int(letter) - Int(UInt8(ascii: "a")), row: number - 1)
  }

  /// The point that is `index` places after `a1`, row by row, on a board of `size` columns.
  ///
  /// The caller has checked that the index is on the board.
  init(index: Int, size: Int) {
    columnByte = UInt8(truncatingIfNeeded: index % size)
    rowByte = UInt8(truncatingIfNeeded: index / size)
  }

  /// True if a square board of `size` columns has this point.
  func isOnBoard(ofSize size: Int) -> Bool {
    column < size && row < size
  }

  /// The place of this point after `a1`, row by row, on a board of `size` columns.
  func index(size: Int) -> Int {
    row * size + column
  }
}

extension Point: CustomStringConvertible {
  /// A letter and a number, such as `h8`.
  public var description: String {
    String(UnicodeScalar(UInt8(ascii: "a") + columnByte)) + String(row + 1)
  }
}
