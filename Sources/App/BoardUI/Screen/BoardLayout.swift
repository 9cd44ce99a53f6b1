import GameRules
import Terminal

/// The places of the points of a board on a screen.
struct BoardLayout: Hashable {
  /// The number of columns of points.
  let columns: Int
  /// The number of rows of points.
  let rows: Int
  /// The number of columns of the terminal between two columns of points.
  let width: Int
  /// The number of rows of the terminal between two rows of points.
  let height: Int
  /// The place of the point in the upper left corner.
  let origin: Place
  /// True if the second player is below.
  let isTurned: Bool

  /// The number of columns at the left for the numbers of the rows.
  static let margin = 4

  /// The cells that there are, the largest first.
  private static func cells(_ kind: GameKind) -> [(width: Int, height: Int)] {
    let large = [(12, 6), (10, 5), (8, 4), (6, 3), (4, 2)]
    return kind == .gomoku ? large + [(2, 1)] : large
  }

  /// The largest board that has room in so many rows and columns, the letters below it included.
  ///
  /// - Returns: nil where even the smallest one has none.
  init?(_ position: Position, isTurned: Bool, in size: Size) {
    switch position {
    case .gomoku(let gomoku): (columns, rows) = (gomoku.size, gomoku.size)
    case .liuzhou(let liuzhou): (columns, rows) = (liuzhou.size, liuzhou.size)
    case .xiangqi(let xiangqi): (columns, rows) = (xiangqi.columns, xiangqi.rows)
    }
    let (columns, rows) = (columns, rows)
    let fitting = Self.cells(position.game.kind).first { cell in
      let needed = Self.size(columns, rows, cell.width, cell.height)
      return needed.rows <= size.rows && needed.columns <= size.columns
    }
    guard let fitting else { return nil }
    (width, height) = fitting
    let top = height >= 4 ? 1 : 0
    origin = Place(1 + top, Self.margin + top)
    self.isTurned = isTurned
  }

  /// The size of a board with such cells: numbers at the left, a border around large cells, and
  /// letters below.
  private static func size(_ columns: Int, _ rows: Int, _ width: Int, _ height: Int) -> Size {
    let isLarge = height >= 4
    return Size(
      rows: (rows - 1) * height + (isLarge ? 4 : 2),
      columns: margin + (columns - 1) * width + (isLarge ? 6 : 3)
    )
  }

  /// The smallest room that a board of this game needs.
  static func smallest(_ position: Position) -> Size {
    switch position {
    case .gomoku(let gomoku): size(gomoku.size, gomoku.size, 2, 1)
    case .liuzhou(let liuzhou): size(liuzhou.size, liuzhou.size, 4, 2)
    case .xiangqi(let xiangqi): size(xiangqi.columns, xiangqi.rows, 4, 2)
    }
  }

  /// The number of rows the panel beside the board has, where the board has fewer.
  static let panelRows = 19

  /// The number of rows below the board for answers and input.
  static let rowsBelow = 3
  /// The minimum number of them.
  static let fewestRowsBelow = 2

  /// The number of rows below this board on a screen of this size, which has one row above it: one
  /// less if the board would have no room.
  static func rowsBelow(_ position: Position?, in size: Size) -> Int {
    guard let position else { return rowsBelow }
    return smallest(position).rows + 1 + rowsBelow > size.rows ? fewestRowsBelow : rowsBelow
  }

  /// True if a piece has a box of its own.
  var isLarge: Bool { height >= 4 }

  /// The row below the last row of points.
  var bottom: Int { origin.row + (rows - 1) * height + (isLarge ? 2 : 1) }

  /// The column behind the board.
  var right: Int { origin.column + (columns - 1) * width + (isLarge ? 5 : 3) }

  /// The place of `point`.
  func place(of point: Point) -> Place {
    let column = isTurned ? columns - 1 - point.column : point.column
    let row = isTurned ? point.row : rows - 1 - point.row
    return Place(origin.row + row * height, origin.column + column * width)
  }

  /// The point that is nearest to `place`; nil beside the board.
  func point(at place: Place) -> Point? {
    let (down, across) = (place.row - origin.row, place.column - origin.column)
    let row = (down + height / 2).quotient(by: height)
    let column = (across + width / 2).quotient(by: width)
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return nil }
    return Point(
      column: isTurned ? columns - 1 - column : column,
      row: isTurned ? row : rows - 1 - row
    )
  }

  /// The point that lies so many rows up and columns to the right of `point`, as it is seen; it
  /// stays on the board.
  func neighbour(of point: Point, up: Int, right: Int) -> Point {
    let sign = isTurned ? -1 : 1
    let column = min(max(point.column + sign * right, 0), columns - 1)
    let row = min(max(point.row + sign * up, 0), rows - 1)
    return Point(column: column, row: row) ?? point
  }

  /// All points, from the lower left corner on.
  var points: [Point] {
    (0..<rows).flatMap { row in
      (0..<columns).compactMap { Point(column: $0, row: row) }
    }
  }
}

extension Int {
  /// Rounded down, below zero too.
  fileprivate func quotient(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
