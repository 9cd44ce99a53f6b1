extension ChessPosition {
  /// Chess, as FIDE plays it.
  static let description = GameDescription(
    otherNames: ["国际象棋", "國際象棋", "西洋棋", "fide"],
    colours: ("white", "black"),
    openingPlies: 4...8
  )

  /// Chess.
  public var game: Game { .chess }

  /// This position.
  public var position: Position { .chess(self) }

  /// Eight by eight cells.
  public var shape: BoardShape {
    BoardShape(columns: 8, rows: 8, firstRow: 1, start: Point(index: 12, size: 8)).withCells
  }

  /// The piece on `point`.
  public func cell(at point: Point) -> BoardPiece? {
    piece(at: point).map { BoardPiece($0.side, isDark: $0.side == .second, sign: $0.letter) }
  }

  /// A piece moves.
  public var gesture: Gesture { .carry }

  /// The king of the side to move, if it is attacked.
  public var checkedPoints: [Point] { isInCheck ? [king(of: toMove)] : [] }

  /// The king that is mated, and what gives check to it.
  public func decidingPoints(_ outcome: Outcome) -> [Point] {
    outcome.winner.map { [king(of: $0.other)] + checkers } ?? []
  }

  private func king(of side: Side) -> Point {
    Point(index: ChessEngine(setup).king(side == .first ? 0 : 8), size: 8)
  }

  /// A draw by repetition or by fifty moves.
  public func claim(with move: Move?) -> Outcome? {
    claims(with: move).first.map { Outcome(winner: nil, reason: $0) }
  }

  /// A draw if the other side cannot mate.
  public func timeoutOutcome(of loser: Side) -> Outcome? {
    canMate(loser.other) ? nil : Outcome(winner: nil, reason: .cannotMate)
  }
}

extension ChessPosition: WrappedPosition {
  var withoutVerdict: ChessPosition {
    var position = self
    position.overrule(nil)
    return position
  }

  var uncounted: ChessPosition { self }
}
