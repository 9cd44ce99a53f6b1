import MatchProtocol

/// The end of a game, and leaving the table.
extension Table {
  // MARK: Another game

  mutating func actAfterEnd(_ action: PlayerAction, in before: Match, now: Duration) {
    guard asksAgain, before.outcome != .begunAnew else { return }
    switch action {
    case .again where !hasSession, .answer(true) where !hasSession:
      begin(before.withSidesChanged)
    case .again, .answer(true):
      var match = before
      do {
        let message = try match.ask(.rematch)
        phase = .over(match, .undecided)
        say(message, now: now)
      } catch {
        tell(.waitingForAgain)
        return
      }
      beginAgain(match, now: now)
    case .answer(false):
      sayGoodbye(now: now)
    default: break
    }
  }

  /// Handles a message of the other player after the game is over here.
  mutating func deliverAfterEnd(_ message: MatchMessage, in before: Match, now: Duration) {
    var match = before
    let reception: Match.Reception
    do {
      reception = try match.receive(message)
    } catch {
      leave(because: error, now: now)
      return
    }
    guard match.outcome != nil else {
      phase = .playing(match)
      wakeAt = nil
      if let reply = reception.reply { say(reply, now: now) }
      tell(TableNotice(reception.change, from: before, to: match))
      return
    }
    if case .over(_, let farewell) = phase { phase = .over(match, farewell) }
    if let reply = reception.reply { say(reply, now: now) }
    if match.outcome != before.outcome { finish(match, then: .sayGoodbye, now: now) }
    wantAgain(reception.change, match, now: now)
  }

  /// Hears whether the other side wants another game.
  private mutating func wantAgain(_ change: Match.Change, _ match: Match, now: Duration) {
    switch change {
    case .asked(.rematch) where match.outcome == .begunAnew: break
    case .asked(.rematch) where !asksAgain || phase.isTakingLeave: sayGoodbye(now: now)
    case .asked(.rematch): tell(.wantsAgain)
    case .agreed(.rematch): beginAgain(match, now: now)
    default: break
    }
  }

  /// Begins another game if both want one; the guest waits for the host's word.
  private mutating func beginAgain(_ match: Match, now: Duration) {
    phase = .over(match, .undecided)
    guard match.isRematchAgreed else {
      tell(.waitingForAgain)
      return
    }
    if role == .host, let terms = match.rematchTerms { open(terms, now: now) }
  }

  // MARK: Leaving

  /// Handles a player who types quit, or stops the program.
  mutating func quit(now: Duration) {
    switch phase {
    case .playing(let match) where match.isResigning:
      settle(match, then: .sayGoodbyeAtOnce, now: now)
    case .open, .comparing, .accepted, .seated, .playing: leave(saying: .left, now: now)
    case .over(_, .undecided) where asksAgain: sayGoodbye(now: now)
    case .over:
      leaveRecord(by: role)
      end(.gameOver)
    case .leaving(let reason): end(reason)
    case .ended: break
    }
  }

  /// Ends a game without a word to the other side, which waits as if the link were lost; after a
  /// game, which is over for both, says goodbye if that can be heard soon.
  mutating func stepAway(now: Duration) {
    saveClock(now: now)
    switch phase {
    case .open, .comparing, .accepted: leave(saying: .left, now: now)
    // Nobody can go on with a pipe.
    case .seated where pipe.isOpen: leave(saying: .left, now: now)
    case .seated: end(.left)
    case .playing(let match):
      tell(.unfinished(match, .byItself))
      end(.left)
    case .over where isSuspended || !hasSession:
      end(.gameOver)
    case .over:
      sayGoodbye(now: now)
      wakeAt = now + Self.goodbyeTime
    case .leaving(let reason): end(reason)
    case .ended: break
    }
  }

  /// Says goodbye to the other side, if there is one; the table ends when the session has ended.
  ///
  /// The session takes care that what was said before arrives, and of how long that may take.
  mutating func leave(saying goodbye: GoodbyeReason, now: Duration) {
    switch phase {
    case .open:
      end(.left)
    case .over:
      leave(.left, saying: .gameOver, now: now)
    case .comparing, .accepted, .seated, .playing:
      leave(.left, saying: goodbye, now: now)
    case .leaving, .ended:
      break
    }
  }

  /// Leaves because the other side did what it must not.
  mutating func leave(because violation: MatchViolation, now: Duration) {
    guard phase != .open else { return end(.violation(violation)) }
    leave(.violation(violation), saying: violation.goodbye, now: now)
  }

  private mutating func leave(_ reason: TableEnd, saying goodbye: GoodbyeReason, now: Duration) {
    let wayOn = isUnderWay ? WayOn.whenAsked : .none
    if case .playing(let match) = phase { tell(.unfinished(match, wayOn)) }
    guard hasSession else { return end(reason) }
    phase = .leaving(reason)
    wakeAt = nil
    converse(now: now) { $0.close(goodbye, now: $1) }
  }

  /// Ends the game for good; while the link is lost that has to wait if the other side may not know
  /// yet how the game ended.
  mutating func sayGoodbye(now: Duration) {
    guard case .over(let match, _) = phase else { return }
    guard hasSession else { return end(.gameOver) }
    guard !isSuspended else {
      if isEndHeard { leaveRecord(by: role) }
      guard !isEndHeard else { return end(.gameOver) }
      phase = .over(match, .awaitingLink)
      tell(.suspendedInLeaving)
      return
    }
    phase = .leaving(.gameOver)
    wakeAt = nil
    converse(now: now) { $0.close(.gameOver, now: $1) }
  }

  /// True if the other side has all that was said before the game was over.
  var isEndHeard: Bool {
    endNumber.map { $0 <= session?.receipts.match.delivered ?? 0 } ?? false
  }
}

extension MatchViolation {
  /// The reason to send to the side that did it.
  fileprivate var goodbye: GoodbyeReason {
    switch self {
    case .unknownTerms: .failed
    case .unexpectedMessage, .otherTerms, .tooManyRequests: .protocolViolation
    case .unreadableMove, .illegalMove, .wrongPly, .outOfTurn, .timeIsUp, .gameOver: .illegalMove
    }
  }
}
