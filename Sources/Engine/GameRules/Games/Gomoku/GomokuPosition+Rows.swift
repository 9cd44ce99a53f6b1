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
    stones.indices.compactMap { stones[$0] == nil ? nil : Point(index: $0, size: size) }
  }

  func winsThrough(_ point: Point) -> Bool {
    guard let colour = stone(at: point) else { return false }
    return Direction.allCases.contains { wins(row(through: point, along: $0), for: colour) }
  }

  /// True if `row`, which is all of one colour, wins for `colour`.
  private func wins(_ row: [Point], for colour: Side) -> Bool {
    rule.isWin(row.count, for: colour) && (terms.edgeFives == .count || !isOnEdge(row))
  }

  /// True if `row` lies along one of the four lines at the edge of the board.
  private func isOnEdge(_ row: [Point]) -> Bool {
    [0, size - 1].contains { edge in
      row.allSatisfy { $0.row == edge } || row.allSatisfy { $0.column == edge }
    }
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
    let step = direction.step
    var start = point
    while let before = Point(column: start.column - step.column, row: start.row - step.row),
      stone(at: before) == colour
    {
      start = before
    }
    var row = [start]
    var end = start
    while let next = Point(column: end.column + step.column, row: end.row + step.row),
      stone(at: next) == colour
    {
      row.append(next)
      end = next
    }
    return row
  }
}
