import GameRules
import MatchPlay
import MatchProtocol

/// What players ask of each other, and what becomes of it.
extension Strings {
  // MARK: Questions

  static func asks(_ request: MatchMessage.Ask.Request, _ name: String, in match: Match) -> String {
    let mayMove = match.isLocalTurn ? " A move is a no as well." : ""
    return switch request {
    case .draw: "\(name) offers a draw. Type yes or no.\(mayMove)"
    case .takeBack(let remaining):
      "\(name) asks to take back \(moves(match.ply - remaining, remaining)). Type yes or no.\(mayMove)"
    case .rematch: wantsAgain(name)
    case .newGame:
      "\(name) wants to begin anew, without a result of this game. Type yes or no.\(mayMove)"
    }
  }

  static func asking(_ request: MatchMessage.Ask.Request, _ name: String, in match: Match) -> String
  {
    guard match.seats != .both else { return "A draw? The other player types yes or no." }
    return switch request {
    case .draw: "You offer a draw. Waiting for the answer of \(name)."
    case .takeBack(let remaining):
      """
      You ask to take back \(moves(match.ply - remaining, remaining)). \
      Waiting for the answer of \(name).
      """
    case .rematch: waitingForAgain(name)
    case .newGame: "You ask to begin anew. Waiting for the answer of \(name)."
    }
  }

  private static func moves(_ count: Int, _ remaining: Int) -> String {
    let what = count == 1 ? "the last move" : "the last \(count) moves"
    return remaining == 0 ? "\(what), to the beginning" : what
  }

  static func agreed(_ request: MatchMessage.Ask.Request) -> String {
    switch request {
    case .draw: "Both players agree on a draw."
    case .takeBack(0): "All moves are taken back."
    case .takeBack(let remaining): "Moves are taken back; \(remaining) are left."
    case .rematch: "Both players want another game."
    case .newGame: "Both players begin anew. This game has no result."
    }
  }

  static func declined(_ request: MatchMessage.Ask.Request, by name: String) -> String {
    switch request {
    case .draw: "\(name) does not want a draw."
    case .takeBack: "\(name) does not want to take moves back."
    case .rematch: "\(name) does not want another game."
    case .newGame: "\(name) does not want to begin anew."
    }
  }

  static let saidNo = "You said no."
  static let crossed = "Your own question crossed another one, which counts."
  static let movedInstead = "Your question is answered with this move: no."
  static let yesOrNo = "Type yes or no."
  static let answerPrompt = "Yes or no: "

  // MARK: Pauses

  static func paused(_ isOn: Bool, by name: String) -> String {
    isOn ? "\(name) needs a pause. Nobody moves until it is over." : "The pause of \(name) is over."
  }
  static let pausing = "You pause the game. Type continue to go on."
  static let pauseOver = "Your pause is over."

  /// Whom the game waits for; nil when it is this player's turn to move.
  static func situation(_ match: Match, other: String) -> String? {
    if match.mine.isPausing { return "The game is paused. Type continue to go on." }
    if match.theirs.isPausing { return "The game is paused by \(other)." }
    if let desync = match.desync { return differing(desync, other) }
    if let question = match.theirs.question { return asks(question.request, other, in: match) }
    if let question = match.mine.question { return asking(question.request, other, in: match) }
    return match.isLocalTurn ? nil : waiting(for: other)
  }

  // MARK: Boards that differ

  static let boardsDiffer = "the two boards came to different positions"

  static func differing(_ desync: Desync, _ name: String) -> String {
    let (here, there) = (hexadecimal(desync.own), hexadecimal(desync.theirs))
    let whose = desync.isOwnMove ? "Your move" : "The move"
    return """
      The boards differ, and the game has stopped. \(whose) \(desync.move) leads to position \
      \(here) here and to \(there) at the board of \(name).
      The two programs may not be of the same version. Type undo to go back to the last position on \
      which both agree, or resign, or quit.
      """
  }

  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  // MARK: Refusals

  static func refusal(_ refusal: MatchRefusal, in match: Match, other: String) -> String {
    switch refusal {
    case .notYourTurn: notYourTurn(other)
    case .gameOver: match.isResigning ? "You have resigned." : "The game is over."
    case .gameNotOver: gameNotOver
    case .illegal: "That cannot be played."
    case .noTime: "You have no time left."
    case .paused where match.mine.isPausing: "The game is paused. Type continue to go on."
    case .paused: "The game is paused by \(other)."
    case .notPaused where match.theirs.isPausing: "Only \(other) can end this pause."
    case .notPaused: "The game is not paused."
    case .differing: "The boards differ. Type undo, resign or quit."
    case .awaitingAnswer: "You have asked something. Waiting for the answer of \(other)."
    case .answerDue: "\(other) has asked you something. Type yes or no."
    case .nothingAsked: "Nobody has asked you anything."
    case .nothingToTakeBack: "There is no move of yours to take back."
    case .oneTerminal where match.seats == .both: "Two players at one terminal need no pause."
    case .oneTerminal: "\(other) waits for you as long as you like."
    }
  }

  static let gameNotOver = "The game is not over yet."

  // MARK: Another game

  static let againPrompt = "Again? Yes or no: "
  static let againOrNot = "The game is over. Type yes to play again, or no to leave."
  static func wantsAgain(_ name: String) -> String { "\(name) wants another game. Type yes or no." }
  static func waitingForAgain(_ name: String) -> String {
    "Waiting for \(name), who may want another game or not."
  }
  static func gone(_ name: String) -> String { "\(name) has left." }
  static let goOnLater = "To go on with it, type tabletooth resume on both computers."
  static let stopKept = "Press control-C again to end the program. The game is kept."
  static let stopNotKept = "Press control-C again to end the program. The game is not kept."
  static let goOnAtOnce = "It is kept. To go on with it, type the same again."
}
