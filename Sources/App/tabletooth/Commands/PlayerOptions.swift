internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import GameRules
internal import Glibc
internal import MatchPlay
internal import MatchProtocol
internal import Phrases

/// The option of a robot that plays for the player at this terminal.
struct RobotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Let the robot move for you: --robot, or --robot:LEVEL from 1 to 10 (default: 5). With \
      --robot engine:PROGRAM, that engine moves.
      """,
      valueName: "robot[:LEVEL]"
    )
  )
  var robot: String?

  @OptionGroup var machine: MachineOptions

  /// The seat at this terminal of a command that has no other side.
  func seat(_ settings: Settings) -> LocalSeat {
    var seat = LocalSeat(settings)
    seat.robot = robot
    seat.thinking = machine.thinking
    return seat
  }
}

/// The option of who may play.
struct AdmitOptions: ParsableArguments {
  /// Who may play.
  enum Players: String, ExpressibleByArgument, CaseIterable {
    case anyone, contacts, code, ask
  }

  @Option(
    help: """
      The players to admit. anyone: without comparing digits. contacts: only your contacts. code: \
      at a broker, only players with your code. ask: you decide about each player. Default: \
      contacts, and others who compare six digits with you.
      """
  )
  var admit: Players?

  /// The seat at this terminal of a command that has no board: all is said in lines.
  func seat(_ settings: Settings) -> LocalSeat {
    var seat = LocalSeat(settings)
    seat.admits = admit
    seat.isPlain = true
    return seat
  }
}

/// The options of the player at this terminal.
struct PlayerOptions: ParsableArguments {
  @OptionGroup var robot: RobotOptions
  @OptionGroup var admit: AdmitOptions

  @Option(
    help: ArgumentHelp(
      "Save files from the other player in this folder without asking, up to 100 MB each.",
      valueName: "folder"
    )
  )
  var acceptFiles: String?

  func validate() throws {
    guard let acceptFiles, let trouble = FileStore.trouble(withFolder: acceptFiles) else { return }
    throw ValidationError(trouble)
  }

  /// The seat at this terminal, where these settings hold unless something else was typed.
  ///
  /// - Throws: `ExitReason` where a robot is to ask.
  func seat(_ settings: Settings) throws(ExitReason) -> LocalSeat {
    var seat = robot.seat(settings)
    seat.admits = admit.admit
    seat.filesFolder = acceptFiles
    guard seat.admits != .ask || seat.robot == nil else {
      throw .usage(say("--admit ask needs a person, so it cannot be used with --robot"))
    }
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
        say("the name has \(length) bytes; the limit is \(PlayerName.maximumLength)"),
        say("give a shorter one with --name")
      )
    }
    guard let name = PlayerName(typed) else {
      throw ExitReason.usage(say("the name is empty or has unprintable characters"))
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
          say("the arguments are not valid UTF-8"),
          say("rename the file, or use another name")
        )
      }
    }
  }
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
