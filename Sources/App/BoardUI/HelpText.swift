import GameRules
import Phrases

/// The text of `help`.
enum HelpText {
  /// The commands; before the game begins, only those of every game.
  static func lines(
    _ position: Position?,
    _ pieces: PieceStyle,
    againstRobot: Bool = false,
    isHost: Bool = false
  ) -> String {
    let moves = position.map { moveHelp($0, pieces) + "\n" } ?? ""
    return moves + (againstRobot ? robotHelp : commands) + (isHost ? "\n" + roomHelp : "")
  }

  private static var roomHelp: String {
    say(
      """
      guests     list who is at your table
      kick 1     send guest 1 away
      close      let nobody new in; open lets others in again
      """
    )
  }

  private static var robotHelp: String {
    say(
      """
      board      show the board again
      board off  do not show the board after each move; board on shows it
      legal      list what may be played now; legal c3 only at that place
      moves      list the moves so far
      rules      show the rules of this game
      hint       show a good move, and why it is one
      undo       take your last move back, and the answer to it
      level 7    have the robot play at level 7; they go from 1 to 10
      resign     give up the game
      new        begin another game, after a question
      again      after a game: play another one, with the sides changed
      quit       leave
      help       this list
      """
    )
  }

  private static var commands: String {
    say(
      """
      say hello  say something at any time; /hello does the same
      send FILE  offer a file to the other player
      cancel     end the file that is under way; what is there stays for later
      board      show the board again
      board off  do not show the board after each move; board on shows it
      legal      list what may be played now; legal c3 only at that place
      moves      list the moves so far
      rules      show the rules of this game
      resign     give up the game
      draw       offer a draw
      undo       ask to take your last move back
      yes, no    answer what the other player asks
      pause      stop the game until you type continue
      new        begin another game; the other player is asked
      again      after a game: play another one
      status     tell whether your last move and words have arrived
      log        show what was said; log NAME shows it for another player
      mute       do not show what the other player says; unmute shows it again
      chat off   switch words off altogether; chat on switches them on again
      quit       leave; a game with another computer is kept
      help       this list
      """
    )
  }

  /// The number of stones that each formation takes, below the example of a move.
  private static func formations(_ way: LiuzhouWay) -> String {
    let lines = RulesText.formations(way).split(separator: "\n")
    return lines.map { String(repeating: " ", count: 9) + $0 }.joined(separator: "\n")
  }

  private static func moveHelp(_ position: Position, _ pieces: PieceStyle) -> String {
    switch position {
    case .gomoku:
      say(
        """
        h8         put a stone on column h, row 8
        """
      )
    case .liuzhou(let liuzhou):
      say(
        """
        c3         place a stone on column c, row 3, until all are placed
        c3c4       then move the stone on c3 to c4, one step along a row or a column
        xd4        mark or capture the stone on d4, when a formation was made:
        \(formations(liuzhou.terms.way))
                   A stone in a complete formation may not be taken while others may.
        """
      )
    case .xiangqi:
      say(
        """
        h2e2       move the piece on column h, row 2, to column e, row 2
        \(MoveStrings.legend(pieces))
        """
      )
    }
  }
}
