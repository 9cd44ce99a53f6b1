import GameRules
import MatchPlay
import MatchProtocol
import Phrases

/// Messages about requests between the players.
extension Strings {
  // MARK: Questions

  static func asks(_ request: MatchMessage.Ask.Request, _ name: String, in match: Match) -> String {
    let mayMove = match.isLocalTurn ? say(" A move is a no as well.") : ""
    return switch request {
    case .draw: say("\(name) offers a draw. Type yes or no.\(mayMove)")
    case .takeBack(let remaining):
      say(
        "\(name) asks to take back \(moves(match.ply - remaining, remaining)). Type yes or no.\(mayMove)"
      )
    case .rematch: wantsAgain(name)
    case .newGame:
      say("\(name) wants to begin anew, without a result of this game. Type yes or no.\(mayMove)")
    }
  }

  static func asking(_ request: MatchMessage.Ask.Request, _ name: String, in match: Match) -> String
  {
    guard match.seats != .both else { return say("A draw? The other player types yes or no.") }
    return switch request {
    case .draw: say("You offer a draw. Waiting for the answer of \(name).")
    case .takeBack(let remaining):
      say(
        """
        You ask to take back \(moves(match.ply - remaining, remaining)). \
        Waiting for the answer of \(name).
        """
      )
    case .rematch: waitingForAgain(name)
    case .newGame: say("You ask to begin anew. Waiting for the answer of \(name).")
    }
  }

  private static func moves(_ count: Int, _ remaining: Int) -> String {
    let what = count == 1 ? say("the last move") : say("the last \(count) moves")
    return remaining == 0 ? say("\(what), to the beginning") : what
  }

  static func agreed(_ request: MatchMessage.Ask.Request) -> String {
    switch request {
    case .draw: say("Both players agree on a draw.")
    case .takeBack(0): say("All moves are taken back.")
    case .takeBack(1): say("Moves are taken back; one is left.")
    case .takeBack(let remaining): say("Moves are taken back; \(remaining) are left.")
    case .rematch: say("Both players want another game.")
    case .newGame: say("Both players begin anew. This game has no result.")
    }
  }

  static func declined(_ request: MatchMessage.Ask.Request, by name: String) -> String {
    switch request {
    case .draw: say("\(name) does not want a draw.")
    case .takeBack: say("\(name) does not want to take moves back.")
    case .rematch: say("\(name) does not want another game.")
    case .newGame: say("\(name) does not want to begin anew.")
    }
  }

  static var saidNo: String { say("You said no.") }
  static var crossed: String { say("Your own question crossed another one, which counts.") }
  static var movedInstead: String { say("Your question is answered with this move: no.") }
  static var yesOrNo: String { say("Type yes or no.") }
  static var answerPrompt: String { say("Yes or no: ") }

  // MARK: Whom the game waits for

  /// Whom the game waits for; nil when it is this player's turn to move.
  static func situation(_ match: Match, other: String) -> String? {
    if match.mine.isPausing { return say("The game is paused. Type continue to go on.") }
    if match.theirs.isPausing { return say("The game is paused by \(other).") }
    if let desync = match.desync { return differing(desync, other) }
    if let question = match.theirs.question { return asks(question.request, other, in: match) }
    if let question = match.mine.question { return asking(question.request, other, in: match) }
    return match.isLocalTurn ? nil : waiting(for: other)
  }

  // MARK: Boards that differ

  static var boardsDiffer: String { say("the two boards came to different positions") }

  static func differing(_ desync: Desync, _ name: String) -> String {
    let (here, there) = (hexadecimal(desync.own), hexadecimal(desync.theirs))
    let whose = desync.isOwnMove ? say("Your move") : say("The move")
    return say(
      """
      The boards differ, and the game has stopped. \(whose) \(desync.move) leads to position \
      \(here) here and to \(there) at the board of \(name).
      The two programs may not be of the same version. Type undo to go back to the last position on \
      which both agree, or resign, or quit.
      """
    )
  }

  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  // MARK: Refusals

  static func refusal(_ refusal: MatchRefusal, in match: Match, other: String) -> String {
    switch refusal {
    case .notYourTurn: notYourTurn(other)
    case .gameOver: match.isResigning ? say("You have resigned.") : say("The game is over.")
    case .gameNotOver: gameNotOver
    case .illegal: say("That cannot be played.")
    case .noTime: say("You have no time left.")
    case .paused where match.mine.isPausing: say("The game is paused. Type continue to go on.")
    case .paused: say("The game is paused by \(other).")
    case .notPaused where match.theirs.isPausing: say("Only \(other) can end this pause.")
    case .notPaused: say("The game is not paused.")
    case .differing: say("The boards differ. Type undo, resign or quit.")
    case .awaitingAnswer: say("You have asked something. Waiting for the answer of \(other).")
    case .answerDue: say("\(other) has asked you something. Type yes or no.")
    case .nothingAsked: say("Nobody has asked you anything.")
    case .nothingToTakeBack: say("There is no move of yours to take back.")
    case .oneTerminal where match.seats == .both: say("Two players at one terminal need no pause.")
    case .oneTerminal: say("\(other) waits for you as long as you like.")
    }
  }

  static var gameNotOver: String { say("The game is not over yet.") }

  // MARK: Another game

  static var againPrompt: String { say("Again? Yes or no: ") }
  static var againInstead: String {
    say("The game was over before your answer. Type yes to play again, or no to leave.")
  }
  static var againOrNot: String { say("The game is over. Type yes to play again, or no to leave.") }
  static func wantsAgain(_ name: String) -> String {
    say("\(name) wants another game. Type yes or no.")
  }
  static func waitingForAgain(_ name: String) -> String {
    say("Waiting for \(name), who may want another game or not.")
  }
  static func gone(_ name: String) -> String { say("\(name) has left.") }
  static var goOnLater: String {
    say("To go on with it, type tabletooth resume on both computers.")
  }
  static var stopKept: String { say("Press control-C again to end the program. The game is kept.") }
  static var stopNotKept: String {
    say("Press control-C again to end the program. The game is not kept.")
  }
  static var goOnAtOnce: String { say("It is kept. To go on with it, type the same again.") }
}
