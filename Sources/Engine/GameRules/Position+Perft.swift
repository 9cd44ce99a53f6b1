extension Position {
  /// How many sequences of `depth` moves there are from here.
  ///
  /// Liuzhou chess does not look at repetition, Xiangqi at nothing but the lack of a legal move;
  /// Gomoku ends with its five. A depth below one counts this position.
  public func perft(_ depth: Int) -> Int {
    switch self {
    case .gomoku(let position): position.perft(depth)
    case .liuzhou(let position): position.perft(depth)
    case .xiangqi(let position): position.perft(depth)
    }
  }

  /// The moves that ``perft(_:)`` begins with, each with the position after it, in no particular
  /// order.
  ///
  /// A game goes on here where it does for ``perft(_:)``.
  public var branches: [(move: Move, position: Position)] {
    let start = withoutVerdict
    return start.legalMoves.compactMap { move in
      var next = start
      guard (try? next.play(move)) != nil else { return nil }
      return (move, next)
    }
  }

  private var withoutVerdict: Position {
    switch self {
    case .gomoku: self
    case .liuzhou(let position): .liuzhou(position.withoutHistory)
    case .xiangqi(let position): .xiangqi(position.withoutVerdict)
    }
  }
}
