import GameRules
import MatchPlay
import MatchProtocol

/// What the players ask of each other, during a game and after it.
extension LineModel {
  /// Shows what the other side did.
  mutating func show(_ change: Match.Change, from before: Match, to match: Match, now: Duration) {
    switch change {
    case .moved(let move, _): moved(move, from: before, to: match)
    case .asked(let request): showQuestion(request, from: before, to: match, now: now)
    case .declined(let request):
      say(Strings.declined(request, by: other))
      saySituation(match)
    case .agreed(let request): agreed(request, match)
    case .paused(let isOn):
      say(Strings.paused(isOn, by: other))
      if !isOn { saySituation(match) }
    case .stopped(let desync): stop(desync, match, now: now)
    case .resigned, .flagged, .settled, .nothing: break
    }
  }

  private mutating func showQuestion(
    _ request: MatchMessage.Ask.Request,
    from before: Match,
    to match: Match,
    now: Duration
  ) {
    if before.mine.question != nil { say(Strings.crossed) }
    say(Strings.asks(request, other, in: match))
    answerAsRobot(match, now: now)
  }

  /// The robot lets moves be taken back, and plays its games to the end.
  mutating func answerAsRobot(_ match: Match, now: Duration) {
    guard input == .robot, match.outcome == nil, let question = match.theirs.question else {
      return
    }
    answer(question.request.isTakingBack, in: match, now: now)
  }

  private mutating func agreed(_ request: MatchMessage.Ask.Request, _ match: Match) {
    say(Strings.agreed(request))
    guard request.isTakingBack else { return }
    sayBoard(match)
    saySituation(match)
  }

  /// The two boards do not agree; only a person can know what to do then.
  private mutating func stop(_ desync: Desync, _ match: Match, now: Duration) {
    sayBoard(match)
    say(Strings.differing(desync, other))
    guard input == .terminal else {
      leave(.otherVersion(Strings.boardsDiffer), saying: .failed, now: now)
      return
    }
  }

  /// Says whose turn it is, or what else is waited for.
  mutating func saySituation(_ match: Match) {
    guard match.outcome == nil else { return }
    if let text = Strings.situation(match, other: other) { say(text) }
  }
}

// MARK: - Commands

extension LineModel {
  mutating func obeyRequest(_ command: Command, in match: Match, now: Duration) {
    switch command {
    case .draw where match.theirs.question?.request == .draw: answer(true, in: match, now: now)
    case .draw: ask(.draw, in: match)
    case .undo: undo(match, now: now)
    case .yes: answer(true, in: match, now: now)
    case .no: answer(false, in: match, now: now)
    case .pause: pause(true, match)
    case .goOn: pause(false, match)
    case .again: say(Strings.gameNotOver)
    case .play, .resign, .quit, .help, .board, .legal, .drawing, .moves, .nothing, .unknown: break
    }
  }

  private mutating func ask(_ request: MatchMessage.Ask.Request, in match: Match) {
    var match = match
    do {
      let message = try match.ask(request)
      submit(message)
    } catch {
      refuse(error, in: match)
      return
    }
    phase = .playing(match)
    say(Strings.asking(request, other, in: match))
  }

  private mutating func undo(_ match: Match, now: Duration) {
    guard let remaining = match.plyBeforeLastTurn else {
      refuse(.nothingToTakeBack, in: match)
      return
    }
    let request = MatchMessage.Ask.Request.takeBack(remaining: remaining)
    guard match.seats == .both else {
      // Both want the same: that needs no second question.
      if match.theirs.question?.request == request {
        answer(true, in: match, now: now)
      } else {
        ask(request, in: match)
      }
      return
    }
    var match = match
    do {
      _ = try match.ask(request)
      _ = try match.answer(true)
    } catch {
      refuse(error, in: match)
      return
    }
    phase = .playing(match)
    agreed(request, match)
  }

  mutating func answer(_ agrees: Bool, in before: Match, now: Duration) {
    var match = before
    do {
      let message = try match.answer(agrees)
      submit(message)
    } catch {
      refuse(error, in: match)
      return
    }
    phase = .playing(match)
    guard agrees, let request = before.theirs.question?.request else {
      say(Strings.saidNo)
      saySituation(match)
      return
    }
    agreed(request, match)
    if match.outcome != nil { finish(match, then: .wait, now: now) }
  }

  private mutating func pause(_ isOn: Bool, _ match: Match) {
    var match = match
    do {
      let message = try match.pause(isOn)
      submit(message)
    } catch {
      refuse(error, in: match)
      return
    }
    phase = .playing(match)
    say(isOn ? Strings.pausing : Strings.pauseOver)
    if !isOn { saySituation(match) }
  }
}

// MARK: - After the game

extension LineModel {
  /// Whether a person here is asked for another game before the boards take leave.
  var isAskingAgain: Bool {
    guard case .settled(let match) = phase, match.seats != .both, !isTakingLeave else {
      return false
    }
    return input == .terminal && isInputOpen && isOutputOpen
  }

  mutating func obeyAfterEnd(_ command: Command, in match: Match, now: Duration) {
    switch command {
    case .quit where !isAskingAgain: end(.gameFinished)
    case _ where !isAskingAgain: break
    case .yes, .again:
      var match = match
      do {
        let message = try match.ask(.rematch)
        submit(message)
      } catch {
        say(Strings.waitingForAgain(other))
        return
      }
      settleAgain(match, now: now)
    case .no, .quit: sayGoodbye()
    case .board: sayBoard(match)
    case .moves: say(Strings.moves(match.record))
    case .nothing: break
    case .help, .play, .resign, .draw, .undo, .pause, .goOn, .legal, .drawing, .unknown:
      say(Strings.againOrNot)
    }
  }

  /// What the other side says when the game is over here.
  mutating func receiveAfterEnd(_ message: MatchMessage, in before: Match, now: Duration) {
    var match = before
    let reception: Match.Reception
    do {
      reception = try match.receive(message)
    } catch {
      leave(ExitReason(error), saying: error.goodbye, now: now)
      return
    }
    if let reply = reception.reply { submit(reply) }
    if match.outcome == nil {
      phase = .playing(match)
      deadline = nil
      show(reception.change, from: before, to: match, now: now)
      return
    }
    phase = .settled(match)
    if match.outcome != before.outcome { finish(match, then: .sayGoodbye, now: now) }
    switch reception.change {
    case .asked(.rematch) where !isAskingAgain: sayGoodbye()
    case .asked(.rematch): say(Strings.wantsAgain(other))
    case .agreed(.rematch): settleAgain(match, now: now)
    case .asked, .agreed, .moved, .resigned, .flagged, .declined, .paused, .stopped, .settled,
      .nothing:
      break
    }
  }

  /// Begins another game if both want one; the guest waits for the host's word.
  private mutating func settleAgain(_ match: Match, now: Duration) {
    phase = .settled(match)
    guard match.isRematchAgreed else {
      say(Strings.waitingForAgain(other))
      return
    }
    if part.role == .host, let terms = match.rematchTerms { open(terms, now: now) }
  }
}

extension MatchMessage.Ask.Request {
  fileprivate var isTakingBack: Bool {
    if case .takeBack = self { true } else { false }
  }
}
