extension Position {
  /// The moves that ``perft(_:)`` begins with, each with the position after it, in no particular
  /// order.
  ///
  /// A game goes on here where it does for ``perft(_:)``.
  public var branches: [(move: Move, position: Position)] {
    let start = uncounted
    return start.legalMoves.compactMap { move in
      var next = start
      guard (try? next.play(move)) != nil else { return nil }
      return (move, next)
    }
  }
}
