internal import ArgumentParser
internal import BoardUI
internal import GameRules
internal import Phrases

/// `tabletooth games replay`: goes through a game, and plays on from anywhere in it.
struct ReplayCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Go through a game, try other moves, and play on from anywhere in it.",
    discussion: """
      tabletooth games replay 3
      tabletooth games replay game.pgn

      At the prompt, an empty line shows the next move; type help for the rest. «play» and «play robot:5» \
      begin a new game from the position that is shown; it is kept, and says where it came from.
      """
  )

  @Argument(
    help: "The number of the game, as «tabletooth games» shows it, or a file."
  )
  var game: String

  @Option(help: "Begin after so many moves.")
  var ply: Int?

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "On a screen, say what each move was worth.")
  var analyse = false

  @OptionGroup var robot: RobotOptions

  func run(in environment: Environment) async throws {
    guard game != "-" else {
      throw ExitReason.usage(
        say("lines are typed at standard input, so the game has to be in a file")
      )
    }
    let source = GameSource(game)
    let seat = robot.seat(environment.settings)
    var request = ReplayRequest(source: source, seat: seat)
    (request.ply, request.isJudged) = (ply, analyse)
    let file = try source.game(reading, in: environment)
    try await request.run(file, in: environment)
  }
}
