internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import CommonOptions
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import WebTransport

/// The setup of a match with another computer: a new one, or one that is resumed.
struct MatchSetup {
  var environment: Environment
  let name: PlayerName
  let playerData: PlayerData
  let player: LocalSeat
  /// The robot that moves at this board in place of a person.
  let seated: MachinePlayer
  var ways: TransportChoice
  /// The rules of the table.
  var tableRules: TableRules
  /// The host's rule for who moves first.
  var firstRule = FirstRule.decided
  /// The face, if it does not follow from the options.
  var face: FaceChoice?
  /// The known player whose table alone it may be, where one was asked for by the fingerprint.
  var wanted: KnownPlayer?
  /// True if only players may watch whom the host knows.
  var knownOnly = false
  /// The command by which a guest goes on with a match that may be the one at the table.
  var wayBack: String?
  /// True if the program goes on with another table where one was not the one that is looked for,
  /// and says nothing of it.
  var passesOtherTables = false
  /// True if one who watches wants nothing but the board, as large as can be.
  var isBig = false

  /// The setup of the player called `name`, or as the last time if nil.
  ///
  /// A host knows which game a new match begins with, and so whether another program plays it. What
  /// survives the program is `data` where that is open already.
  ///
  /// - Throws: `ExitReason`, or a `StoreError`.
  init(
    _ name: String?,
    _ player: LocalSeat,
    _ ways: TransportChoice,
    in environment: Environment,
    game: Game? = nil,
    data: PlayerData? = nil
  ) throws {
    seated = try player.machine(for: game?.kind)
    if let game { try seated.check(game, isSeated: player.robot != nil) }
    let name = try Names.player(name)
    playerData = try data ?? PlayerData.open(in: environment)
    try playerData.store.hold()
    try playerData.tellOfLostPlayers()
    environment.log.keep(at: try PlayerData.log(in: environment))
    if name == nil, player.localPlayer == .person {
      try FirstName.ask(for: playerData, in: environment)
    }
    self.name = try playerData.ownName(name)
    self.environment = environment
    self.player = player
    self.ways = ways
    tableRules = player.tableRules
  }

  // MARK: A new match

  /// Resumes the unfinished match at this player's table, unless a new one is wanted, or opens a
  /// table for a game with these terms.
  func host(_ terms: MatchMessage.Start, isNew: Bool) async throws {
    let kept = try playerData.store.unfinished(as: .host) { _, past in
      past.isWaitedFor(as: .host)
    }
    if !isNew { try playerData.reportDamagedMatches(as: .host) }
    if !isNew, let match = kept {
      try await resumeMatch(match, terms: terms)
    } else {
      try await hostMatch(terms)
    }
  }

  /// Opens a table for a game with these terms, and plays there.
  func hostMatch(_ terms: MatchMessage.Start) async throws {
    let (table, journal) = try newTable(terms)
    try await openTable(table, journal)
  }

  private func newTable(
    _ terms: MatchMessage.Start
  ) throws -> (table: Table<HostSession>, journal: MatchJournal) {
    let key = try playerData.key()
    var random = SystemRandomNumberGenerator()
    var session = HostSession(
      name: name,
      credentials: try playerData.credentials(key, secrets: ways.secrets ?? RandomSecrets()),
      session: SessionID.random(using: &random),
      offer: Offer(terms, isFirstOpen: firstRule != .decided)
    )
    session.letWatch(
      tableRules.watchers,
      isForKnown: knownOnly,
      mayTalk: tableRules.watchersTalk
    )
    session.isForKnown = tableRules.unknown == .refuse
    var journal = MatchJournal(playerData.store, under: key, seat: .host)
    journal.keepsMatch = tableRules.errand == nil
    journal.isChoosy = tableRules.unknown != .accept
    return (try table(session, as: .host, terms), journal)
  }

  /// Lets the players who are known here find the table at a broker without its code.
  mutating func showToKnown() throws {
    guard ways.secrets != nil else { return }
    ways.known = try playerData.credentials(try playerData.key()).known
  }

  /// Sets up a table behind the start menu, whose room has this rank; at the broker alone that is
  /// always used, if nil.
  func offerTable(
    _ terms: MatchMessage.Start,
    _ rank: RoomRank?,
    behind face: FaceChoice
  ) throws -> Play {
    var (table, journal) = try newTable(terms)
    table.rank = rank
    return play(table, journal, by: .offer(name, table.presence ?? Presence()), at: face)
  }

  /// Joins the table at `destination`, and plays there.
  ///
  /// - Parameters:
  ///   - destination: Which table.
  ///   - face: What the player sees; as the options say, if nil.
  /// - Throws: The exit code, or `ExitReason`, always.
  func joinMatch(_ destination: Destination, at face: FaceChoice? = nil) async throws {
    let key = try playerData.key()
    var session = GuestSession(
      name: name,
      program: Self.program,
      credentials: try playerData.credentials(key, of: wanted),
      nonce: Self.nonce
    )
    session.challenge = tableRules.challenge?.challenge
    if !ways.isSoughtNearby { session.crowdPatience = SessionTimes.crowd }
    var journal = MatchJournal(playerData.store, under: key, seat: .guest)
    journal.keepsMatch = tableRules.errand == nil
    journal.isChoosy = tableRules.unknown != .accept
    let table = try table(session, as: .guest)
    let search = Search(destination, to: .sit(tableRules.errand?.kind ?? .game))
    try await run(play(table, journal, by: .join(search), at: face))
  }

  /// Watches at the table at `destination`.
  func watchMatch(_ destination: Destination) async throws {
    let session = WatchSession(
      name: name,
      program: Self.program,
      credentials: try playerData.credentials(try playerData.key(), of: wanted),
      nonce: Self.nonce
    )
    var table = try table(session, as: .guest)
    table.watching = WatchedRoom()
    table.asksAgain = false
    try await run(play(table, nil, by: .join(Search(destination, to: .watch))))
  }

  // MARK: A match that goes on

  /// Goes on with `match`; `terms` are for a host who had not named any yet.
  func resumeMatch(
    _ match: (id: SavedMatch.ID, match: SavedMatch),
    terms: MatchMessage.Start = MatchMessage.Start(.gomoku(), first: .host)
  ) async throws {
    let seat = match.match.seat
    let key = try playerData.key()
    let past = try take(match.id, as: seat.role)
    let journal = MatchJournal(playerData.store, under: key, resuming: match, past)
    let credentials = try playerData.credentials(key)
    let kept = Kept(
      past: past,
      other: try playerData.opponentName(of: match.match),
      way: TransportChoice.Past(past, with: credentials, at: match.match.table)
    )
    switch seat {
    case .host:
      let session = hostSession(resuming: past, of: match.match, credentials)
      let terms = past.terms ?? terms
      guard terms.isKnown else {
        throw ExitReason.otherVersion("the match is one of \(terms.game)")
      }
      var table = try table(session, as: .host, terms)
      table.keptTurn = try keptTurn(of: match.id, past)
      table.matchID = past.session
      try await openTable(table, journal, resuming: kept)
    case .guest:
      var table = try table(guestSession(resuming: past, credentials), as: .guest)
      table.keptTurn = try keptTurn(of: match.id, past)
      table.matchID = past.session
      let aim = Opening.Aim.resume(KnownHost(of: match.match), kept.way)
      try await run(play(table, journal, by: aim, resuming: kept))
    }
  }

  private func guestSession(
    resuming past: SavedSession,
    _ credentials: Credentials
  ) -> GuestSession {
    GuestSession(
      resuming: past,
      name: name,
      program: Self.program,
      credentials: credentials,
      nonce: Self.nonce
    )
  }

  private func hostSession(
    resuming past: SavedSession,
    of match: SavedMatch,
    _ credentials: Credentials
  ) -> HostSession {
    var session = HostSession(resuming: past, name: name, credentials: credentials)
    session.letWatch(
      tableRules.watchers,
      isForKnown: knownOnly,
      mayTalk: tableRules.watchersTalk
    )
    session.noteGuest(match.opponentName)
    return session
  }

  /// The time spent on the current turn, if the match has a clock.
  private func keptTurn(of id: SavedMatch.ID, _ past: SavedSession) throws -> KeptTurn? {
    guard let control = past.terms?.clock else { return nil }
    return try playerData.store.clock(of: .match(id))?.turn(control)
  }

  /// Makes this program the one that plays the match.
  private func take(_ id: SavedMatch.ID, as role: Role) throws -> SavedSession {
    do {
      let past = try playerData.store.take(id)
      if past.canGoOn(as: role) { return past }
    } catch StoreError.damagedRow {
      // As good as one that makes no sense.
    }
    throw ExitReason.damagedMatch(try playerData.store.games(of: id).first?.number)
  }

  /// A match that goes on, and with whom.
  private struct Kept {
    let past: SavedSession
    let other: PlayerName
    /// The same for the way to the other side.
    let way: TransportChoice.Past
  }

  // MARK: Both

  private func table<Session: MatchSession>(
    _ session: Session,
    as role: Role,
    _ terms: MatchMessage.Start? = nil
  ) throws(StoreError) -> Table<Session> {
    var rules = tableRules
    rules.host = ways.code?.host
    var table = Table(
      session,
      as: role,
      terms: rules.errand == nil ? terms : nil,
      rules: rules,
      book: try playerData.store.trustBook()
    )
    table.firstRule = firstRule
    if role == .host { table.number = .random() }
    table.coinSecret = try playerData.key().coinSecret
    return table
  }

  private func openTable(
    _ table: Table<HostSession>,
    _ journal: MatchJournal,
    resuming kept: Kept? = nil
  ) async throws {
    var presence = table.presence ?? Presence()
    if kept != nil { presence.state = .interrupted }
    var setup = self
    let key = try playerData.key()
    setup.ways.pageKey = PageKey { key.pageKey(for: $0) }
    let aim = Opening.Aim.table(name, presence, again: kept?.way)
    try await run(setup.play(table, journal, by: aim, resuming: kept))
  }

  private func play<Session: MatchSession>(
    _ table: Table<Session>,
    _ journal: (any Journal)?,
    by aim: Opening.Aim,
    resuming kept: Kept? = nil,
    at face: FaceChoice? = nil
  ) -> Play {
    var app = App(
      table,
      player: (face ?? self.face)?.localPlayer ?? player.localPlayer,
      name: name,
      other: kept?.other ?? wanted?.displayName,
      machine: seated.machine
    )
    app.wayBack = wayBack
    // A host notes no place of a match that was begun over Bluetooth.
    app.isBegunElsewhere = kept?.way.location != nil
    let face = face ?? self.face ?? player.face(in: environment, isBig: isBig)
    let thinker = Thinker(
      seated,
      player.thinking,
      seed: UInt64.random(in: .min ... .max),
      isQuiet: face.display != nil
    )
    var play = Play(
      app,
      face: face,
      keeping: journal,
      thinker: thinker,
      seat: player,
      in: environment
    )
    play.opening = Opening(aim: aim, ways: ways)
    play.messages = kept?.past.journal
    play.passesOtherTables = passesOtherTables
    return play
  }

  /// Runs `play` until it is over.
  ///
  /// - Throws: The exit code, or `ExitReason`, always.
  private func run(_ play: Play) async throws {
    let performance = await environment.stage.begin(play)
    let reason = await performance.run()
    try await performance.exit(reason, inPlaceOf: nil, saying: nil)
  }

  private static let program = "tabletooth/\(Version.text)"

  private static var nonce: Nonce {
    var random = SystemRandomNumberGenerator()
    return Nonce.random(using: &random)
  }
}

extension SavedSession {
  /// True if what was said and heard makes sense, so that the match can go on.
  func canGoOn(as role: Role) -> Bool {
    do {
      _ = try Match.restored(from: journal, as: role)
      return true
    } catch {
      return false
    }
  }

  /// True if the match can go on, and one of the two may wait for the other.
  func isWaitedFor(as role: Role) -> Bool { canGoOn(as: role) && !isEndHeard(as: role) }

  /// The last terms, if there were any.
  var terms: MatchMessage.Start? {
    for entry in journal.reversed() {
      guard case .start(var terms) = entry.message else { continue }
      terms.goneBack = nil
      return terms
    }
    return nil
  }
}

extension KnownHost {
  /// The host of a kept match, which is known by its name where it was not found nearby.
  init(of match: SavedMatch) {
    let opponent = match.opponentName
    let address = match.table.flatMap { BluetoothAddress($0.address)?.description }
    let said = match.table?.name.map(PlayerName.init(cleaning:))
    self.init(
      at: address,
      called: said ?? opponent,
      or: [opponent.description, GameService.advertisedName(opponent.description)],
      to: .sit(.game)
    )
  }
}
