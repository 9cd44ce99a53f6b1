internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases
internal import StreamTransport

/// A request to join a table.
struct JoinRequest {
  /// The name, the address or the code of the table; nil for the one that the player picks.
  let table: String?
  let seat: LocalSeat
  let ways: TransportChoice
  /// The name of the player; nil for the last one.
  var name: String?
  /// True if a new match begins, even if one at this table is unfinished.
  var isNew = false
  /// True if the player is a spectator.
  var watches = false
  /// True if a spectator wants the board as large as the screen has room for.
  var isBig = false

  /// Joins the table, or resumes the match there.
  func run(in environment: Environment) async throws {
    var setup = try MatchSetup(name, seat, ways, in: environment)
    setup.isBig = isBig
    let choice = try setup.chooseTable(table)
    if !isNew, !watches { try setup.playerData.reportDamagedMatches(as: .guest) }
    let kept = isNew || watches ? nil : try setup.match(asked: choice, by: table)
    if let match = kept {
      return try await setup.resumeMatch(match)
    }
    setup.wayBack = try setup.commandToGoOn
    guard setup.ways.isLookedFor else {
      return try await begin(choice.destination, watches: watches, setup)
    }
    if table == nil, seat.localPlayer == .person { return try await pickTable(setup) }
    try setup.lookOnline(for: choice)
    guard let destination = try await settle(choice.destination, setup) else { return }
    try await begin(destination, watches: watches, setup)
  }

  /// The time to listen for a table of a name before the only other one is offered.
  private static let firstLook = Duration.seconds(3)

  /// The table nearby that is meant by a name: of several the one that the player picks, and in
  /// place of none the only one that is heard, if the player agrees.
  ///
  /// - Returns: What is to be looked for; nil if the player picks none of several.
  private func settle(
    _ destination: Destination,
    _ setup: MatchSetup
  ) async throws(ExitReason) -> Destination? {
    let ways = setup.ways
    guard case .name(let name, _, _) = destination, seat.localPlayer == .person,
      ways.isSoughtNear, ways.tables == nil, ways.doubt == nil
    else { return destination }
    let search = Search(destination, to: purpose)
    let loop = await ways.lobby(
      .choose(search, until: Self.firstLook),
      nearby: BluetoothService.searchLimit
    )
    guard case .found(let tables)? = try await loop.run() else {
      // The search that follows says why.
      guard let only = await only(of: loop.seeker), wants(only) else { return destination }
      return Destination(only, askedAs: only.name?.description)
    }
    guard tables.count > 1 else { return Destination(tables[0], askedAs: name) }
    _ = StandardOutput.tell(NearbyStrings.several(called: name) + "\n")
    return Self.choice(among: tables).map { Destination($0, askedAs: name) }
  }

  /// The only table that is heard nearby to which the player can go.
  private func only(of seeker: Seeker) -> Listing? {
    let all = Listing.lines(seeker.heard(over: .bluetooth) + seeker.heard(over: .lan))
    let fit = all.filter(isFit)
    return seeker.isUnheard && fit.count == 1 ? fit[0] : nil
  }

  /// The purpose of the player at the table.
  private var purpose: TablePurpose { watches ? .watch : .sit(.game) }

  /// True if the player can go to `table` now.
  private func isFit(_ table: Listing) -> Bool {
    watches ? table.mayBeWatched : table.isFree
  }

  /// True if the player takes the only table that is heard, which was not asked for.
  private func wants(_ table: Listing) -> Bool {
    _ = StandardOutput.tell(NearbyStrings.onlyOne(table, watches: watches))
    return StandardInput.nextLine().map(TypedAnswer.init)?.isYes ?? false
  }

  /// Plays or watches at the table that was named.
  private func begin(
    _ destination: Destination,
    watches: Bool,
    _ setup: MatchSetup
  ) async throws {
    try await watches ? setup.watchMatch(destination) : setup.joinMatch(destination)
  }

  /// Shows the tables there are, and joins the one that the player chooses, or the only one.
  private func pickTable(_ setup: MatchSetup) async throws {
    let environment = setup.environment
    let own = environment.display == nil ? environment.openDisplay() : nil
    guard let display = environment.display ?? own else {
      return try await pickByLine(setup)
    }
    defer { own?.closeAfterGame() }
    let choice = try await ways.showTables(on: display, to: watches ? .watch : .join)
    var setup = setup
    setup.environment = environment.lending(display)
    switch choice {
    case .table(let table)?: try await sit(at: table, watches: false, setup)
    case .watching(let table)?: try await sit(at: table, watches: true, setup)
    case .leave?, nil: break
    }
  }

  /// Goes to a table of a list.
  private func sit(
    at table: Listing,
    watches: Bool,
    _ setup: MatchSetup
  ) async throws {
    var setup = setup
    try await begin(try setup.go(to: table), watches: watches, setup)
  }

  /// Joins the only table there is; of several, the one whose number the player types.
  private func pickByLine(_ setup: MatchSetup) async throws {
    _ = StandardOutput.tell(say("Looking for a table.\n"))
    let found = try await ways.choice(for: purpose)
    guard let table = found.count == 1 ? found[0] : Self.choice(among: found) else { return }
    if !watches, table.isFree { return try await sit(at: table, watches: false, setup) }
    if watches || Self.wantsToWatch(table) { try await sit(at: table, watches: true, setup) }
  }

  /// True if a game is played at `table`, and the player here wants to watch it.
  private static func wantsToWatch(_ table: Listing) -> Bool {
    guard table.mayBeWatched else {
      _ = StandardOutput.tell(NearbyStrings.notFree(table) + "\n")
      return false
    }
    _ = StandardOutput.tell(NearbyStrings.offersToWatch(table))
    return StandardInput.nextLine().map(TypedAnswer.init)?.isYes ?? false
  }

  /// Asks which of `tables` it is to be; nil where the player chooses none.
  private static func choice(among tables: [Listing]) -> Listing? {
    for (index, table) in tables.enumerated() {
      _ = StandardOutput.tell("\(index + 1)  \(NearbyStrings.line(table))\n")
    }
    while true {
      _ = StandardOutput.tell(say("Which table? Type its number, or q to leave: "))
      guard let line = StandardInput.nextLine() else { return nil }
      let answer = TypedAnswer(line)
      if answer.isQuit { return nil }
      if let number = answer.number, tables.indices.contains(number - 1) {
        return tables[number - 1]
      }
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
        ways.fits(choice.destination, match, against: name),
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
    throw ExitReason.severalMatches(text, lines)
  }
}

extension MatchSetup {
  /// The command with which a guest resumes the match to which this setup leads; nil if there is
  /// none.
  fileprivate var commandToGoOn: String? {
    get throws {
      let store = playerData.store
      let kept = try store.matches().filter { id, match in
        try match.seat == .guest && match.leftAt == nil && store.isWaitedFor(id)
      }
      guard let latest = kept.first else { return nil }
      let number = try store.games(of: latest.id).first?.number ?? latest.id.rawValue
      let words = ["tabletooth resume", kept.count == 1 ? "\(number)" : "N"]
      let broker = (ways.code?.broker ?? ways.broker).map { "--on \($0)" }
      let address = ways.address.map { "--on \($0.shortest)" }
      return (words + [broker, address].compactMap(\.self)).joined(separator: " ")
    }
  }
}

extension MatchStore {
  /// True if a guest may wait for the other side in the match; nobody does in a damaged one.
  fileprivate func isWaitedFor(_ id: SavedMatch.ID) throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try savedSession(of: id).isWaitedFor(as: .guest)
    } catch .damagedRow {
      return false
    }
  }
}
