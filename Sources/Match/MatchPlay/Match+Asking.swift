import GameRules
public import MatchProtocol

/// Requests and answers of the other player.
extension Match {
  mutating func receive(_ ask: MatchMessage.Ask) throws(MatchViolation) -> Change {
    if ask.request == .rematch { return try receiveRematch(ask) }
    guard outcome == nil else { return .nothing }
    guard try fits(ask) else { return .nothing }
    guard theirs.question == nil else { throw .unexpectedMessage }
    // The side to move claims a draw, which counts before what crosses it.
    if let change = try receiveClaim(ask) { return change }
    if let own = mine.question {
      if own.request == ask.request {
        carryOut(ask)
        settleWithFloor()
        return .agreed(ask.request)
      }
      // The two crossed: the question of the side to move counts.
      if isOwnTurn { return .nothing }
      mine.question = nil
    }
    theirs.question = ask
    settleWithFloor()
    return .asked(ask.request)
  }

  /// Ends the game by a draw that the other side claims; nil if `ask` is no claim.
  private mutating func receiveClaim(
    _ ask: MatchMessage.Ask
  ) throws(MatchViolation) -> Change? {
    guard let text = ask.move else {
      return claim(ask.request, byMover: !isOwnTurn) ? .nothing : nil
    }
    let move = try readMove(text)
    guard claim(ask.request, with: move, byMover: !isOwnTurn) else { throw .unexpectedMessage }
    return .claimed(move)
  }

  /// Ends the game by a draw that the side to move claims; false if `request` is no such claim.
  mutating func claim(
    _ request: MatchMessage.Ask.Request,
    with move: Move? = nil,
    byMover: Bool
  ) -> Bool {
    guard request == .draw, byMover, desync == nil, let end = position.claim(with: move) else {
      return false
    }
    self.end(.byRules(end))
    return true
  }

  /// True if the question is about the position that stands here; another one was overtaken by a
  /// move.
  private func fits(_ ask: MatchMessage.Ask) throws(MatchViolation) -> Bool {
    if case .takeBack(let remaining) = ask.request, remaining < 0 || remaining >= ask.ply {
      throw .unexpectedMessage
    }
    if let desync {
      guard ask.ply == desync.ply + 1, ask.subject == .takeBack else { return false }
      return true
    }
    guard ask.ply <= ply else { throw .wrongPly(expected: ply, actual: ask.ply) }
    return ask.ply == ply
  }

  /// A side that asks for another game knows that this one is over.
  private mutating func receiveRematch(_ ask: MatchMessage.Ask) throws(MatchViolation) -> Change {
    // Or believes so, because of the move that is not taken here.
    if desync != nil { return .nothing }
    if outcome == nil {
      guard isResigning else { throw .unexpectedMessage }
      settle()
    }
    guard theirs.question == nil else { throw .unexpectedMessage }
    theirs.question = ask
    return isRematchAgreed ? .agreed(.rematch) : .asked(.rematch)
  }

  mutating func receive(_ answer: MatchMessage.Answer) throws(MatchViolation) -> Change {
    if answer.subject == .rematch { return try receiveNotice(answer) }
    guard outcome == nil else { return .nothing }
    guard let own = mine.question, own.subject == answer.subject, own.ply == answer.ply else {
      throw .unexpectedMessage
    }
    mine.question = nil
    if answer.agrees { carryOut(own) }
    settleWithFloor()
    return answer.agrees ? .agreed(own.request) : .declined(own.request)
  }

  /// "No other game yet" is what a side says that has heard a resignation.
  private mutating func receiveNotice(
    _ answer: MatchMessage.Answer
  ) throws(MatchViolation) -> Change {
    guard !answer.agrees else { throw .unexpectedMessage }
    guard outcome == nil else { return .nothing }
    guard isResigning else { throw .unexpectedMessage }
    settle()
    return .settled
  }
}

extension Match {
  /// The question for a player who comes back and may be asked for another game: the other player
  /// wants one.
  func openQuestion(isPlayerAsked: Bool) -> [TableNotice] {
    isPlayerAsked && theirs.question?.request == .rematch && mine.question == nil
      ? [.wantsAgain] : []
  }

  /// The side that made each move.
  var movers: [Side] {
    var position = start
    return record.moves.map { move in
      let mover = position.toMove
      do throws(IllegalMove) {
        try position.play(move)
      } catch {
        preconditionFailure("a move that was played is refused when it is played again")
      }
      return mover
    }
  }

  /// The number of moves that are left when this side's last turn is taken back, with all that came
  /// after it; at one terminal, when the last move is.
  ///
  /// If the boards differ, it is how many moves both have; nil if there is nothing to take back.
  package var plyBeforeLastTurn: Int? {
    if let desync { return desync.ply }
    guard case .one(let side) = seats else {
      return record.moves.isEmpty ? nil : record.moves.count - 1
    }
    let movers = movers
    guard let last = movers.lastIndex(of: side) else { return nil }
    return movers[..<last].lastIndex(of: side.other).map { $0 + 1 } ?? 0
  }

  /// The host's terms when both want another game: the same, begun by the other side, or by the
  /// same side if the last game has no result.
  ///
  /// Nil until ``isRematchAgreed``.
  package var rematchTerms: MatchMessage.Start? {
    guard isRematchAgreed, case .one(let side) = seats else { return nil }
    return MatchMessage.Start(
      record.game,
      first: side == nextFirst ? .host : .guest,
      clock: clock?.control
    )
  }

  /// The side of this game whose player has the first move of the next.
  private var nextFirst: Side { outcome == .begunAnew ? .first : .second }

  /// The game that the host begins by `terms` when both wanted another one, as the guest sees it.
  ///
  /// - Throws: ``MatchViolation/unexpectedMessage`` if that was not agreed, or is not the same game
  ///   with sides changed.
  public func rematch(by terms: MatchMessage.Start) throws(MatchViolation) -> Match {
    let next = try Match(terms, as: .guest)
    guard isRematchAgreed, next.record.game == record.game,
      next.seats == .one(nextFirst == .first ? ownSide : ownSide.other),
      next.clock?.control == clock?.control
    else {
      throw .unexpectedMessage
    }
    return next
  }
}
