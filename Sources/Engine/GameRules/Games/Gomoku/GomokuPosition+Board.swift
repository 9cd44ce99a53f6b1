extension GomokuPosition {
  /// Gomoku, which many call Wuziqi.
  static let description = GameDescription(
    otherNames: ["wuziqi", "五子棋", "gobang"],
    colours: ("black", "white"),
    openingPlies: 3...6
  )

  /// This position.
  public var position: Position { .gomoku(self) }

  /// As many points as the terms say; a board with a middle has five dots.
  public var shape: BoardShape {
    let (column, row) = (size.columns / 2, size.rows / 2)
    let (right, top) = (size.columns - 4, size.rows - 4)
    let dots = [(3, 3), (3, top), (right, 3), (right, top), (column, row)]
    let hasMiddle = size.columns % 2 == 1 && size.rows % 2 == 1
    return BoardShape(
      size: size,
      start: size.point(at: row * size.columns + column),
      stars: hasMiddle ? dots.compactMap { Point(column: $0.0, row: $0.1) } : []
    )
  }

  /// The stone on `point`.
  public func cell(at point: Point) -> BoardPiece? {
    stone(at: point).map { BoardPiece(player(of: $0), isDark: $0 == .first) }
  }

  /// A stone is placed.
  public var gesture: Gesture { .place }

  /// The player with Black.
  public var darkSide: Side { blackSide }

  /// The row that won, or the stone that broke the rules of renju.
  public func decidingPoints(_ outcome: Outcome) -> [Point] {
    let isFoul = [.overline, .doubleFour, .doubleThree].contains(outcome.reason)
    return isFoul ? [moves.last?.placedPoint].compactMap { $0 } : winningRow
  }
}

extension GomokuPosition: WrappedPosition {
  var uncounted: GomokuPosition { self }
}
