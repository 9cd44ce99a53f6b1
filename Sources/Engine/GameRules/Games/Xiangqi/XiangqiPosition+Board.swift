extension XiangqiPosition {
  /// Xiangqi, the chess of China.
  static let description = GameDescription(
    otherNames: ["象棋", "中国象棋", "中國象棋", "cchess"],
    colours: ("red", "black"),
    openingPlies: 6...9
  )

  /// This position.
  public var position: Position { .xiangqi(self) }

  /// Nine columns, ten rows, two palaces, and a river in the middle.
  public var shape: BoardShape {
    BoardShape(
      columns: columns,
      rows: rows,
      firstRow: 0,
      start: Point(index: 4, size: 9),
      palaces: [Point(index: 3, size: 9), Point(index: 66, size: 9)],
      river: 4
    )
  }

  /// The piece on `point`.
  public func cell(at point: Point) -> BoardPiece? {
    piece(at: point).map { BoardPiece($0.side, isDark: $0.side == .second, sign: $0.letter) }
  }

  /// A piece moves.
  public var gesture: Gesture { .carry }

  /// The general of the side to move, if it is attacked.
  public var checkedPoints: [Point] { isInCheck ? general(of: toMove) : [] }

  /// The general that is lost, and what gives check to it.
  public func decidingPoints(_ outcome: Outcome) -> [Point] {
    outcome.winner.map { general(of: $0.other) + checkers } ?? []
  }

  private func general(of side: Side) -> [Point] {
    shape.points.filter { piece(at: $0) == XiangqiPiece(.general, side) }
  }
}

extension XiangqiPosition: WrappedPosition {
  var uncounted: XiangqiPosition { withoutVerdict }
}
