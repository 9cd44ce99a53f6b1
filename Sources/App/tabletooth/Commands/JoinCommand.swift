internal import ArgumentParser
internal import BoardUI
internal import Phrases

/// `tabletooth join`: sits down at a table that somebody has opened.
struct JoinCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join the table of somebody nearby, or go on with a match there.",
    discussion: """
      tabletooth join
      tabletooth join Anna
      """
  )

  @OptionGroup var place: TablePlaceOptions

  @Flag(help: "Begin a new match, even if one at this table is unfinished.")
  var new = false

  @OptionGroup var player: PlayerOptions
  @OptionGroup var machine: MachineOptions

  func run(in environment: Environment) async throws {
    var seat = player.seat(environment.settings)
    seat.thinking = machine.thinking
    var request = try place.request(by: seat, in: environment)
    request.isNew = new
    try await request.run(in: environment)
  }
}

/// The options of who goes to a table that somebody else has opened.
struct TablePlaceOptions: ParsableArguments {
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

  @OptionGroup var network: ViaOptions
  @OptionGroup var online: OnlineOptions
  @OptionGroup var bluetooth: BluetoothOptions

  /// The request to go there.
  ///
  /// - Throws: `ExitReason`, where the options do not go together.
  func request(by seat: LocalSeat, in environment: Environment) throws -> JoinRequest {
    var request = JoinRequest(
      table: table,
      seat: seat,
      ways: try Ways(to: table, by: bluetooth, network, online, in: environment),
      sources: try TableSources(bluetooth, online, in: environment)
    )
    request.name = name
    return request
  }
}
