internal import ArgumentParser
internal import BLETransport
internal import BrokerTransport
internal import MatchProtocol
internal import MatchStore

/// `tabletooth join`: sits down at a table that somebody has opened.
struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join the table of somebody nearby, or go on with a match there."
  )

  @Argument(
    help: ArgumentHelp(
      """
      The name or the address of the table, or the code that its host shows. The only one there is, \
      if not given.
      """,
      valueName: "name|address|code"
    )
  )
  var table: String?

  @Option(help: "Your name, as the host sees it. As the last time, if not given.")
  var name: String?

  @Flag(help: "Begin a new match, even if one at this table is unfinished.")
  var new = false

  @OptionGroup var player: PlayerOptions
  @OptionGroup var machine: MachineOptions
  @OptionGroup var network: ViaOptions
  @OptionGroup var online: OnlineOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    var ways = Ways(bluetooth: bluetooth, address: try network.address())
    ways.broker = try online.broker()
    ways.alsoBluetooth = online.alsoBluetooth
    ways.code = try TableCode.read(table, at: ways.broker)
    let setup = try MatchSetup(name, player, machine, ways)
    let query = HostQuery(ways.code == nil ? table : nil)
    let store = setup.playerData.store
    let players = try store.trustBook().players
    let kept = try store.unfinished(as: .guest) { match, past in
      ways.fits(query, match, against: match.opponentName(among: players))
        && past.canGoOn(as: .guest)
    }
    if !new, let match = kept {
      try await setup.resumeMatch(match)
    } else {
      try await setup.joinMatch(query)
    }
  }
}
