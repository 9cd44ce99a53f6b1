extension Position {
  /// Plays `move` of a record, or throws and leaves the position as it was.
  ///
  /// Players do not always claim an end that the rules see: after a repetition, too many quiet
  /// moves, a five or a foul, a record may continue. After a mate it cannot.
  public mutating func playOn(_ move: Move) throws(IllegalMove) {
    guard let end = outcome else { return try playOrSwap(move) }
    overrule(nil)
    do {
      try play(move)
    } catch {
      overrule(end)
      throw .gameOver
    }
  }

  /// Plays `move`; in a record that version 1.0.0 wrote, the other side may be the first to take.
  private mutating func playOrSwap(_ move: Move) throws(IllegalMove) {
    do {
      try play(move)
    } catch {
      guard case .liuzhou(let liuzhou) = self, var other = liuzhou.takenFirstByOther,
        (try? other.play(move)) != nil
      else { throw error }
      self = .liuzhou(other)
    }
  }

  /// The position to think about for another program that has not claimed the end.
  ///
  /// A repetition or a count of quiet moves need not end a game there. An end on the board stays.
  public var playedOn: Position {
    switch outcome?.reason {
    case .repetition, .perpetualCheck, .perpetualChase, .sixtyMove, .quietMoves, .noAttackers:
      withoutEnd
    case .five, .boardFull, .overline, .doubleFour, .doubleThree, .onlyForbidden, .belowThree,
      .blocked, .checkmate, .stalemate, nil:
      self
    }
  }

  /// The position as if the rules had not ended the game; the moves stay.
  var withoutEnd: Position {
    switch self {
    case .gomoku(let position): .gomoku(position.withoutVerdict)
    case .liuzhou(let position): .liuzhou(position.withoutVerdict)
    case .xiangqi(let position): .xiangqi(position.withoutVerdict)
    }
  }
}
