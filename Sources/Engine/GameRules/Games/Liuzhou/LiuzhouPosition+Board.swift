extension LiuzhouPosition {
  /// Liuzhou chess, which has a name in each of its villages.
  static let description = GameDescription(
    otherNames: ["niqi", "泥棋", "liuzhouqi", "六洲棋", "六周棋", "插方", "来马", "五福棋"],
    colours: ("white", "black"),
    openingPlies: 4...7
  )

  /// This position.
  public var position: Position { .liuzhou(self) }

  /// Six by six points.
  public var shape: BoardShape {
    BoardShape(size: BoardSize(size), start: Point(index: 14, size: size))
  }

  /// The stone on `point`, marked or not.
  public func cell(at point: Point) -> BoardPiece? {
    stone(at: point).map {
      BoardPiece($0, isDark: $0 == .second, isMarked: isMarked(at: point))
    }
  }

  /// A capture that is due comes first; otherwise the phase says it.
  public var gesture: Gesture {
    capturesDue > 0 ? .remove : phase == .placing ? .place : .step
  }

  /// The stones that both sides have still to place.
  public var hands: [Int] { [hand(of: .first), hand(of: .second)] }

  /// The stones that are too few or cannot move.
  public func decidingPoints(_ outcome: Outcome) -> [Point] {
    guard let winner = outcome.winner else { return [] }
    return shape.points.filter { stone(at: $0) == winner.other }
  }
}

extension LiuzhouPosition: WrappedPosition {
  var uncounted: LiuzhouPosition { withoutHistory }
}
