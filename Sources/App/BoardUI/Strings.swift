import GameRules
import MatchPlay
import MatchProtocol
import Phrases

/// Every text that a person reads during play, in simple English.
///
/// Each is made for the ear as well as for the eye: whole sentences, the side named before the
/// point,
/// and no picture but the board.
enum Strings {
  // MARK: Sides and rules

  static func side(_ side: Side, in position: Position) -> String {
    position.words.sideName(side)
  }

  // MARK: Before the game

  static var nobody: String { say("the other player") }
  static var host: String { say("the host") }
  static var looking: String { say("Looking for a table. Type quit to stop.") }
  static func open(_ name: String, for guest: String?, by command: String) -> String {
    if let guest {
      return say(
        """
        Your table \(name) is open only for \(guest), who can run \(command).
        To play with somebody else, type quit, then run tabletooth host --new.
        """
      )
    }
    return NetworkStrings.open(name, at: [quoted(name)])
  }
  static func connecting(_ name: String) -> String { say("Connecting to \(name).") }
  static func connected(_ name: String) -> String { say("Connected to \(name).") }
  static func joined(_ name: String) -> String { say("\(name) joined your table.") }
  static func vacated(_ name: String) -> String {
    say("The game with \(name) starts again because \(name) had not moved.")
  }
  static func seated(_ scene: Scene) -> String {
    scene.isFirstOpen
      ? say("You are at \(scene.title)'s table. Deciding who moves first.")
      : say("You are at \(scene.title)'s table.")
  }
  /// The message to a guest that waits for a seat at the table of the player called `name`.
  static func waits(at name: String, _ notice: TableNotice) -> String {
    switch notice {
    case .delayed(let duration): delayed(name, duration)
    case .crowded(let duration): crowded(name, duration)
    case _: ""
    }
  }
  private static func crowded(_ name: String, _ duration: Duration) -> String {
    say(
      """
      \(name) accepts connections but ends them at once; the table may be crowded. Trying again \
      for \(duration.components.seconds) seconds.
      """
    )
  }
  private static func delayed(_ name: String, _ duration: Duration) -> String {
    say(
      """
      Others are asking for the seat at \(name)'s table. Trying again; it may be your turn in \
      \(duration.components.seconds) s. Type quit to stop.
      """
    )
  }

  /// A name as a command takes it: in single quotes unless it is one plain word.
  ///
  /// A name that begins with a hyphen stands behind `--`, because it would be taken for an option.
  static func quoted(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.:".unicodeScalars.contains($0)
    }
    let mark = name.hasPrefix("-") ? "-- " : ""
    guard !isPlain || name.isEmpty else { return mark + name }
    let escaped = name.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#)
    return "\(mark)'\(escaped)'"
  }

  // MARK: While the link stands

  static func quiet(_ name: String, _ duration: Duration) -> String {
    let limit = SessionTimes.silence.components.seconds
    return say("Nothing received from \(name) for \(duration.components.seconds) seconds. ")
      + say("Tabletooth disconnects after \(limit) seconds.")
  }
  static func heardAgain(_ name: String) -> String { say("\(name) responds again.") }
  static func suspended(_ name: String, isHost: Bool) -> String {
    let how =
      isHost
      ? say("Your table is open only for \(name); the seat is held")
      : say("Your seat is held while Tabletooth looks for the table")
    return say(
      """
      Connection to \(name) lost. \(how) for \(SessionTimes.seat.components.seconds / 60) minutes.
      Your input is sent after reconnecting. Type quit to leave.
      """
    )
  }
  static func reconnecting(_ attempt: Int, after pause: Duration) -> String {
    let tenths =
      (pause.components.seconds * 10) + pause.components.attoseconds / 100_000_000_000_000_000
    let seconds = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return say("Trying again in \(seconds) s (attempt \(attempt)).")
  }
  static func taken(_ name: String) -> String {
    say(
      """
      \(name)'s table is there, but somebody has the seat.
      If that is you on another computer, close the terminal there.
      """
    )
  }
  static func sentLater(_ name: String) -> String {
    say("\(name) will see it after reconnecting.")
  }
  static func leavingSuspended(_ name: String) -> String {
    say(
      """
      Connection to \(name) lost; \(name) has not received everything.
      Type quit or press control-C to leave without waiting.
      """
    )
  }
  static func goingOn(with name: String, _ record: GameRecord) -> String {
    say("Continuing your game against \(name) at move \(record.moves.count + 1).")
  }
  static func partingLater(_ name: String) -> String {
    say(
      """
      Your game against \(name) is over, but \(name) may not know the result. Type quit to stop \
      waiting.
      """
    )
  }
  static func resumed(_ name: String) -> String { say("\(name) is back.") }
  static func cameBack(_ name: String) -> String {
    say("You are back in your game against \(name).")
  }
  static var bluetoothGone: String {
    say("Bluetooth on this computer stopped. Waiting for it to come back.")
  }
  static var bluetoothBack: String { say("Bluetooth on this computer is back.") }

  // MARK: The game begins

  /// The game and the sides of the players; without `pieces`, if the board itself shows the sides.
  static func opening(_ match: Match, other: String, pieces: PieceStyle?) -> String {
    let lines =
      [match.position.words.ruleSentence] + (TermStrings.houseRules(match).map { [$0] } ?? [])
      + (pieces.map { [players(match, other: other, pieces: $0)] } ?? [])
    let first = side(.first, in: match.position)
    let begin =
      say("\(first) moves first. Type a move like \(example(match.record.game.kind)), or help.")
    return (lines + [begin]).joined(separator: "\n")
  }

  private static func players(_ match: Match, other: String, pieces: PieceStyle) -> String {
    let position = match.position
    if case .gomoku(let gomoku) = position, gomoku.isOpening {
      return say(
        """
        Black is X, White is O. Player 1 places black, white and black; then player 2 chooses a \
        colour, or places two more stones and leaves the choice to player 1.
        """
      )
    }
    let words = position.words
    let sides = Side.allCases.map { (words.sideName($0), words.legend(of: $0, pieces)) }
    switch match.seats {
    case .nobody: return ""
    case .both:
      return say(
        """
        Two players at this terminal: \(sides[0].0) is \(sides[0].1), \
        \(sides[1].0) is \(sides[1].1).
        """
      )
    case .one(let own):
      let (mine, theirs) = own == .first ? (sides[0], sides[1]) : (sides[1], sides[0])
      return say(
        """
        You are \(mine.0), \(mine.1) on the board. \(other) is \(theirs.0), \(theirs.1).
        """
      )
    }
  }

  /// A first move as it is typed.
  static func example(_ game: GameKind) -> String {
    Position(game: Game(game)).words.exampleMove
  }

  static func waiting(for name: String) -> String { say("Waiting for \(name) to move.") }
  static func resigning(_ name: String) -> String { say("You resign. Telling \(name).") }
}
