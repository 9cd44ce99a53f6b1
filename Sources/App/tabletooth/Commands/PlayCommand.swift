internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import GameRules
internal import GameSearch
internal import Phrases

/// `tabletooth play`: at this terminal, without Bluetooth, two people or one against the robot.
struct PlayCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play against the robot, or with somebody at this terminal.",
    discussion: """
      tabletooth play xiangqi --level 3
      tabletooth play gomoku --rules renju --two

      Against the robot, you can type hint, undo or level 7. Control-C makes it move at once.
      """
  )

  @OptionGroup var rules: GameOptions

  @Flag(help: "Play with somebody at this terminal.")
  var two = false

  @Option(
    help: """
      The robot level, from 1 to 10 (default: asked for at a terminal; otherwise from the \
      settings, or 5).
      """,
    transform: NumberOption.parse(in: SearchLevel.range)
  )
  var level: Int?

  @Option(
    help: ArgumentHelp(
      "Play against an engine: engine:PROGRAM[,uci|ucci|gomocup]. Or robot:LEVEL.",
      valueName: "engine:PROGRAM"
    )
  )
  var against: String?

  @Option(help: "Whether you move first or second (default: first).")
  var color: Turn?

  @Flag(help: "Do not save the game.")
  var unkept = false

  @OptionGroup var robot: RobotOptions

  func run(in environment: Environment) async throws {
    guard !two || against == nil && level == nil && color == nil else {
      throw ExitReason.usage(
        say("--two excludes --against, --level and --color"),
        help: "tabletooth play --help"
      )
    }
    guard against == nil || level == nil else {
      throw ExitReason.usage(
        say("--level is for the robot and cannot be used with --against"),
        help: "tabletooth play --help"
      )
    }
    let kind = try rules.played(environment.settings)
    if !two, let rule = kind.unsearchableRule {
      throw ExitReason.usage(
        say("the robot cannot play \(rule); add --two to play with somebody here"),
        help: "tabletooth play --help"
      )
    }
    let seat = robot.seat(environment.settings)
    let game = LocalGame(
      environment: environment,
      player: seat,
      against: two ? nil : try against ?? opponent(of: seat),
      side: (color ?? .first).side,
      isUnkept: unkept,
      clock: rules.clock
    )
    try await game.play(.position(Position(game: kind)))
  }

  /// The robot at the level that is given, asked for, or set.
  private func opponent(of seat: LocalSeat) throws -> String {
    if let level { return "robot:\(level)" }
    guard seat.settings.level == nil, seat.localPlayer == .person, StandardInput.isTerminal else {
      return "robot"
    }
    let levels = SearchLevel.range
    while true {
      let usual = SearchLevel.usual.number
      let question = say(
        "Robot level, from \(levels.lowerBound) to \(levels.upperBound) (Enter: \(usual)): "
      )
      _ = StandardOutput.tell(question)
      guard let line = readLine() else { throw ExitReason.quit }
      if line.allSatisfy(\.isWhitespace) { return "robot:\(usual)" }
      if let number = Int(line.filter { !$0.isWhitespace }), levels.contains(number) {
        return "robot:\(number)"
      }
    }
  }
}

/// True if one has the first move.
enum Turn: String, ExpressibleByArgument, CaseIterable {
  case first, second, random

  /// The side, with a coin tossed where it is random.
  var side: Side {
    switch self {
    case .first: .first
    case .second: .second
    case .random: Bool.random() ? .first : .second
    }
  }
}
