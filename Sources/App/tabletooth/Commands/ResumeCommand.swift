internal import ArgumentParser

/// `tabletooth resume`: goes on with a match that has no result, also one that a player has left.
struct ResumeCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Go on with a game that has no result, also one that somebody has left.",
    discussion: """
      tabletooth resume
      tabletooth resume 3

      A game at this terminal goes on by its number, as «tabletooth games» shows it. «host» and \
      «join» go on with an unfinished match by themselves. One that a player has left goes on when \
      both type «tabletooth resume».
      """
  )

  @Argument(
    help: "The number of the game, as «tabletooth games» shows it. The latest, if not given."
  )
  var number: Int64?

  @Option(help: "Your name. As the last time, if not given.")
  var name: String?

  @OptionGroup var player: PlayerOptions
  @OptionGroup var way: TransportOptions

  func run(in environment: Environment) async throws {
    let seat = try player.seat(environment.settings)
    let ways = try TransportChoice(toResumeBy: way, in: environment)
    let request = ResumeRequest(number: number, name: name, seat: seat, ways: ways)
    try await request.run(in: environment)
  }
}
