extension GomokuPosition {
  /// Plays `move`, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) {
    guard outcome == nil else { throw .gameOver }
    switch (move.action, phase) {
    case (.place(let point), .play), (.place(let point), .openingStones):
      let foul = try check(point)
      remember(move)
      put(point, foul: foul)
    case (.choose(let choice), .choice(let maySplit)):
      guard maySplit || choice != .two else { throw .otherGame(move) }
      remember(move)
      choose(choice)
    case (.place, .choice), (.choose, _), (.remove, _), (.step, _), (.carry, _):
      throw .otherGame(move)
    }
  }

  /// Takes the last move back and returns it; nil where none was played.
  @discardableResult
  public mutating func takeBack() -> Move? {
    guard let last = undo.popLast() else { return nil }
    if let point = last.move.placedPoint {
      stones[size.index(of: point)] = nil
      emptyCount += 1
      colourToMove = colourToMove.other
    }
    phase = last.phase
    toMove = last.toMove
    blackSide = last.blackSide
    key = last.key
    outcome = nil
    return last.move
  }

  /// The same position as if no five or foul ended a game.
  var withoutVerdict: GomokuPosition {
    var position = self
    position.outcome = nil
    return position
  }

  /// Says that the game has ended so, or that it has not.
  mutating func overrule(_ outcome: Outcome?) { self.outcome = outcome }

  /// How many sequences of `depth` moves there are from here; a game that has ended has none.
  ///
  /// A depth below one counts this position.
  public func perft(_ depth: Int) -> Int {
    guard depth > 0 else { return 1 }
    let moves = legalMoves
    guard depth > 1 else { return moves.count }
    var next = self
    var total = 0
    for move in moves where (try? next.play(move)) != nil {
      total += next.perft(depth - 1)
      next.takeBack()
    }
    return total
  }

  /// The foul that a stone on `point` is, where fouls are played.
  private func check(_ point: Point) throws(IllegalMove) -> RenjuFoul? {
    guard size.contains(point) else { throw .offBoard(point) }
    guard stones[size.index(of: point)] == nil else { throw .occupied(point) }
    guard mayFoul else { return nil }
    var judge = RenjuJudge(stones: stones, size: size.columns)
    guard case .foul(let foul) = judge.verdict(at: point) else { return nil }
    switch terms.fouls {
    case .refused: throw .forbidden(point, foul)
    case .loses: return foul
    }
  }

  private mutating func remember(_ move: Move) {
    undo.append(
      Undo(move: move, phase: phase, toMove: toMove, blackSide: blackSide, key: key)
    )
  }

  private mutating func put(_ point: Point, foul: RenjuFoul?) {
    let colour = colourToMove
    let index = size.index(of: point)
    stones[index] = colour
    emptyCount -= 1
    key ^= Self.word(index, colour) ^ Self.colourWord
    colourToMove = colour.other
    switch phase {
    case .openingStones(let left, let placer) where left > 1:
      phase = .openingStones(left: left - 1, placer: placer)
      return
    case .openingStones(_, let placer):
      phase = .choice(maySplit: placer == .first)
      toMove = placer.other
      key ^= Zobrist.word(-2)
      return
    case .choice, .play:
      break
    }
    toMove = toMove.other
    if let foul {
      outcome = Outcome(winner: player(of: .second), reason: foul.reason)
    } else if winsThrough(point) {
      outcome = Outcome(winner: player(of: colour), reason: .five)
    } else {
      settleIfStuck()
    }
  }

  private mutating func choose(_ choice: ColourChoice) {
    let chooser = toMove
    key ^= Zobrist.word(-2)
    switch choice {
    case .two:
      phase = .openingStones(left: 2, placer: chooser)
    case .black:
      blackSide = chooser
      toMove = chooser.other
      phase = .play
    case .white:
      blackSide = chooser.other
      phase = .play
    }
  }

  /// Ends the game where nobody has won and the next player cannot move.
  mutating func settleIfStuck() {
    if emptyCount == 0 {
      outcome = Outcome(winner: nil, reason: .boardFull)
    } else if mayFoul, terms.fouls == .refused {
      var judge = RenjuJudge(stones: stones, size: size.columns)
      let canMove = emptyPoints.contains { point in
        if case .foul = judge.verdict(at: point) { false } else { true }
      }
      if !canMove { outcome = Outcome(winner: nil, reason: .onlyForbidden) }
    }
  }
}
