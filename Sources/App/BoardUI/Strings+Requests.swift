import GameRules
import MatchPlay
import MatchProtocol
import Phrases

/// Messages about requests between the players.
extension Strings {
  // MARK: Questions

  static func asks(_ request: MatchMessage.Ask.Request, _ name: String, in match: Match) -> String {
    let mayMove = match.isLocalTurn ? say(" A move also means no.") : ""
    return switch request {
    case .draw: say("\(name) offers a draw. Type yes or no.\(mayMove)")
    case .takeBack(let remaining):
      say(
        "\(name) asks to take back \(moves(match.ply - remaining, remaining)). Type yes or no.\(mayMove)"
      )
    case .rematch: wantsAgain(name)
    case .newGame:
      say("\(name) wants to start over, without a result for this game. Type yes or no.\(mayMove)")
    }
  }

  static func claims(_ move: String, _ name: String) -> String {
    say("\(name) claims a draw with \(move).")
  }

  static func asking(_ request: MatchMessage.Ask.Request, _ name: String, in match: Match) -> String
  {
    guard match.seats != .both else { return say("A draw? The other player types yes or no.") }
    return switch request {
    case .draw: say("You offered a draw. Waiting for \(name) to answer.")
    case .takeBack(let remaining):
      say(
        """
        You asked to take back \(moves(match.ply - remaining, remaining)). Waiting for \(name) to \
        answer.
        """
      )
    case .rematch: waitingForAgain(name)
    case .newGame: say("You asked to start over. Waiting for \(name) to answer.")
    }
  }

  private static func moves(_ count: Int, _ remaining: Int) -> String {
    let what = count == 1 ? say("the last move") : say("the last \(count) moves")
    return remaining == 0 ? say("\(what), back to the start") : what
  }

  static func agreed(_ request: MatchMessage.Ask.Request) -> String {
    switch request {
    case .draw: say("Both players agree on a draw.")
    case .takeBack(0): say("All moves were taken back.")
    case .takeBack(1): say("Moves were taken back; one is left.")
    case .takeBack(let remaining): say("Moves were taken back; \(remaining) are left.")
    case .rematch: say("Both players want another game.")
    case .newGame: say("Both players start over. This game has no result.")
    }
  }

  static func declined(_ request: MatchMessage.Ask.Request, by name: String) -> String {
    switch request {
    case .draw: say("\(name) declined the draw.")
    case .takeBack: say("\(name) declined to take moves back.")
    case .rematch: say("\(name) declined another game.")
    case .newGame: say("\(name) declined to start over.")
    }
  }

  static var saidNo: String { say("You declined.") }
  static var crossed: String { say("You both asked at once. The other question counts.") }
  static var movedInstead: String { say("This move answers your question: no.") }
  static var yesOrNo: String { say("Type yes or no.") }
  static var answerPrompt: String { say("Yes or no: ") }

  // MARK: Whom the game waits for

  /// Whom the game waits for, a sentence for each reason; none when it is this player's turn.
  static func situation(_ match: Match, other: String) -> [String] {
    let pause = pause(match, other)
    if pause == nil, let desync = match.desync { return [differing(desync, other)] }
    let theirs = match.theirs.question.map { asks($0.request, other, in: match) }
    let question = theirs ?? match.mine.question.map { asking($0.request, other, in: match) }
    let reasons = [pause, question].compactMap(\.self)
    return reasons.isEmpty && !match.isLocalTurn ? [waiting(for: other)] : reasons
  }

  private static func pause(_ match: Match, _ other: String) -> String? {
    if match.mine.isPausing { return say("The game is paused. Type continue to resume.") }
    return match.theirs.isPausing ? say("\(other) paused the game.") : nil
  }

  // MARK: Boards that differ

  static var boardsDiffer: String { say("the two boards reached different positions") }

  static func differing(_ desync: Desync, _ name: String) -> String {
    let (here, there) = (hexadecimal(desync.own), hexadecimal(desync.theirs))
    let whose = desync.isOwnMove ? say("Your move") : say("The move")
    return say(
      """
      The boards differ, and the game has stopped. \(whose) \(desync.move) leads to position \
      \(here) here and to \(there) on \(name)'s board.
      The two programs may be different versions. Type undo to go back to the last position on \
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
    case .paused where match.mine.isPausing: say("The game is paused. Type continue to resume.")
    case .paused: say("\(other) paused the game.")
    case .notPaused where match.theirs.isPausing: say("Only \(other) can end this pause.")
    case .notPaused: say("The game is not paused.")
    case .differing: say("The boards differ. Type undo, resign or quit.")
    case .awaitingAnswer: say("You asked a question. Waiting for \(other) to answer.")
    case .answerDue: say("\(other) asked you a question. Type yes or no.")
    case .nothingAsked: say("Nobody has asked you anything.")
    case .nothingToTakeBack: say("You have no move to take back.")
    case .nothingToClaim: say("That move brings about no draw that you can claim.")
    case .oneTerminal where match.seats == .both: say("Two players at one terminal need no pause.")
    case .oneTerminal: say("\(other) waits for you as long as you like.")
    }
  }

  static var gameNotOver: String { say("The game is not over yet.") }

  // MARK: Another game

  static var againPrompt: String { say("Again? Yes or no: ") }
  static var againInstead: String {
    say("The game ended before you answered. Type yes to play again, or no to leave.")
  }
  static var againOrNot: String { say("The game is over. Type yes to play again, or no to leave.") }
  static func wantsAgain(_ name: String) -> String {
    say("\(name) wants another game. Type yes or no.")
  }
  static func waitingForAgain(_ name: String) -> String {
    say("Waiting for \(name) to decide about another game.")
  }
  static func gone(_ name: String) -> String { say("\(name) has left.") }
  static var goOnLater: String {
    say("To continue it, run tabletooth resume on both computers.")
  }
  static var stopKept: String {
    say(
      """
      Press control-C again to end the program. The game is saved.
      """
    )
  }
  static var stopNotKept: String {
    say("Press control-C again to end the program. The game is not saved.")
  }
  static var goOnAtOnce: String { say("It is saved. To continue, run the same command again.") }
}
