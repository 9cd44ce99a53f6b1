/// The board of a game, as every face draws it: its lines, and what is marked on them.
public struct BoardShape: Hashable, Sendable {
  /// The number of columns of points.
  public let columns: Int
  /// The number of rows of points.
  public let rows: Int
  /// The number by which moves name the lowest row.
  public let firstRow: Int
  /// The point where a first move is usually looked for, as the first player sees the board.
  public let start: Point
  /// True if pieces are told apart by a sign on each; false for stones, which have a colour alone.
  public let hasSigns: Bool
  /// The points with a dot.
  public let stars: [Point]
  /// The lower left corners of the palaces, each three by three points with both diagonals.
  public let palaces: [Point]
  /// The row below the river, where all columns but the outer ones break off.
  public let river: Int?
  /// True if pieces stand in cells of two tones, and not where lines cross.
  public private(set) var hasCells = false
  /// True if the second player sees the board from the other side.
  public let isTurned: Bool

  /// A board for stones, with no more than its lines and dots.
  init(size: BoardSize, start: Point, stars: [Point] = []) {
    (columns, rows, firstRow) = (size.columns, size.rows, 1)
    (self.start, self.stars) = (start, stars)
    (hasSigns, palaces, river, isTurned) = (false, [], nil, false)
  }

  /// A board for pieces, each of which shows a sign.
  init(
    columns: Int,
    rows: Int,
    firstRow: Int,
    start: Point,
    palaces: [Point] = [],
    river: Int? = nil
  ) {
    (self.columns, self.rows, self.firstRow) = (columns, rows, firstRow)
    (self.start, self.palaces, self.river) = (start, palaces, river)
    (hasSigns, stars, isTurned) = (true, [], true)
  }

  /// The same board with cells of two tones in place of its lines.
  var withCells: BoardShape {
    var shape = self
    shape.hasCells = true
    return shape
  }

  /// All points, row by row from `a1`.
  public var points: [Point] {
    (0..<columns * rows).compactMap { Point(column: $0 % columns, row: $0 / columns) }
  }

  /// The point that `side` sees where the first player sees ``start``.
  public func start(for side: Side) -> Point {
    guard isTurned, side == .second else { return start }
    return Point(column: columns - 1 - start.column, row: rows - 1 - start.row) ?? start
  }

  /// True if the cell of `point` has the darker of two tones, as `a1` has.
  public func isDarkCell(_ point: Point) -> Bool {
    hasCells && (point.column + point.row) % 2 == 0
  }

  /// True if the river is between `row` and the one above it, in `column`.
  public func hasRiver(above row: Int, _ column: Int) -> Bool {
    row == river && column > 0 && column < columns - 1
  }
}

/// A stone or piece on a point of the board, as every face draws it.
public struct BoardPiece: Hashable, Sendable {
  /// The player that it belongs to.
  public let side: Side
  /// True for the darker one of the two colours.
  public let isDark: Bool
  /// The letter of a piece in the text of positions; nil for a stone.
  public let sign: Character?
  /// True if it is taken, and comes off later.
  public let isMarked: Bool

  /// A piece; without a sign it is a stone.
  init(_ side: Side, isDark: Bool, sign: Character? = nil, isMarked: Bool = false) {
    (self.side, self.isDark, self.sign, self.isMarked) = (side, isDark, sign, isMarked)
  }
}

/// The kind of move that a player makes who points at the board.
public enum Gesture: Hashable, Sendable {
  /// A stone is put on the point.
  case place
  /// The stone on the point is taken.
  case remove
  /// A stone moves from one point to another, as ``Move/Action/step(from:to:)`` says.
  case step
  /// A piece moves from one point to another, as ``Move/Action/carry(from:to:)`` says.
  case carry
}
