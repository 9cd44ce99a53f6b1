internal import ArgumentParser

/// `tabletooth resume`: goes on with a match that has no result, also one that a player has left.
struct ResumeCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Resume an unfinished game, even one that a player has left.",
    discussion: """
      tabletooth resume
      tabletooth resume 3

      To resume a game at this terminal, give its number from `tabletooth games`. `host` and \
      `join` resume an unfinished match automatically. A match that a player has left continues \
      when both run `tabletooth resume`.
      """
  )

  @Argument(
    help: "The number of the game, as `tabletooth games` shows it (default: the latest)."
  )
  var number: Int64?

  @Option(help: "Your name (default: last used).")
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
