internal import ArgumentParser
internal import BoardUI
internal import Phrases

/// `tabletooth join`: sits down at a table that somebody has opened.
struct JoinCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join the table of somebody nearby, or go on with a match there."
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

  @Flag(help: "Begin a new match, even if one at this table is unfinished.")
  var new = false

  @Flag(help: "Watch the game at the table, and do not play.")
  var watch = false

  @Flag(help: "With --watch: the board as large as the screen has room for, to hang on a wall.")
  var big = false

  @OptionGroup var player: PlayerOptions
  @OptionGroup var machine: MachineOptions
  @OptionGroup var network: ViaOptions
  @OptionGroup var online: OnlineOptions
  @OptionGroup var bluetooth: BluetoothOptions

  private func checkWatching() throws(ExitReason) {
    guard watch || !big else { throw ExitReason.usage(say("--big is for those who --watch")) }
    guard !watch || player.board.robot == nil else {
      throw ExitReason.usage(say("--watch is for a person, and the robot is none"))
    }
  }

  func run(in environment: Environment) async throws {
    try checkWatching()
    var seat = player.seat(environment.settings)
    seat.thinking = machine.thinking
    var request = JoinRequest(
      table: table,
      seat: seat,
      ways: try Ways(to: table, by: bluetooth, network, online, in: environment),
      sources: try TableSources(bluetooth, online, in: environment)
    )
    request.name = name
    request.isNew = new
    request.watches = watch
    request.isBig = big
    try await request.run(in: environment)
  }
}
