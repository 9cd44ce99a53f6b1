extension XiangqiPosition {
  /// The points of the pieces that no game brings there, such as a pawn behind its start.
  ///
  /// Composed puzzles have them.
  public var strayPieces: [Point] {
    board.indices.compactMap { index in
      let point = Point(index: index, size: 9)
      return board[index].flatMap { $0.kind.canStand(on: point, $0.side) ? nil : point }
    }
  }
}

extension Position {
  /// The points of the pieces that no game brings there, as other programs name them (`e0`); empty
  /// for a position that can arise.
  public var strayPieces: [String] {
    guard case .xiangqi(let position) = self else { return [] }
    return position.strayPieces.map { String(Move.carry(from: $0, to: $0).description.prefix(2)) }
  }

  /// A remark for other programs about a position that cannot arise; nil for any other.
  public var warning: String? {
    let points = strayPieces
    guard !points.isEmpty else { return nil }
    return "this position cannot arise in a game: no such piece can reach "
      + points.joined(separator: ", ")
  }
}
