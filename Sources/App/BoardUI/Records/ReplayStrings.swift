import GameRules
import GameSearch
import Phrases

/// Messages of a replay.
enum ReplayStrings {
  static var help: String {
    say(
      """
      next 3     go three moves forward; next or an empty line goes one
      back 3     go three moves back; back goes one
      12, go 12  go to the position after 12 moves; also start and end
      try h8 i9  try moves that were not played; back takes them back
      line 2     play the second variation from a comment
      main       leave the moves you tried, and return to the game
      board      show the board again
      moves      list all moves
      legal      list the legal moves here
      play       continue from here, two people at this terminal
      play robot:5
                 continue from here against the robot; you have the side to move
      quit       leave
      help       show this list
      """
    )
  }

  static func opening(_ moves: Int) -> String {
    say("\(RecordStrings.moves(moves)). Type next, back, a number, try with a move, play or help.")
  }
  static var noNumber: String { say("Add a number from 1, or nothing.") }
  static var inTry: String {
    say("This move was not played. Type back, or main to return to the game.")
  }
  static var atStart: String { say("This is the start.") }
  static func atEnd(_ moves: Int) -> String {
    say("This is the end, after \(RecordStrings.moves(moves)).")
  }
  static func outside(_ moves: Int) -> String { say("Type a number from 0 to \(moves).") }
  static var over: String { say("The game is over here. Type back first.") }
  static func unknownRules(of game: Game) -> String {
    let rule = game.unsearchableRule ?? game.options
    return say("Neither the robot nor the engines can play \(rule). Type play for two people here.")
  }
  static func comment(_ text: String) -> String {
    say("Comment: \(PrintableText(text, limit: 1_000).text)")
  }
  /// Other lines that leave the game here, and how to see one.
  static func lines(_ count: Int) -> String {
    say("\(count, "other line leaves", "other lines leave") the game here: type line 1 to see it.")
  }
  static func noLine(_ count: Int) -> String {
    say("\(count, "line leaves", "lines leave") the game here. Type line and its number.")
  }
  static func unknown(_ text: String) -> String {
    say("\(text) is not a command here. Type help for a list.")
  }
}
