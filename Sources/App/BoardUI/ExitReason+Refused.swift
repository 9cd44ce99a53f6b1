import MatchProtocol
import Phrases

extension ExitReason.Refusal {
  /// The player called `name` and the player here do not play for this reason.
  func failure(with name: String) -> Failure {
    let again = say("start again, and compare the digits on both screens")
    let (happened, advice) =
      switch self {
      case .here: (say("you did not accept \(name)"), again)
      case .there:
        // A host does not say more to a stranger whose place a known player takes.
        (say("\(name) did not accept you, or \(name) is already playing with a contact"), again)
      case .declined:
        (say("\(name) did not let you in"), say("try again later, or choose another table"))
      case .keyChanged:
        (
          say("\(name) could not be verified as your contact of that name"),
          say(
            "ask \(name) and, if the computer is new, run tabletooth players forget with the name"
          )
        )
      case .noAnswer(let limit):
        (
          say(
            "you and \(name) did not accept each other within \(limit.components.seconds) seconds"
          ), again
        )
      case .linkBroke:
        (
          say(
            """
            the connection broke while you and \(name) compared digits (somebody may be \
            intercepting it)
            """
          ), again
        )
      }
    return Failure(.refused, happened, advice)
  }
}

extension ExitReason.Closure {
  /// The player may not play at the table of the host called `name`.
  func failure(at name: String) -> Failure {
    switch self {
    case .taken, .takenPerhaps, .kept, .keptPerhaps, .watchable, .watchersFull, .tooManyTries,
      .takenOver:
      Failure(.busy, happened(at: name), advice(at: name))
    case .closed, .notInvited, .kicked, .notShown, .challengeDeclined, .challengeExpired:
      Failure(.refused, happened(at: name), advice(at: name))
    }
  }

  private func happened(at name: String) -> String {
    switch self {
    case .taken, .takenPerhaps: say("the seat at \(name)'s table is taken")
    case .kept, .keptPerhaps:
      say("the seat at \(name)'s table is held for a player who lost the connection")
    case .closed: say("\(name)'s table is closed to new players at the moment")
    case .notInvited: say("\(name) plays with contacts only, and you are not one of them")
    case .kicked: say("\(name) removed you")
    case .tooManyTries:
      say("this computer asked for the seat at \(name)'s table too often")
    case .watchable: say("a game is in progress at \(name)'s table")
    case .watchersFull: say("\(name)'s table has no free spectator places")
    case .notShown: say("\(name)'s table does not admit spectators")
    case .challengeDeclined: say("\(name) declined the challenge")
    case .challengeExpired: say("\(name) has not answered the challenge")
    case .takenOver:
      say("your match with \(name) continues on another computer, where you resumed it")
    }
  }

  private func advice(at name: String) -> String {
    switch self {
    case .taken: say("try again when the game there is over")
    case .takenPerhaps(let command):
      say("if that is you, run \(command); if not, try again when the game there is over")
    case .kept: say("try again in ten minutes, or choose another table")
    case .keptPerhaps(let command):
      say("if that is you, run \(command); if not, try again in ten minutes")
    case .closed: say("ask its host to type open")
    case .notInvited: say("ask \(name) to host once without --admit contacts")
    case .kicked: say("choose another table with tabletooth scan")
    case .tooManyTries(let seconds): say("try again in \(seconds) seconds")
    case .watchable: say("watch it with tabletooth watch \(name)")
    case .watchersFull: say("ask the host to admit more spectators, or try later")
    case .notShown: say("ask the host to open it with --spectators")
    case .challengeDeclined: say("ask for another game, or try again later")
    case .challengeExpired: say("try again when \(name) is at the terminal")
    case .takenOver: say("play there, or run tabletooth resume to continue here")
    }
  }
}
