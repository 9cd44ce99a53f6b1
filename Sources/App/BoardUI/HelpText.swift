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
    let moves = position.map { $0.words.moveHelp(pieces) + "\n" } ?? ""
    return moves + (againstRobot ? robotHelp : commands) + (isHost ? "\n" + roomHelp : "")
  }

  private static var roomHelp: String {
    say(
      """
      guests     list who is at your table
      kick 1     remove guest 1 from the table
      close      admit no new guests; open admits them again
      """
    )
  }

  private static var robotHelp: String {
    say(
      """
      board      show the board again
      board off  stop showing the board after each move; board on resumes
      legal      list the legal moves; legal c3 only those at c3
      moves      list the moves so far
      rules      show the rules of this game
      hint       suggest a good move and explain it
      undo       take back your last move and the reply
      level 7    set the robot to level 7, on a scale of 1 to 10
      resign     give up the game
      new        start another game, after a confirmation
      again      after a game: play another one with sides swapped
      quit       leave
      help       show this list
      """
    )
  }

  private static var commands: String {
    say(
      """
      say hello  send a chat message at any time; /hello does the same
      send FILE  offer a file to the other player
      cancel     stop the file transfer; the received part stays for later
      board      show the board again
      board off  stop showing the board after each move; board on resumes
      legal      list the legal moves; legal c3 only those at c3
      moves      list the moves so far
      rules      show the rules of this game
      resign     give up the game
      draw       offer a draw
      undo       ask to take back your last move
      yes, no    answer the other player's question
      pause      pause the game until you type continue
      new        start another game, if the other player agrees
      again      after a game: play another one
      status     show whether your last move and messages have arrived
      log        show the chat; log NAME shows the one with another player
      mute       hide the other player's messages; unmute shows them again
      chat off   turn chat off completely; chat on turns it on again
      quit       leave; a game with another computer is saved
      help       show this list
      """
    )
  }
}
