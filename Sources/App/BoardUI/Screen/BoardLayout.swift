import GameRules
import Terminal

/// The places of the points of a board on a screen.
struct BoardLayout: Hashable {
  /// The board.
  let shape: BoardShape
  /// The number of columns of the terminal between two columns of points.
  let width: Int
  /// The number of rows of the terminal between two rows of points.
  let height: Int
  /// The number of columns from the middle of a stone or piece to its edge; 0 where it is one
  /// character.
  let radius: Double
  /// The rows of the board above its points, and below them.
  let borderRows: Int
  /// The columns of the board left of its points, and right of them.
  let borderColumns: Int
  /// The place of the point in the upper left corner.
  let origin: Place
  /// True if the second player is below.
  let isTurned: Bool

  /// The number of columns at the left for the numbers of the rows.
  static let margin = 3

  /// A cell of a board, and what stands on it.
  private struct Cell {
    let height: Int
    let radius: Double

    var width: Int { 2 * height }
    let hasCells: Bool
    /// True if a piece has a box of its own.
    var isBoxed: Bool { radius == 0 && height >= 4 }
    /// The rows and columns of the board around its points.
    var border: (rows: Int, columns: Int) {
      guard !hasCells else { return (height / 2, width / 2) }
      let reach = Int(radius.rounded(.up))
      return radius > 0 ? (reach / 2, reach) : isBoxed ? (1, 3) : (0, 1)
    }

    /// A cell of so many rows; stones that are round have several cells if there is room.
    init(height: Int, _ shape: BoardShape, isRound: Bool) {
      self.height = height
      hasCells = shape.hasCells
      radius =
        switch height {
        case _ where !isRound: 0
        // A sign may be a character of two columns.
        case ..<3 where shape.hasSigns: 0
        case 3 where shape.hasSigns: 2.49
        case ..<4: Double(height)
        default: Double(height - 1)
        }
    }
  }

  /// The cells that there are, the largest first.
  private static func cells(_ shape: BoardShape, isRound: Bool) -> [Cell] {
    let heights = 2...(isRound ? 12 : 6)
    return heights.reversed().map { Cell(height: $0, shape, isRound: isRound) } + [smallest(shape)]
  }

  private static func smallest(_ shape: BoardShape) -> Cell {
    Cell(height: shape.isWide ? 1 : 2, shape, isRound: false)
  }

  /// The largest board that has room in so many rows and columns, the letters below it included.
  ///
  /// - Parameters:
  ///   - position: The position on the board.
  ///   - isTurned: Whether the second player is below.
  ///   - isRound: Whether stones of several cells can be drawn round.
  ///   - size: The rows and columns; nil comes where even the smallest one has no room.
  init?(_ position: Position, isTurned: Bool, isRound: Bool = true, in size: Size) {
    let shape = position.shape
    self.shape = shape
    let fitting = Self.cells(shape, isRound: isRound).first { cell in
      let needed = Self.size(shape, cell)
      return needed.rows <= size.rows && needed.columns <= size.columns
    }
    guard let fitting else { return nil }
    (width, height, radius) = (fitting.width, fitting.height, fitting.radius)
    (borderRows, borderColumns) = fitting.border
    origin = Place(1 + fitting.border.rows, Self.margin + fitting.border.columns)
    self.isTurned = isTurned
  }

  /// The size of a board with such cells: numbers at the left, a border, and letters below.
  private static func size(_ shape: BoardShape, _ cell: Cell) -> Size {
    Size(
      rows: (shape.rows - 1) * cell.height + 2 + 2 * cell.border.rows,
      columns: margin + (shape.columns - 1) * cell.width + 2 + 2 * cell.border.columns
    )
  }

  /// The smallest room that a board of this game needs.
  static func smallest(_ position: Position) -> Size {
    size(position.shape, smallest(position.shape))
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
  var isBoxed: Bool { radius == 0 && height >= 4 }

  /// The number of columns of points.
  var columns: Int { shape.columns }

  /// The number of rows of points.
  var rows: Int { shape.rows }

  /// The row below the board, with its letters.
  var bottom: Int { origin.row + (rows - 1) * height + borderRows + 1 }

  /// The column behind the board.
  var right: Int { origin.column + (columns - 1) * width + borderColumns + 2 }

  /// The place of `point`.
  func place(of point: Point) -> Place {
    let column = isTurned ? columns - 1 - point.column : point.column
    let row = isTurned ? point.row : rows - 1 - point.row
    return Place(origin.row + row * height, origin.column + column * width)
  }

  /// True if a quarter of the terminal's cell at `place` is in a darker cell of the board; they are
  /// counted from the upper left one.
  func isDark(_ quarter: Int, of place: Place) -> Bool {
    let down = 2 * (place.row - origin.row) + quarter / 2 - 1 + height
    let across = 2 * (place.column - origin.column) + quarter % 2 - 1 + width
    let (row, column) = (down.quotient(by: 2 * height), across.quotient(by: 2 * width))
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return false }
    return Point(column: column, row: rows - 1 - row).map(shape.isDarkCell) ?? false
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
  var points: [Point] { shape.points }
}

extension BoardShape {
  /// True if a screen may have no room for more than a row of characters for each row of points.
  var isWide: Bool { columns > 10 }
}

extension Int {
  /// Rounded down, below zero too.
  fileprivate func quotient(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
