internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// `tabletooth join`: sits down at a table that somebody has opened.
struct JoinCommand: AsyncParsableCommand {
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

  func run() async throws {
    var ways = Ways(bluetooth: bluetooth, address: try network.address())
    ways.broker = try online.broker()
    ways.alsoBluetooth = online.alsoBluetooth
    ways.code = try TableCode.read(table, at: ways.broker)
    guard watch || !big else { throw ExitReason.usage(say("--big is for those who --watch")) }
    guard !watch || player.robot == nil else {
      throw ExitReason.usage(say("--watch is for a person, and the robot is none"))
    }
    var setup = try MatchSetup(name, player, machine, ways)
    setup.isBig = big
    if watch { return try await watchTable(setup) }
    let query = HostQuery(ways.code == nil ? table : nil)
    let store = setup.playerData.store
    let players = try store.trustBook().players
    let kept = try store.unfinished(as: .guest) { match, past in
      ways.fits(query, match, against: match.opponentName(among: players))
        && past.isWaitedFor(as: .guest)
    }
    if !new, let match = kept {
      try await setup.resumeMatch(match)
    } else if table == nil, ways.isNearby, player.localPlayer == .person {
      try await pickTable(setup)
    } else {
      try await setup.joinMatch(query)
    }
  }

  /// Shows the tables nearby, and joins the one that the player chooses, or the only one there is.
  private func pickTable(_ setup: MatchSetup) async throws {
    guard let display = FaceChoice.lent ?? (player.plain ? nil : FaceChoice.openDisplay()) else {
      return try await pickByLine(setup)
    }
    let isOwn = FaceChoice.lent == nil
    defer { if isOwn { display.close() } }
    let shell = TableShell(display: display, bluetooth: bluetooth)
    guard let choice = try await shell.run(watch ? .watch : .join) else { return }
    try await FaceChoice.$lent.withValue(display) {
      let query = HostQuery(choice.address)
      try await choice.watches ? setup.watchMatch(query) : setup.joinMatch(query)
    }
  }

  /// Watches at the table that was named; at a terminal, else at the one that is chosen.
  private func watchTable(_ setup: MatchSetup) async throws {
    guard table == nil, setup.ways.isNearby, player.localPlayer == .person else {
      return try await setup.watchMatch(HostQuery(setup.ways.code == nil ? table : nil))
    }
    try await pickTable(setup)
  }

  /// Joins the only table there is; of several, the one whose number the player types.
  private func pickByLine(_ setup: MatchSetup) async throws {
    let hosts: [FoundHost]
    do {
      let (service, adapter) = try await bluetooth.open()
      do {
        _ = StandardOutput.write(say("Looking for a table.\n"))
        hosts = [try await service.find(.any, on: adapter)]
      } catch .ambiguous(let several) {
        hosts = several
      } catch .taken(let several) where several.contains(where: \.isShown) {
        hosts = several.filter(\.isShown)
      } catch {
        await service.close()
        throw error
      }
      await service.close()
    } catch {
      throw ExitReason(error)
    }
    guard let host = hosts.count == 1 ? hosts[0] : Self.choice(among: hosts) else { return }
    let query = HostQuery(host.address)
    if !watch, NearbyTable(host, knowing: []).isFree { return try await setup.joinMatch(query) }
    if watch || Self.wantsToWatch(host) { try await setup.watchMatch(query) }
  }

  /// Whether a game is played at the table of `host`, and the player here wants to watch it.
  private static func wantsToWatch(_ host: FoundHost) -> Bool {
    let table = NearbyTable(host, knowing: [])
    guard table.mayBeWatched else {
      _ = StandardOutput.write(NearbyStrings.notFree(table) + "\n")
      return false
    }
    _ = StandardOutput.write(NearbyStrings.offersToWatch(table))
    let word = StandardInput.nextLine().map { $0.filter { !$0.isWhitespace }.lowercased() }
    return ["y", "yes", "是", "同意"].contains(word)
  }

  /// Asks which of `hosts` it is to be; nil where the player chooses none.
  private static func choice(among hosts: [FoundHost]) -> FoundHost? {
    let names = KnownNames.all
    for (index, host) in hosts.enumerated() {
      let line = NearbyStrings.line(NearbyTable(host, knowing: names))
      _ = StandardOutput.write("\(index + 1)  \(line)\n")
    }
    while true {
      _ = StandardOutput.write(say("Which table? Type its number, or q to leave: "))
      guard let line = StandardInput.nextLine() else { return nil }
      let word = line.filter { !$0.isWhitespace }.lowercased()
      if ["q", "quit"].contains(word) { return nil }
      if let number = Int(word), hosts.indices.contains(number - 1) { return hosts[number - 1] }
    }
  }
}
