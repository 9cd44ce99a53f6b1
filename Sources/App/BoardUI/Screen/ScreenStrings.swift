import GameRules
import MatchPlay
import Phrases
import Terminal

/// The words that only a screen needs.
enum ScreenStrings {
  static var pressEnter: String { say("Press Enter to leave: ") }
  static var playOnLater: String { say("To play on from here, open your games in the menu.") }
  static var neverThreats: String { say("In this game no threats are marked.") }
  static var noThreats: String { say("Threats are now hidden.") }
  static var title: String { "Tabletooth" }

  /// The game, for the line at the top.
  static func title(_ match: Match) -> String {
    let rule = match.position.words.ruleSentence
    return String(rule.prefix { $0 != ":" && $0 != "：" })
  }

  static var you: String { say("you") }

  static func tooSmall(_ rows: Int, _ columns: Int) -> String {
    say("This window needs \(columns) columns and \(rows) rows.")
  }

  // MARK: Questions

  static var resign: String { say("Resign? Type yes to resign, any other key to continue.") }
  static func leave(isKept: Bool) -> String {
    let fate = isKept ? say("The game is saved.") : say("The game is not saved.")
    return say("Leave? \(fate) Press y to leave, any other key to stay.")
  }
  /// The game, and the other player.
  static func title(_ game: String, against name: String) -> String {
    say("\(game), against \(name)")
  }

  // MARK: Picking

  static func picked(_ point: Point, _ moves: [Move], in position: Position) -> String {
    let isNamed = Notation.current != .algebraic
    let targets =
      if case .xiangqi = position, isNamed { moves.map(position.text) } else {
        Set(moves.compactMap { $0.ends?.to }).map { name($0, in: position) }.sorted()
      }
    guard targets.count <= 8 else {
      return say("\(what(point, in: position)): \(targets.count) points")
    }
    return say("\(what(point, in: position)): \(targets.joined(separator: " "))")
  }

  static func stuck(_ point: Point, in position: Position) -> String {
    say("\(what(point, in: position)) cannot move now.")
  }

  private static func what(_ point: Point, in position: Position) -> String {
    guard case .xiangqi(let xiangqi) = position, let piece = xiangqi.piece(at: point) else {
      return point.description
    }
    let kind = MoveStrings.name(piece)
    return "\(kind.prefix(1).uppercased() + kind.dropFirst()) \(MoveStrings.square(point))"
  }

  private static func name(_ point: Point, in position: Position) -> String {
    if case .xiangqi = position { MoveStrings.square(point) } else { point.description }
  }

  // MARK: Around the board

  static var check: String { say("check") }
  static func taken(_ pieces: String) -> String { say("has lost \(pieces)") }

  /// The time for which the seat is still kept, and the number of attempts to reconnect.
  static func seatKept(_ seconds: Int64, attempt: Int) -> String {
    let time = seconds >= 60 ? say("\(seconds / 60) min \(seconds % 60) s") : say("\(seconds) s")
    let tries = attempt > 0 ? say("Attempt \(attempt). ") : ""
    return say("\(tries)The seat is held for \(time).")
  }

  /// The round-trip time, in two digits, so that it seldom changes.
  static func delay(_ delay: Duration) -> String {
    let milliseconds = delay.milliseconds
    let unit: Int64 = milliseconds < 100 ? 1 : milliseconds < 1_000 ? 10 : 100
    return say("ping \(milliseconds / unit * unit) ms")
  }

  static var threats: String {
    say("Threats and forbidden points are marked with !. Press w again to hide them.")
  }

  // MARK: Keys

  static var help: String {
    say(
      """
      arrows     move the cursor (or h j k l)
      Enter      pick a piece, or play at the cursor (or Space, or a click)
      Escape     put a piece down, or clear what you typed
      letters    type a move or one of the words below, then press Enter
      /hello     send hello, or anything else, to the other player
      ?  or F1   show this list
      u          undo
      t          hint: a good move and the reason for it
      w          show forbidden points and the other player's threats
      =          offer a draw
      p          pause or resume
      r          resign (asks first)
      q          leave (asks first)
      v          analyse the game when it has ended
      Page Up    show earlier lines of the chat, in a wide window
      F8         turn sounds on or off
      Control-C  make the robot move now; press twice to quit
      Control-Z  suspend the program; fg resumes it
      """
    )
  }

  /// A key that makes sense now, and what it does.
  struct Hint: Hashable {
    let key: String
    let word: String
  }

  static var yes: Hint { Hint(key: "y", word: say("yes")) }
  static var no: Hint { Hint(key: "n", word: say("no")) }
  static var helpKey: Hint { Hint(key: "?", word: say("help")) }
  static var hint: Hint { Hint(key: "t", word: say("hint")) }
  static var chat: Hint { Hint(key: "/", word: say("chat")) }
  static var undo: Hint { Hint(key: "u", word: say("undo")) }
  static var draw: Hint { Hint(key: "=", word: say("draw")) }
  static var pause: Hint { Hint(key: "p", word: say("pause")) }
  static var goOn: Hint { Hint(key: "p", word: say("resume")) }
  static var resigning: Hint { Hint(key: "r", word: say("resign")) }
  static var analysing: Hint { Hint(key: "v", word: say("analyse")) }
  static var leaving: Hint { Hint(key: "q", word: say("leave")) }
}

/// The words of the start menu.
extension ScreenStrings {
  static var play: String { say("Play") }
  static var againstRobot: String { say("against the robot") }
  static var two: String { say("two players at this computer") }
  static var openTable: String { say("open a table for another computer") }
  static var games: String { say("your games: replay, analyse, delete") }
  static var settings: String { say("settings") }
  static var quit: String { say("quit") }
  static var nearby: String { say("Tables nearby") }
  static var nearbyAndOnline: String { say("Tables nearby and online") }
  static var online: String { say("Tables online") }
  /// The heading of these tables.
  static func heading(of tables: [Listing]) -> String {
    guard tables.contains(where: \.isOnline) else { return nearby }
    return tables.allSatisfy(\.isOnline) ? online : nearbyAndOnline
  }
  /// The keys of the menu; of a narrow one those that it does not show.
  static func menuKeys(_ columns: Int) -> String {
    let keys = say("Press a number or letter, or use arrows and Enter. ? is help, q quits.")
    return CharacterWidth.columns(of: keys) <= columns ? keys : say("? is help, q quits.")
  }

  static func offer(_ offer: StartMenu.Offer) -> String {
    switch offer {
    case .looking: say("Looking for tables nearby.")
    case .open(let name, let kind):
      say("Your table \(name) is open to a guest for \(kind.name).")
    case .openOnline(let name, let kind):
      say("Your table \(name) is open online to your contacts, for \(kind.name).")
    case .following: say("A table is open nearby: press its letter to play there.")
    }
  }

  static func level(_ number: Int) -> String {
    switch number {
    case 1: say("level 1 (easy)")
    case 5: say("level 5")
    case 10: say("level 10 (strongest)")
    default: say("level \(number)")
    }
  }

  static var menuHelp: String {
    say(
      """
      Gomoku: five stones in a row win.
      Xiangqi: Chinese chess. Checkmate wins, and so does leaving the other player no move.
      Liuzhou chess: squares and rows of stones capture.

      Against the robot you move first. In a game, ? shows the keys, t suggests a move, u takes a \
      move back, and q leaves. Then this menu appears again.

      To play on two computers, open a table on one and find it on the other. Players who meet for \
      the first time compare six digits. They need no network, only Bluetooth.
      If that does not work, run in a shell: tabletooth doctor

      Each of these is also a command: tabletooth --help lists them.
      """
    )
  }
}

/// The words of the list of games, and of a game that is gone through.
extension ScreenStrings {
  static func place(_ place: String) -> String { say("Move \(place)") }
  static func worth(_ value: String) -> String { say("Value after this move: \(value).") }
  static func judged(_ count: Int, of all: Int) -> String {
    say("Analysed: \(count) of \(all) moves.")
  }
  static func worst(_ plies: [Int]) -> String {
    guard !plies.isEmpty else { return noMistakes }
    let numbers = plies.map(String.init).joined(separator: " ")
    return say("Worst mistakes: \(numbers). Press w to see each.")
  }
  private static var noMistakes: String { say("No mistakes were found.") }
  static func noMistakes(_ analysis: ReplayScreen.Analysis) -> String {
    analysis == .notWanted ? say("Press v to analyse the moves first.") : noMistakes
  }
  static var against: String {
    say(
      """
      Play on from here? Enter: two at this keyboard. 1 to 9, or 0 for 10: the robot at that \
      level. Escape: cancel. You have the side to move.
      """
    )
  }
  static func replayKeys(_ analysis: ReplayScreen.Analysis) -> String {
    switch analysis {
    case .notWanted: say("arrows back and forth  p play on  v values  ? help  q back")
    case .running, .done: say("arrows back and forth  p play on  w worst moves  ? help  q back")
    }
  }

  static var replayHelp: String {
    say(
      """
      right, Enter   one move forward (or Space)
      left           one move back
      down, up       ten moves forward or back; Page Down and Page Up: twenty
      Home, End      the start or the end
      12             the number and Enter: the position after 12 moves
      h8 or try h8   try a move that was not played (or click it); back undoes it,
                     main returns to the game
      line 1         the first variation from a comment
      p              play on from here, with somebody here or against the robot
      v              the value of each move, + for the first player, and better moves
      w              the next of the worst mistakes, once the analysis is done
      moves, legal   all moves of the game, or the legal moves here
      q or Escape    go back

      A ? after a value marks a move that gave something away.
      """
    )
  }
}
