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
        (say("\(name) did not accept you, or plays with somebody whom \(name) knows"), again)
      case .declined:
        (say("\(name) did not let you in"), say("try again later, or choose another table"))
      case .keyChanged:
        (
          say("\(name) did not prove to be the player you know by that name"),
          say(
            "ask \(name), and if the computer is a new one, type tabletooth players forget and the name"
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
            "the link broke while you and \(name) compared digits, and somebody may be in between"
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
    case .taken, .takenPerhaps: say("the seat at the table of \(name) is taken")
    case .kept, .keptPerhaps:
      say("the seat at the table of \(name) is kept for a player whose link was lost")
    case .closed: say("the table of \(name) is closed to others at the moment")
    case .notInvited: say("\(name) plays with known players only, and does not know you")
    case .kicked: say("\(name) sent you away")
    case .tooManyTries:
      say("this computer has asked for the seat at the table of \(name) too often")
    case .watchable: say("a game is played at the table of \(name)")
    case .watchersFull: say("nobody more may watch at the table of \(name)")
    case .notShown: say("nobody may watch at the table of \(name)")
    case .challengeDeclined: say("\(name) does not want to play that now")
    case .challengeExpired: say("\(name) has not answered the challenge")
    case .takenOver:
      say("your match with \(name) goes on from another computer, where you have resumed it")
    }
  }

  private func advice(at name: String) -> String {
    switch self {
    case .taken: say("try again when the game there is over")
    case .takenPerhaps(let command):
      say("if you sit there, type \(command); if not, try again when the game there is over")
    case .kept: say("try again in ten minutes, or choose another table")
    case .keptPerhaps(let command):
      say("if that is you, type \(command); if not, try again in ten minutes")
    case .closed: say("ask its host to type open")
    case .notInvited: say("ask \(name) to begin once without --admit contacts")
    case .kicked: say("choose another table with tabletooth scan")
    case .tooManyTries(let seconds): say("try again in \(seconds) seconds")
    case .watchable: say("watch it with tabletooth watch \(name)")
    case .watchersFull: say("ask its host to let more watch, or try again later")
    case .notShown: say("ask its host to open it with --spectators")
    case .challengeDeclined: say("ask for another game, or try again later")
    case .challengeExpired: say("try again when \(name) is at the terminal")
    case .takenOver: say("play there, or type tabletooth resume to go on here again")
    }
  }
}
