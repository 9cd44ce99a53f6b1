internal import ArgumentParser
internal import BoardUI
internal import Phrases

/// `tabletooth join`: sits down at a table that somebody has opened.
struct JoinCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join a nearby player's table, or resume a match there.",
    discussion: """
      tabletooth join Anna
      tabletooth join tcp:192.168.1.5
      """
  )

  @OptionGroup var place: TablePlaceOptions

  @Flag(help: "Start a new match, even if one at this table is unfinished.")
  var new = false

  @OptionGroup var player: PlayerOptions
  @OptionGroup var compat: CompatOptions

  func run(in environment: Environment) async throws {
    if let table = try compat.table(player, place.way, in: environment) {
      guard place.name == nil, !new else { throw CompatOptions.tooMany }
      return try await table.join(place.table)
    }
    guard player.admit.admit != .code else {
      throw ExitReason.usage(say("--admit code is for the host; the guest runs join with the code"))
    }
    let seat = try player.seat(environment.settings)
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
      The name of the table, the code that its host shows, tcp:HOST[:PORT], mqtts://BROKER/NAME, \
      or a Bluetooth address. Default: the only table found, or your choice at a terminal.
      """,
      valueName: "name|code|address"
    )
  )
  var table: String?

  @Option(help: "Your name, as the host sees it (default: last used).")
  var name: String?

  @OptionGroup var way: TransportOptions

  /// The request to go there.
  ///
  /// - Throws: `ExitReason`, where the options do not go together.
  func request(by seat: LocalSeat, in environment: Environment) throws -> JoinRequest {
    let (table, way) = way.split(table)
    var request = JoinRequest(
      table: table,
      seat: seat,
      ways: try TransportChoice(to: table, by: way, in: environment)
    )
    request.name = name
    return request
  }
}
