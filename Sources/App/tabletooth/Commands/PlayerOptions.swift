public import ArgumentParser
internal import BLETransport
internal import BlueZ
public import BoardUI
internal import CommonOptions
internal import GameRules
internal import Glibc
public import MatchPlay
internal import MatchProtocol
internal import Phrases

/// The options of the player at this terminal, the look and the sounds.
struct BoardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Let the program move for you: --robot, or --robot:LEVEL from 1 to 10; level 5, if not given. \
      With --robot engine:PROGRAM another program moves.
      """,
      valueName: "robot[:LEVEL]"
    )
  )
  var robot: String?

  @Option(
    help: """
      Xiangqi as characters (han) or letters (latin). Characters in a UTF-8 locale, if not given.
      """
  )
  var pieces: PieceStyle?

  @Flag(help: "Play in lines of text, on a terminal too.")
  var plain = false

  @Flag(help: "Let nothing move on the screen but what has to.")
  var still = false

  @Flag(help: "Ring the terminal's bell at your turn, a capture, check, a guest and the end.")
  var bell = false

  @Option(help: "The colours of the screen (default: from the settings, or wood).")
  var theme: Theme?
}

/// With whom to play.
struct TrustOptions: ParsableArguments {
  @Option(
    help: """
      A player whom you do not know: compare digits and decide (ask), play with anybody (accept), or \
      with nobody new (refuse). Ask, if not given; the robot accepts.
      """
  )
  var unknown: TableRules.UnknownPlayers?
}

/// The options of chat and files.
struct TalkOptions: ParsableArguments {
  @Flag(help: "Do not tell the other side what you have seen; what has arrived it knows anyway.")
  var noReceipts = false

  @Flag(help: "Neither show nor tell who is typing, and where the cursor is.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Take files that the other player sends into this folder, up to 100 MB each, without asking.",
      valueName: "folder"
    )
  )
  var acceptFiles: String?

  func validate() throws {
    guard let acceptFiles, let trouble = FileStore.trouble(withFolder: acceptFiles) else { return }
    throw ValidationError(trouble)
  }
}

/// The options of the player at this terminal.
struct PlayerOptions: ParsableArguments {
  @OptionGroup var board: BoardOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var talk: TalkOptions

  /// The seat at this terminal, where these settings hold unless something else was typed.
  func seat(_ settings: Settings) -> LocalSeat {
    var seat = board.seat(settings)
    seat.unknown = trust.unknown
    seat.tellsSeen = !talk.noReceipts
    seat.isQuiet = talk.quiet
    seat.filesFolder = talk.acceptFiles
    return seat
  }
}

extension BoardOptions {
  /// The seat at this terminal of a command that has no other side.
  func seat(_ settings: Settings) -> LocalSeat {
    var seat = LocalSeat(settings)
    if bell { seat.settings[.sound] = SoundChoice.bell.rawValue }
    if still { seat.settings[.still] = "true" }
    if let theme { seat.settings[.theme] = theme.rawValue }
    if let pieces { seat.settings[.pieces] = pieces.rawValue }
    seat.robot = robot
    seat.isPlain = plain
    return seat
  }
}

extension TrustOptions {
  /// The seat at this terminal of a command that has no board: all is said in lines.
  func seat(_ settings: Settings) -> LocalSeat {
    var seat = LocalSeat(settings)
    seat.unknown = unknown
    seat.isPlain = true
    return seat
  }
}

/// The player's name, as the other side shows it.
enum Names {
  /// Checks a name if one was typed.
  ///
  /// - Throws: `ExitReason` when the name is empty, too long, or has characters that cannot be
  ///   shown.
  static func player(_ typed: String?) throws -> PlayerName? {
    guard let typed else { return nil }
    let length = typed.utf8.count
    guard length <= PlayerName.maximumLength else {
      throw ExitReason(
        .usage,
        say("the name takes \(length) bytes, and a name has at most \(PlayerName.maximumLength)"),
        say("give a shorter one with --name")
      )
    }
    guard let name = PlayerName(typed) else {
      throw ExitReason.usage(say("the name is empty, or has characters that cannot be shown"))
    }
    return name
  }

  /// Refuses arguments that are not UTF-8; Swift would have mended them silently.
  static func checkArguments() throws {
    let isText = unsafe CommandLine.unsafeArgv
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = unsafe isText[index] else { continue }
      guard unsafe String(validatingCString: argument) != nil else {
        throw ExitReason(
          .usage,
          say("what was typed behind the command is not valid UTF-8"),
          say("rename the file, or type another name")
        )
      }
    }
  }
}

extension PieceStyle: ExpressibleByArgument {
  /// The style of the pieces of Xiangqi if the terminal's environment decides.
  static var ofTerminal: PieceStyle {
    PieceStyle(
      locale: ["LC_ALL", "LC_CTYPE", "LANG"].map(Environment.variable),
      terminal: Environment.variable("TERM")
    )
  }
}
extension Theme: ExpressibleByArgument {}

extension TableRules.UnknownPlayers: ExpressibleByArgument {
  /// Reads `ask`, `accept` or `refuse`.
  public init?(argument: String) {
    switch argument {
    case "ask": self = .ask
    case "accept": self = .accept
    case "refuse": self = .refuse
    default: return nil
    }
  }

  /// The allowed values.
  public static var allValueStrings: [String] { ["ask", "accept", "refuse"] }
}

/// The player who makes the first move.
enum FirstMove: String, ExpressibleByArgument, CaseIterable {
  case me, guest, random, ask

  /// Whom it names.
  var role: Role? {
    switch self {
    case .me: .host
    case .guest: .guest
    case .random, .ask: nil
    }
  }

  /// The rule if nobody is named; only a person can be asked.
  func rule(hasPerson: Bool) -> FirstRule {
    switch self {
    case .me, .guest: .decided
    case .random: .tossed
    case .ask: hasPerson ? .asked : .tossed
    }
  }
}
