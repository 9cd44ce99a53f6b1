import GameRules

/// Why a piece of Xiangqi cannot go from one point to another.
enum XiangqiObstacle: Hashable {
  /// Its kind does not go so.
  case notItsWay
  /// The first step of a horse, or the middle of an elephant's way, is taken.
  case blocked(Point)
  /// A piece stands on the line.
  case inTheWay(Point)
  /// A cannon that takes has no piece to jump over, or more than one.
  case screens(Int)
  /// An advisor or a general would leave the palace.
  case leavesPalace
  /// An elephant would cross the river.
  case crossesRiver
  /// A pawn would go back, or sideways before the river.
  case pawnTooEarly
}

/// The pieces of a Xiangqi board by point, to ask why a move does not work.
struct XiangqiField {
  private var pieces: [Point: XiangqiPiece]

  init(_ position: XiangqiPosition) {
    pieces = [:]
    for row in 0..<position.rows {
      for column in 0..<position.columns {
        guard let point = Point(column: column, row: row) else { continue }
        pieces[point] = position.piece(at: point)
      }
    }
  }

  /// The board after a move, legal or not.
  func after(_ from: Point, _ to: Point) -> Self {
    var next = self
    next.pieces[to] = pieces[from]
    next.pieces[from] = nil
    return next
  }

  /// The enemy pieces that could take the general of `side` now, the facing general among them.
  func attackers(of side: Side) -> [(point: Point, kind: XiangqiPiece.Kind)] {
    guard let general = pieces.first(where: { $0.value == XiangqiPiece(.general, side) })?.key
    else { return [] }
    return pieces.filter { point, piece in
      guard piece.side != side else { return false }
      if piece.kind == .general { return facesGeneral(point, general) }
      return obstacle(from: point, to: general) == nil
    }
    .map { ($0.key, $0.value.kind) }
    .sorted { $0.0.description < $1.0.description }
  }

  private func facesGeneral(_ point: Point, _ general: Point) -> Bool {
    point.column == general.column && between(point, general).isEmpty
  }

  /// What keeps the piece on `from` from going to `to`; nil where nothing does.
  ///
  /// Whether the general is safe afterwards is not looked at, nor whose piece stands on `to`.
  func obstacle(from: Point, to: Point) -> XiangqiObstacle? {
    guard let piece = pieces[from], from != to else { return .notItsWay }
    let columns = to.column - from.column
    let rows = (to.row - from.row) * (piece.side == .first ? 1 : -1)
    let way = (min(abs(columns), abs(rows)), max(abs(columns), abs(rows)))
    switch piece.kind {
    case .general:
      return way != (0, 1) ? .notItsWay : isPalace(to, piece.side) ? nil : .leavesPalace
    case .advisor:
      return way != (1, 1) ? .notItsWay : isPalace(to, piece.side) ? nil : .leavesPalace
    case .elephant:
      guard way == (2, 2) else { return .notItsWay }
      guard (piece.side == .first) == (to.row < 5) else { return .crossesRiver }
      return blocked(from, columns / 2, (to.row - from.row) / 2)
    case .horse:
      guard way == (1, 2) else { return .notItsWay }
      return blocked(from, columns / 2, (to.row - from.row) / 2)
    case .rook, .cannon:
      return way.0 != 0 ? .notItsWay : lineObstacle(piece.kind, from, to)
    case .pawn:
      guard way == (0, 1) else { return .notItsWay }
      let isHome = (piece.side == .first) == (from.row < 5)
      return rows < 0 || (rows == 0 && isHome) ? .pawnTooEarly : nil
    }
  }

  private func lineObstacle(
    _ kind: XiangqiPiece.Kind,
    _ from: Point,
    _ to: Point
  ) -> XiangqiObstacle? {
    let between = between(from, to)
    guard kind == .cannon, pieces[to] != nil else { return between.first.map { .inTheWay($0) } }
    return between.count == 1 ? nil : .screens(between.count)
  }

  private func blocked(_ from: Point, _ columns: Int, _ rows: Int) -> XiangqiObstacle? {
    let point = Point(column: from.column + columns, row: from.row + rows)
    return point.flatMap { pieces[$0] == nil ? nil : .blocked($0) }
  }

  private func isPalace(_ point: Point, _ side: Side) -> Bool {
    (3...5).contains(point.column) && (side == .first ? point.row < 3 : point.row > 6)
  }

  /// The taken points between two of one line, in order.
  private func between(_ from: Point, _ to: Point) -> [Point] {
    let columns = (to.column - from.column).signum()
    let rows = (to.row - from.row).signum()
    let steps = max(abs(to.column - from.column), abs(to.row - from.row))
    return (1..<max(steps, 1)).compactMap {
      Point(column: from.column + $0 * columns, row: from.row + $0 * rows)
    }
    .filter { pieces[$0] != nil }
  }
}
