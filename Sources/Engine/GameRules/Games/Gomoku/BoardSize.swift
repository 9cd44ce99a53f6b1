/// The size of a board of Gomoku: its columns and its rows, such as 15 by 15 or 12 by 20.
public struct BoardSize: Hashable, Sendable, BitwiseCopyable {
  /// The number of columns.
  public let columns: Int
  /// The number of rows.
  public let rows: Int

  /// A board of `columns` by `rows` points.
  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// A square board.
  public init(_ side: Int) {
    self.init(columns: side, rows: side)
  }

  /// Reads `15`, or columns and rows such as `12x20`; nil for any other text.
  public init?(_ text: some StringProtocol) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard let columns = sides.first ?? nil, let rows = sides.last ?? nil, sides.count <= 2 else {
      return nil
    }
    self.init(columns: columns, rows: rows)
  }

  /// True if there are as many columns as rows.
  public var isSquare: Bool { columns == rows }

  /// The number of points.
  var area: Int { columns * rows }

  /// True if the board has `point`.
  func contains(_ point: Point) -> Bool { point.column < columns && point.row < rows }

  /// The place of `point` after `a1`, row by row.
  func index(of point: Point) -> Int { point.index(size: columns) }

  /// The point that is `index` places after `a1`, row by row, which the caller has checked.
  func point(at index: Int) -> Point { Point(index: index, size: columns) }
}

extension BoardSize: ExpressibleByIntegerLiteral {
  /// A square board.
  public init(integerLiteral side: Int) { self.init(side) }
}

extension BoardSize: CustomStringConvertible {
  /// One number for a square, such as `15`, and otherwise columns and rows, such as `12x20`.
  public var description: String { isSquare ? "\(columns)" : "\(columns)x\(rows)" }
}
