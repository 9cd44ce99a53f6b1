import GameRules
import MatchPlay
import Phrases

/// The prompt, and the help.
extension Strings {
  static var newAsked: String {
    say("Start a new game? Type yes, or play on. This one stays in your games.")
  }

  static var resignAsked: String { say("Resign? Type yes to resign, or play on.") }

  static var playsOn: String { say("The game continues.") }

  // MARK: Prompts

  /// A prompt that says which colour one has.
  static func prompt(_ prompt: String, for colour: String) -> String {
    say("\(colour). \(prompt)")
  }

  /// The prompt while nothing is due.
  static func restingPrompt(_ colour: String?) -> String { colour.map { "\($0)> " } ?? "> " }

  /// The question to the player who is to move.
  static func prompt(_ match: Match) -> String {
    switch match.seats {
    case .both: sharedPrompt(match.position)
    case .one, .nobody: ownPrompt(match.position)
    }
  }

  /// The question to the only player of this board.
  private static func ownPrompt(_ position: Position) -> String {
    if position.isInCheck { return say("Your move, you are in check: ") }
    return position.words.task.map { say("Your move, \($0): ") } ?? say("Your move: ")
  }

  /// The question to one of two players at this board.
  private static func sharedPrompt(_ position: Position) -> String {
    let check = position.isInCheck ? say(", in check") : ""
    let task = position.words.task ?? say("move")
    return say("\(side(position.toMove, in: position)) to \(task)\(check): ")
  }

  // MARK: Answers

  static func unknown(_ text: String, _ game: GameKind) -> String {
    say("I do not understand \(text). Type a move like \(example(game)), or help.")
  }
  static var noGameYet: String { say("The game has not begun. Type quit to stop, or help.") }
  static var onlyQuit: String { say("Type quit to stop.") }
  static func notYourTurn(_ name: String) -> String {
    say("It is not your turn. \(waiting(for: name))")
  }
  static var robotSeat: String {
    say(
      """
      The robot plays this seat. You can type board, legal, moves, level, resign or quit.
      """
    )
  }
  static var drawingOff: String {
    say("The board is no longer shown after moves. Type board to see it.")
  }
  static var drawingOn: String { say("The board is now shown after each move.") }
}
