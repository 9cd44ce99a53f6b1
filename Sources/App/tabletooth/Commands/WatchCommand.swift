internal import ArgumentParser
internal import BoardUI
internal import Phrases

/// `tabletooth watch`: shows the game at a table that others play at.
struct WatchCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Watch the game at a table, nearby or at a broker.",
    discussion: """
      tabletooth watch Anna
      tabletooth watch Anna --big
      """
  )

  @OptionGroup var place: TablePlaceOptions

  @Flag(help: "Draw the board as large as the screen allows, for a wall display.")
  var big = false

  @OptionGroup var player: PlayerOptions

  func run(in environment: Environment) async throws {
    guard player.robot.robot == nil else {
      throw ExitReason.usage(say("only a person can watch; leave out --robot"))
    }
    var request = try place.request(by: try player.seat(environment.settings), in: environment)
    request.watches = true
    request.isBig = big
    try await request.run(in: environment)
  }
}
