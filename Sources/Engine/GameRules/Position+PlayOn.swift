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

  /// Plays a move of a record that goes on after its end, which ``judge()`` looks for again.
  mutating func playUnjudged(_ move: Move) throws(IllegalMove) {
    guard case .xiangqi(var position) = self else { return try playOn(move) }
    // Nothing else may hold the moves, or they are copied.
    self = .liuzhou(LiuzhouPosition())
    defer { self = .xiangqi(position) }
    let end = position.outcome
    do {
      try position.playUnjudged(move)
    } catch {
      throw end == nil ? error : .gameOver
    }
  }

  /// Says by all rules whether the game ends here.
  mutating func judge() {
    guard case .xiangqi(var position) = self else { return }
    position.judge()
    self = .xiangqi(position)
  }

  /// The position to think about for another program that has not claimed the end.
  ///
  /// A repetition or a count of quiet moves need not end a game there. An end on the board stays.
  public var playedOn: Position {
    switch outcome?.reason {
    case .repetition, .perpetualCheck, .perpetualChase, .sixtyMove, .quietMoves, .noAttackers,
      .deadPosition, .fivefoldRepetition, .seventyFiveMoves, .fiftyMoves, .cannotMate:
      withoutEnd
    case .five, .boardFull, .overline, .doubleFour, .doubleThree, .onlyForbidden, .belowThree,
      .blocked, .checkmate, .stalemate, nil:
      self
    }
  }
}
