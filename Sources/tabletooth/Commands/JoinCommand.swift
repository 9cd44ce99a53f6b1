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

  /// By what the table is to be reached.
  private var ways: Ways {
    get throws {
      var ways = Ways(bluetooth: bluetooth, address: try network.address())
      ways.broker = try online.broker()
      ways.alsoBluetooth = online.alsoBluetooth
      ways.code = try TableCode.read(table, at: ways.broker)
      return ways
    }
  }

  private func checkWatching() throws(ExitReason) {
    guard watch || !big else { throw ExitReason.usage(say("--big is for those who --watch")) }
    guard !watch || player.board.robot == nil else {
      throw ExitReason.usage(say("--watch is for a person, and the robot is none"))
    }
  }

  func run() async throws {
    try checkWatching()
    var setup = try MatchSetup(name, player, machine, try ways)
    setup.isBig = big
    let choice = try setup.playerData.table(setup.ways.code == nil ? table : nil)
    setup.wanted = choice.player
    if watch {
      guard try await findOnline(&setup) else { return }
      return try await watchTable(choice.query, setup)
    }
    let kept = new ? nil : try setup.match(asked: choice, by: table)
    if let match = kept {
      return try await setup.resumeMatch(match)
    }
    guard try await findOnline(&setup) else { return }
    if table == nil, setup.ways.isNearby, player.localPlayer == .person {
      try await pickTable(setup)
    } else {
      try await setup.joinMatch(choice.query)
    }
  }

  /// Looks for the table of a known player at the broker, where one is named and no code; false if
  /// the player chooses none.
  private func findOnline(_ setup: inout MatchSetup) async throws -> Bool {
    guard let broker = setup.ways.broker, setup.ways.code == nil, setup.ways.address == nil else {
      return true
    }
    _ = StandardOutput.write(say("Looking for a table.\n"))
    do throws(ExitReason) {
      let tables = try OnlineTables(at: broker, knownTo: setup.playerData)
      guard let found = try await tables.one(table, watching: watch) else { return false }
      setup.ways.code = found.found.code
      setup.wanted = found.player
    } catch .network(.noKnownTable) where online.alsoBluetooth {
      // It may be nearby.
      setup.ways.broker = nil
    }
    return true
  }

  /// Shows the tables nearby, and joins the one that the player chooses, or the only one there is.
  private func pickTable(_ setup: MatchSetup) async throws {
    guard let display = FaceChoice.lent ?? (player.board.plain ? nil : FaceChoice.openDisplay())
    else {
      return try await pickByLine(setup)
    }
    let isOwn = FaceChoice.lent == nil
    defer { if isOwn { display.closeAfterGame() } }
    let shell = TableShell(display: display, bluetooth: bluetooth)
    guard let choice = try await shell.run(watch ? .watch : .join) else { return }
    try await FaceChoice.$lent.withValue(display) {
      let query = HostQuery(choice.address)
      try await choice.watches ? setup.watchMatch(query) : setup.joinMatch(query)
    }
  }

  /// Watches at the table that was named; at a terminal, else at the one that is chosen.
  private func watchTable(_ query: HostQuery, _ setup: MatchSetup) async throws {
    guard table == nil, setup.ways.isNearby, player.localPlayer == .person else {
      return try await setup.watchMatch(query)
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
    if !watch, NearbyTable(host, knowing: KnownTables()).isFree {
      return try await setup.joinMatch(query)
    }
    if watch || Self.wantsToWatch(host) { try await setup.watchMatch(query) }
  }

  /// Whether a game is played at the table of `host`, and the player here wants to watch it.
  private static func wantsToWatch(_ host: FoundHost) -> Bool {
    let table = NearbyTable(host, knowing: KnownTables())
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
    let known = KnownTables.all
    for (index, host) in hosts.enumerated() {
      let line = NearbyStrings.line(NearbyTable(host, knowing: known))
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

extension MatchSetup {
  /// The match that goes on at the table that was asked for by `text`; the latest, if that was
  /// none.
  ///
  /// - Throws: `ExitReason` where there is one with each of several players, or a `StoreError`.
  fileprivate func match(
    asked choice: TableChoice,
    by text: String?
  ) throws -> (id: SavedMatch.ID, match: SavedMatch)? {
    let store = playerData.store
    let players = try store.trustBook().players
    var found: [(id: SavedMatch.ID, match: SavedMatch)] = []
    for (id, match) in try store.matches() where match.seat == .guest && match.leftAt == nil {
      let name = match.opponentName(among: players)
      guard choice.player.map({ $0.key == match.opponent }) ?? true,
        ways.fits(choice.query, match, against: name),
        !found.contains(where: { $0.match.opponent == match.opponent }),
        try store.isWaitedFor(id)
      else { continue }
      found.append((id, match))
      // The latest is as good as any where nobody was named.
      if text == nil { break }
    }
    guard let text, found.count > 1 else { return found.first }
    let digits = Fingerprint.distinct(found.map { Fingerprint(of: $0.match.opponent) })
    let lines = try zip(found, digits).map { kept, digits in
      let game = try store.games(of: kept.id).first?.number ?? kept.id.rawValue
      let name = kept.match.opponentName(among: players)
      return RecordStrings.match(
        game,
        with: "\(digits) \(name)",
        begun: Timestamp(seconds: kept.match.startedAt).local
      )
    }
    throw ExitReason.kept(.severalMatches(text, lines))
  }
}

extension MatchStore {
  /// Whether a guest may wait for the other side in the match; nobody does in a damaged one.
  fileprivate func isWaitedFor(_ id: SavedMatch.ID) throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try savedSession(of: id).isWaitedFor(as: .guest)
    } catch .damagedRow {
      return false
    }
  }
}
