extension GomokuPosition {
  /// The stones of the row that won, in order along it; empty where no row has won.
  public var winningRow: [Point] {
    guard outcome?.reason == .five else { return [] }
    for point in (moves.last?.placedPoint).map({ [$0] }) ?? occupiedPoints {
      guard let colour = stone(at: point) else { continue }
      for direction in Direction.allCases {
        let row = row(through: point, along: direction)
        if wins(row, for: colour) { return row }
      }
    }
    return []
  }

  private var occupiedPoints: [Point] {
    stones.indices.compactMap { stones[$0] == nil ? nil : size.point(at: $0) }
  }

  func winsThrough(_ point: Point) -> Bool {
    guard let colour = stone(at: point) else { return false }
    return Direction.allCases.contains { wins(row(through: point, along: $0), for: colour) }
  }

  /// True if `row`, which is all of one colour, wins for `colour`.
  private func wins(_ row: [Point], for colour: Side) -> Bool {
    rule.isWin(row.count, for: colour) && (terms.edgeFives != .off || !isOnEdge(row))
  }

  /// True if `row` lies along one of the four lines at the edge of the board.
  private func isOnEdge(_ row: [Point]) -> Bool {
    [0, size.rows - 1].contains { edge in row.allSatisfy { $0.row == edge } }
      || [0, size.columns - 1].contains { edge in row.allSatisfy { $0.column == edge } }
  }

  /// True if `colour` has a winning row anywhere.
  func hasWon(_ colour: Side) -> Bool {
    hasRow(colour) { wins($0, for: colour) }
  }

  /// True if `colour` has an unbroken row anywhere that is wanted.
  func hasRow(_ colour: Side, where isWanted: ([Point]) -> Bool) -> Bool {
    occupiedPoints.contains { point in
      stone(at: point) == colour
        && Direction.allCases.contains { isWanted(row(through: point, along: $0)) }
    }
  }

  /// The unbroken row of one colour that `point`'s stone stands in.
  private func row(through point: Point, along direction: Direction) -> [Point] {
    guard let colour = stone(at: point) else { return [] }
    var start = point
    while let before = neighbour(of: start, along: direction, by: -1), stone(at: before) == colour {
      start = before
    }
    var row = [start]
    var end = start
    while let next = neighbour(of: end, along: direction, by: 1), stone(at: next) == colour {
      row.append(next)
      end = next
    }
    return row
  }

  /// The next point along a line, or with `sign` -1 the one before; nil behind the board's edge.
  private func neighbour(of point: Point, along direction: Direction, by sign: Int) -> Point? {
    let step = direction.step
    let (column, row) = (point.column + sign * step.column, point.row + sign * step.row)
    guard terms.edgeFives == .wrap, direction == .horizontal, !(0..<size.columns).contains(column)
    else { return Point(column: column, row: row) }
    return Point(column: sign > 0 ? 0 : size.columns - 1, row: row - sign)
  }
}
