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

  @Argument(
    help: ArgumentHelp(
      """
      The name or the address of the table, or the code that its host shows. If not given: the only \
      one there is; at a terminal the one you choose of several.
      """,
      valueName: "name|address|code"
    )
  )
  var table: String?

  @Option(help: "Your name, as the host sees it. As the last time, if not given.")
  var name: String?

  @Flag(help: "The board as large as the screen has room for, to hang on a wall.")
  var big = false

  @OptionGroup var player: PlayerOptions
  @OptionGroup var network: ViaOptions
  @OptionGroup var online: OnlineOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run(in environment: Environment) async throws {
    guard player.board.robot == nil else {
      throw ExitReason.usage(say("watching is for a person, and the robot is none"))
    }
    var request = JoinRequest(
      table: table,
      seat: player.seat(environment.settings),
      ways: try Ways(to: table, by: bluetooth, network, online, in: environment),
      sources: try TableSources(bluetooth, online, in: environment)
    )
    request.name = name
    request.watches = true
    request.isBig = big
    try await request.run(in: environment)
  }
}
