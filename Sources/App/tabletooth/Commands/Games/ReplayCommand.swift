internal import ArgumentParser
internal import BoardUI
internal import GameRules
internal import Phrases

/// `tabletooth games replay`: goes through a game, and plays on from anywhere in it.
struct ReplayCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay a game, try other moves, and play on from any position.",
    discussion: """
      tabletooth games replay 3
      tabletooth games replay game.pgn

      At the prompt, an empty line shows the next move; type help for the rest. `play` and `play \
      robot:5` start a new game from the position shown. The new game is saved with a note of its \
      origin.
      """
  )

  @Argument(
    help: "The number of the game, as `tabletooth games` shows it, or a file."
  )
  var game: String

  @Option(help: "Start after this many moves.")
  var ply: Int?

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "In full-screen mode, show each move's value.")
  var analyse = false

  @OptionGroup var robot: RobotOptions

  func run(in environment: Environment) async throws {
    guard game != "-" else {
      throw ExitReason.usage(
        say("standard input is for commands, so the game has to be in a file")
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
