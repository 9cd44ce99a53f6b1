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
    /// The session is over as well.
    case leave
  }

  mutating func begin(_ match: Match) {
    phase = .playing(match)
    say(Strings.opening(match, other: other, pieces: pieces))
    if input == .robot { say(Strings.robotSeat) }
    sayBoard(match)
    sayWhoseTurn(match)
  }

  /// Carries out a move of this board, or says why not.
  mutating func play(_ move: Move, in match: Match, now: Duration) {
    let before = match.position
    var match = match
    do {
      let message = try match.play(move)
      submit(message)
    } catch {
      refuse(move, error, in: before)
      return
    }
    moved(move, from: before, in: match, then: .wait, now: now)
  }

  mutating func resign(_ match: Match, now: Duration) {
    var match = match
    do {
      let message = try match.resign()
      submit(message)
    } catch {
      say(Strings.alreadyResigned)
      return
    }
    phase = .playing(match)
    if match.outcome == nil {
      say(Strings.resigning(other))
      deadline = now + Self.resignationTime
    } else {
      finish(match, then: .wait, now: now)
    }
  }

  /// Takes what the other player did.
  mutating func receive(_ message: Message, in match: Match, now: Duration) {
    let before = match.position
    var match = match
    do {
      switch try match.receive(message) {
      case .moved(let move, _): moved(move, from: before, in: match, then: .sayGoodbye, now: now)
      case .resigned: finish(match, then: .sayGoodbye, now: now)
      case .nothing: break
      }
    } catch {
      leave(ExitReason(error), saying: error.goodbye, now: now)
    }
  }

  /// A resignation that nothing can cross any more is final.
  mutating func settle(_ match: Match, then farewell: Farewell, now: Duration) {
    var match = match
    match.settle()
    finish(match, then: farewell, now: now)
  }

  private mutating func moved(
    _ move: Move,
    from before: Position,
    in match: Match,
    then farewell: Farewell,
    now: Duration
  ) {
    phase = .playing(match)
    say(Strings.plays(move, from: before, to: match.position))
    guard match.outcome == nil else {
      finish(match, then: farewell, now: now)
      return
    }
    if drawsBoard, !move.isChoice { sayBoard(match) }
    sayWhoseTurn(match)
  }

  private mutating func finish(_ match: Match, then farewell: Farewell, now: Duration) {
    guard let outcome = match.outcome else { return }
    sayBoard(match)
    say(Strings.result(outcome, of: match.position))
    phase = .settled
    guard case .one(let own) = match.seats else {
      end(.gameFinished)
      return
    }
    say(Strings.personal(outcome, own: own))
    switch farewell {
    case .wait:
      deadline = now + Self.goodbyeTime
    case .sayGoodbye:
      deadline = now + Self.leaveTime
      effects.append(.close(.gameOver))
    case .leave:
      end(.gameFinished)
    }
  }

  private mutating func sayWhoseTurn(_ match: Match) {
    if case .one = match.seats, !match.isLocalTurn { say(Strings.waiting(for: other)) }
  }

  private mutating func submit(_ message: Message) {
    switch part {
    case .host, .guest: effects.append(.submit(message))
    case .hotSeat: break
    }
  }

  private mutating func refuse(_ move: Move, _ refusal: MatchRefusal, in position: Position) {
    switch refusal {
    case .notYourTurn: say(Strings.notYourTurn(other))
    case .gameOver: say(Strings.alreadyResigned)
    case .illegal(let why): say(Strings.refused(move, why, in: position))
    }
  }
}

extension Move {
  /// Whether the move leaves the board as it is.
  fileprivate var isChoice: Bool {
    if case .choose = action { true } else { false }
  }
}
