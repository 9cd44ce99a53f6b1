import GameRules
import MatchPlay
import MatchProtocol

/// How a game goes: it begins, somebody moves, it is over.
extension LineModel {
  /// What is left to do with the other board when the game is over.
  enum Farewell {
    /// This board made the last move: the other one says goodbye when it has it.
    case wait
    /// The other board made the last move and waits.
    case sayGoodbye
    /// The same, and nobody here is asked for another game.
    case sayGoodbyeAtOnce
    /// The session is over as well.
    case leave
  }

  mutating func begin(_ match: Match) {
    phase = .playing(match)
    deadline = nil
    say(Strings.opening(match, other: other, pieces: pieces))
    if input == .robot { say(Strings.robotSeat) }
    sayBoard(match)
    sayWhoseTurn(match)
  }

  /// Carries out a move of this board, or says why not.
  mutating func play(_ move: Move, in match: Match, now: Duration) {
    let before = match
    var match = match
    do {
      let message = try match.play(move)
      submit(message)
    } catch {
      refuse(error, to: move, in: before)
      return
    }
    moved(move, from: before, to: match)
    if match.outcome != nil { finish(match, then: .wait, now: now) }
  }

  mutating func resign(_ match: Match, now: Duration) {
    var match = match
    do {
      let message = try match.resign()
      submit(message)
    } catch {
      refuse(error, in: match)
      return
    }
    phase = .playing(match)
    if match.outcome == nil {
      say(Strings.resigning(other))
      deadline = isSuspended ? nil : now + Self.resignationTime
    } else {
      finish(match, then: .wait, now: now)
    }
  }

  /// Takes what the other player did.
  mutating func receive(_ message: MatchMessage, in before: Match, now: Duration) {
    var match = before
    let reception: Match.Reception
    do {
      reception = try match.receive(message)
    } catch {
      leave(ExitReason(error), saying: error.goodbye, now: now)
      return
    }
    if let reply = reception.reply { submit(reply) }
    phase = .playing(match)
    show(reception.change, from: before, to: match, now: now)
    guard match.outcome != nil, case .playing = phase else { return }
    finish(match, then: reception.change == .settled ? .wait : .sayGoodbye, now: now)
  }

  /// A resignation that nothing can cross any more is final.
  mutating func settle(_ match: Match, then farewell: Farewell, now: Duration) {
    var match = match
    match.settle()
    finish(match, then: farewell, now: now)
  }

  mutating func moved(_ move: Move, from before: Match, to match: Match) {
    phase = .playing(match)
    say(Strings.plays(move, from: before.position, to: match.position))
    if before.mine.question != nil { say(Strings.movedInstead) }
    guard match.outcome == nil else { return }
    if drawsBoard, !move.isChoice { sayBoard(match) }
    sayWhoseTurn(match)
  }

  mutating func finish(_ match: Match, then farewell: Farewell, now: Duration) {
    guard let outcome = match.outcome else { return }
    sayBoard(match)
    let result = Strings.result(outcome, of: match.position)
    say(result)
    phase = .settled(match)
    deadline = nil
    guard case .one(let own) = match.seats else {
      end(.gameFinished)
      return
    }
    say(Strings.personal(outcome, own: own))
    effects.append(.finish(result: String(result.dropLast())))
    switch farewell {
    case .leave: end(.gameFinished)
    case .sayGoodbyeAtOnce: sayGoodbye()
    case .wait, .sayGoodbye:
      if isAskingAgain { return }
      if farewell == .sayGoodbye {
        sayGoodbye()
      } else if !isSuspended {
        deadline = now + Self.goodbyeTime
      }
    }
  }

  mutating func sayWhoseTurn(_ match: Match) {
    if case .one = match.seats, !match.isLocalTurn { say(Strings.waiting(for: other)) }
  }

  /// Hands a message to the session; when the link is lost, it keeps it.
  mutating func submit(_ message: MatchMessage) {
    switch part {
    case .host, .guest: effects.append(.submit(message))
    case .hotSeat: break
    }
    if isSuspended, message.isDeed { say(Strings.sentLater(other)) }
  }

  private mutating func refuse(_ refusal: MatchRefusal, to move: Move, in match: Match) {
    if case .illegal(let why) = refusal {
      say(Strings.refused(move, why, in: match.position))
    } else {
      refuse(refusal, in: match)
    }
  }

  mutating func refuse(_ refusal: MatchRefusal, in match: Match) {
    say(Strings.refusal(refusal, in: match, other: other))
  }
}

extension Move {
  /// Whether the move leaves the board as it is.
  fileprivate var isChoice: Bool {
    if case .choose = action { true } else { false }
  }
}

extension MatchMessage {
  /// Whether a player did it, and not the board by itself.
  fileprivate var isDeed: Bool {
    switch self {
    case .start, .differ: false
    case .answer(let answer): answer.subject != .rematch
    case .move, .resign, .ask, .pause, .flag: true
    }
  }
}
