/// One place of a canvas.
public struct Cell: Hashable, Sendable {
  /// What stands there; nil is the second half of the wide character before it.
  public let character: Character?
  /// How it looks.
  public let style: Style

  /// A place with this on it.
  public init(_ character: Character?, _ style: Style) {
    self.character = character
    self.style = style
  }

  /// Nothing.
  public static let empty = Cell(" ", .plain)
}

/// How many rows and columns there are.
public struct Size: Hashable, Sendable {
  /// From top to bottom.
  public let rows: Int
  /// From left to right.
  public let columns: Int

  /// A size; what is below one counts as one.
  public init(rows: Int, columns: Int) {
    self.rows = max(rows, 1)
    self.columns = max(columns, 1)
  }
}

/// A place on a canvas, counted from the top and from the left, from 0.
public struct Place: Hashable, Sendable {
  /// From the top.
  public let row: Int
  /// From the left.
  public let column: Int

  /// A place, which need not be on any canvas.
  public init(_ row: Int, _ column: Int) {
    self.row = row
    self.column = column
  }
}

/// A screen as a value: rows of cells, and where the terminal's own cursor is shown.
///
/// What is written beyond its edges is cut, and half of a wide character is never left over.
public struct Canvas: Hashable, Sendable {
  /// How large it is.
  public let size: Size
  /// Where the terminal's cursor stands; nil hides it.
  public var cursor: Place?
  private var cells: [Cell]

  /// An empty canvas.
  public init(_ size: Size) {
    self.size = size
    cells = [Cell](repeating: .empty, count: size.rows * size.columns)
  }

  /// One row, from left to right; nothing for a row that is not there.
  public func row(_ row: Int) -> ArraySlice<Cell> {
    guard (0..<size.rows).contains(row) else { return [] }
    return cells[(row * size.columns)..<((row + 1) * size.columns)]
  }

  /// What stands at a place; nil outside.
  public func cell(at place: Place) -> Cell? {
    index(place).map { cells[$0] }
  }

  /// Writes `text`, which is one line, from `place` on to the right.
  ///
  /// - Parameters:
  ///   - text: what to write; what has no width of its own is left out.
  ///   - place: where it begins; what is left of the edge is cut.
  ///   - style: how it looks; without a background of its own it keeps what is there.
  ///   - limit: how many columns it may take.
  /// - Returns: the column behind it.
  @discardableResult
  public mutating func write(
    _ text: String,
    at place: Place,
    _ style: Style = .plain,
    limit: Int = .max
  ) -> Int {
    var column = place.column
    for character in text {
      let width = CharacterWidth.columns(of: character)
      guard width > 0 else { continue }
      guard column + width - place.column <= limit else { break }
      put(character, width: width, at: Place(place.row, column), style)
      column += width
    }
    return column
  }

  /// Gives all cells of a rectangle a background, and clears them.
  public mutating func fill(from corner: Place, _ size: Size, _ style: Style) {
    let line = String(repeating: " ", count: size.columns)
    for row in 0..<size.rows {
      write(line, at: Place(corner.row + row, corner.column), style)
    }
  }

  /// Draws another canvas, with its upper left corner at `place`; its cursor is shown.
  public mutating func draw(_ other: Canvas, at place: Place) {
    for row in 0..<other.size.rows {
      for (column, cell) in other.row(row).enumerated() {
        guard let index = index(Place(place.row + row, place.column + column)) else { continue }
        cells[index] = cell
      }
    }
    cursor = other.cursor.map { Place(place.row + $0.row, place.column + $0.column) }
  }

  private func index(_ place: Place) -> Int? {
    guard (0..<size.rows).contains(place.row), (0..<size.columns).contains(place.column) else {
      return nil
    }
    return place.row * size.columns + place.column
  }

  private mutating func put(
    _ character: Character,
    width: Int,
    at place: Place,
    _ style: Style
  ) {
    guard let start = index(place), place.column + width <= size.columns else { return }
    var style = style
    style.background = style.background ?? cells[start].style.background
    for offset in 0..<width { separate(start + offset, place.column + offset) }
    cells[start] = Cell(character, style)
    if width == 2 { cells[start + 1] = Cell(nil, style) }
  }

  /// Leaves no half of a wide character that has this cell.
  private mutating func separate(_ index: Int, _ column: Int) {
    if cells[index].character == nil, column > 0 {
      cells[index - 1] = Cell(" ", cells[index - 1].style)
    }
    if column + 1 < size.columns, cells[index + 1].character == nil {
      cells[index + 1] = Cell(" ", cells[index + 1].style)
    }
  }

  /// Each row as text, without spaces at its end.
  public var lines: [String] {
    (0..<size.rows).map { number in
      let text = String(row(number).compactMap(\.character))
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}
