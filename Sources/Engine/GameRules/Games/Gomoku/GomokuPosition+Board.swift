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
    let (middle, far) = (size / 2, size - 4)
    let dots = [(3, 3), (3, far), (far, 3), (far, far), (middle, middle)]
    return BoardShape(
      size: size,
      start: Point(index: middle * size + middle, size: size),
      stars: size % 2 == 1 ? dots.compactMap { Point(column: $0.0, row: $0.1) } : []
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
