import GameRules
import MatchProtocol

/// The work left with the other board when the game is over.
enum TableEnding {
  /// This board made the last move: the other one says goodbye when it has it.
  case wait
  /// The other board made the last move and waits.
  case sayGoodbye
  /// The other board waits, and nobody here is asked for another game.
  case sayGoodbyeAtOnce
  /// The session is over as well.
  case leave
}

/// The course of a game: it begins, somebody moves or asks, it is over.
extension Table {
  mutating func begin(_ match: Match) {
    phase = .playing(match)
    timer.begin(ply: 0)
    localGame.begin()
    (wakeAt, leaveAt, endNumber) = (nil, nil, nil)
    tell(.began(match))
  }

  // MARK: This side

  /// Does what the player here wants in a game, or after it.
  mutating func act(_ action: PlayerAction, now: Duration) {
    switch phase {
    case .playing(var match):
      guard hasMachine, let notice = match.actAgainstMachine(action) else {
        return act(action, in: match, now: now)
      }
      phase = .playing(match)
      tell(notice)
    case .over(let match, .undecided): actAfterEnd(action, in: match, now: now)
    case .open, .comparing, .accepted, .seated, .over, .leaving, .ended: break
    }
  }

  private mutating func act(_ action: PlayerAction, in match: Match, now: Duration) {
    switch action {
    case .play(let move): play(move, in: match, now: now)
    case .resign: resign(match, now: now)
    case .draw where match.theirs.question?.request == .draw: answer(true, in: match, now: now)
    case .draw: ask(.draw, in: match, now: now)
    case .claim(let move): claim(with: move, in: match, now: now)
    case .takeBack: takeBack(match, now: now)
    case .answer(let agrees): answer(agrees, in: match, now: now)
    case .pause(let isOn): pause(isOn, match, now: now)
    case .again: tell(.refused(.gameNotOver, nil, match))
    case .startOver where !hasSession: begin(match.startedOver)
    case .startOver: ask(.newGame, in: match, now: now)
    default: break
    }
  }

  /// Changes the match as `act` does and says so to the other side, or tells why that cannot be.
  ///
  /// - Returns: The match afterwards; nil when nothing came of it.
  private mutating func change(
    _ before: Match,
    by move: Move? = nil,
    now: Duration,
    _ act: (inout Match) throws(MatchRefusal) -> MatchMessage
  ) -> Match? {
    var match = before
    do throws(MatchRefusal) {
      let message = try act(&match)
      phase = .playing(match)
      say(message, now: now)
      return match
    } catch {
      tell(.refused(error, move, before))
      return nil
    }
  }

  private mutating func play(_ move: Move, in before: Match, now: Duration) {
    let spent = timer.elapsed(now).milliseconds
    let changed = change(before, by: move, now: now) { match throws(MatchRefusal) in
      try match.play(move, spent: spent)
    }
    guard let match = changed else { return }
    tell(.moved(move, from: before, to: match))
    if match.outcome != nil { finish(match, then: .wait, now: now) }
  }

  /// Loses on time for the side to move, which is played here.
  mutating func flag(_ before: Match, now: Duration) {
    let changed = change(before, now: now) { match throws(MatchRefusal) in try match.flag() }
    if let match = changed { finish(match, then: .wait, now: now) }
  }

  private mutating func resign(_ before: Match, now: Duration) {
    let settlesAtOnce = hasMachine
    let changed = change(before, now: now) { match throws(MatchRefusal) in
      let message = try match.resign()
      // Nothing can cross it.
      if settlesAtOnce { match.settle() }
      return message
    }
    guard let match = changed else { return }
    if match.outcome == nil {
      // The other board answers at once, and what it did before comes before that.
      tell(.resigning)
    } else {
      finish(match, then: .wait, now: now)
    }
  }

  private mutating func ask(
    _ request: MatchMessage.Ask.Request,
    in before: Match,
    now: Duration
  ) {
    let changed = change(before, now: now) { match throws(MatchRefusal) in try match.ask(request) }
    guard let match = changed else { return }
    // A draw that is claimed needs no answer.
    if match.outcome == nil || request == .rematch {
      tell(.asked(request, match))
    } else {
      finish(match, then: .wait, now: now)
    }
  }

  private mutating func claim(with move: Move, in before: Match, now: Duration) {
    let changed = change(before, by: move, now: now) { match throws(MatchRefusal) in
      try match.claim(with: move)
    }
    if let match = changed { finish(match, then: .wait, now: now) }
  }

  private mutating func takeBack(_ match: Match, now: Duration) {
    guard let remaining = match.plyBeforeLastTurn else {
      tell(.refused(.nothingToTakeBack, nil, match))
      return
    }
    let request = MatchMessage.Ask.Request.takeBack(remaining: remaining)
    if match.seats == .both {
      // Two people at one terminal: who takes back has asked the other one.
      let changed = change(match, now: now) { match throws(MatchRefusal) in
        _ = try match.ask(request)
        return try match.answer(true)
      }
      if let match = changed { tell(.agreed(request, match)) }
    } else if match.theirs.question?.request == request {
      // Both want the same: that needs no second question.
      answer(true, in: match, now: now)
    } else {
      ask(request, in: match, now: now)
    }
  }

  private mutating func answer(_ agrees: Bool, in before: Match, now: Duration) {
    let changed = change(before, now: now) { match throws(MatchRefusal) in
      try match.answer(agrees)
    }
    guard let match = changed, let request = before.theirs.question?.request else { return }
    tell(.answered(agrees, request, match))
    if match.outcome != nil { finish(match, then: .wait, now: now) }
  }

  private mutating func pause(_ isOn: Bool, _ before: Match, now: Duration) {
    let changed = change(before, now: now) { match throws(MatchRefusal) in try match.pause(isOn) }
    if let match = changed { tell(.paused(isOn, match)) }
  }

  // MARK: The other side

  mutating func deliver(_ message: MatchMessage, in before: Match, now: Duration) {
    var match = before
    let reception: Match.Reception
    do {
      reception = try match.receive(message)
    } catch {
      leave(because: error, now: now)
      return
    }
    phase = .playing(match)
    if case .moved = reception.change, hasSession {
      checkTime(of: message, in: before, now: now)
    }
    if let reply = reception.reply { say(reply, now: now) }
    tell(TableNotice(reception.change, from: before, to: match))
    guard match.outcome != nil else { return }
    finish(match, then: reception.change == .settled ? .wait : .sayGoodbye, now: now)
  }

  // MARK: The end of a game

  /// A resignation that nothing can cross any more is final.
  mutating func settle(_ match: Match, then ending: TableEnding, now: Duration) {
    var match = match
    match.settle()
    finish(match, then: ending, now: now)
  }

  mutating func finish(_ match: Match, then ending: TableEnding, now: Duration) {
    guard let outcome = match.outcome else { return }
    switch phase {
    case .playing, .over: break
    // What was said has ended the session.
    case .open, .comparing, .accepted, .seated, .leaving, .ended: return
    }
    phase = .over(match, .undecided)
    wakeAt = nil
    if outcome == .begunAnew { return beginAnew(match, now: now) }
    tell(.finished(match))
    if !hasSession { orders.keeps += localGame.change(to: match) }
    guard hasSession else { return asksAgain ? () : end(.gameOver) }
    keep(.finish(outcome, match))
    endNumber = session?.receipts.match.said
    leaveAt = rules.farewellLimit.map { now + $0 }
    takeLeave(ending, now: now)
  }

  /// Waits for the other board to know that both begin anew; then the host does.
  private mutating func beginAnew(_ before: Match, now: Duration) {
    keep(.finish(.begunAnew, before))
    var match = before
    if let message = match.confirmNewGame() {
      phase = .over(match, .undecided)
      say(message, now: now)
    }
    if role == .host, let terms = match.rematchTerms { open(terms, now: now) }
  }

  /// Does what is left to do with the other side, unless a player here is asked for another game.
  private mutating func takeLeave(_ ending: TableEnding, now: Duration) {
    switch ending {
    case .leave: end(.gameOver)
    case .sayGoodbyeAtOnce: sayGoodbye(now: now)
    case .sayGoodbye where !asksAgain: sayGoodbye(now: now)
    case .wait where !asksAgain && !isSuspended: wakeAt = now + Self.goodbyeTime
    case .sayGoodbye, .wait: break
    }
  }
}
