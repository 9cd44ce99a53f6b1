internal import ArgumentParser
internal import BoardUI
internal import GameRules
internal import Phrases

/// `tabletooth play`: at this terminal, without Bluetooth, two people or one against the robot.
struct PlayCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play with somebody at this terminal, or against the robot.",
    discussion: """
      «tabletooth play --against robot» is a game for one; type hint, undo or level 7 as you like. \
      Control-C has the robot move at once.
      """
  )

  @Option(
    help: ArgumentHelp(
      """
      Play against the robot, at a level from 1 to 10; level 5, if not given. Or against another \
      program: engine:PROGRAM[,uci|ucci|gomocup].
      """,
      valueName: "robot[:LEVEL]"
    )
  )
  var against: String?

  @OptionGroup var rules: GameOptions

  @Option(help: "Whether you move first or second against the robot. First, if not given.")
  var color: Turn?

  @Flag(help: "Keep nothing of the game.")
  var unkept = false

  @OptionGroup var board: BoardOptions
  @OptionGroup var machine: MachineOptions

  func run(in environment: Environment) async throws {
    guard color == nil || against != nil else {
      throw ExitReason.usage(say("--color goes with --against"), help: "tabletooth play --help")
    }
    var seat = board.seat(environment.settings)
    seat.thinking = machine.thinking
    let game = LocalGame(
      environment: environment,
      player: seat,
      against: against,
      side: (color ?? .first).side,
      isUnkept: unkept,
      clock: rules.clock
    )
    try await game.play(.position(Position(game: try rules.played(environment.settings))))
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
