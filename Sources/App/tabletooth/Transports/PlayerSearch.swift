internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol

/// The search for a contact, and the results of the tables that were tried.
struct PlayerSearch: Sendable {
  /// The time to look for the player nearby.
  private static let searchLimit = Duration.seconds(30)
  /// The time to listen before the tables that were heard are tried, and between two tries.
  static let listenTime = Duration.seconds(3)

  /// The tables found at one time.
  struct Look: Sendable {
    /// Those nearby; nil where that was not looked at.
    var nearby: Result<[Listing], ExitReason>?
    /// Those at the broker.
    var online: Result<[Listing], ExitReason>?
  }

  let player: KnownPlayer
  /// Where tables nearby are heard; nil if they are not.
  private var nearby: TableSources?
  private var tables: OnlineTables?
  /// The reason why nobody is found at a broker.
  private var nobodyOnline: ExitReason?
  /// True if nothing else will do where there is no Bluetooth.
  private var isBluetoothNamed = false

  /// The identities of those that were tried.
  var tried: Set<String> = []
  /// One of the player that somebody has taken.
  private(set) var taken: Listing?
  /// The reason why one of the player lets nobody in.
  private(set) var refusal: ExitReason?
  /// One of the player that is there for no game.
  private var otherKind: Listing?
  /// True if one of the player's name proved to be somebody else's.
  private var isOther = false
  /// The reason why nothing can be heard nearby.
  private var nearbyTrouble: ExitReason?
  /// The reason why nothing was heard online, the last time.
  private var onlineTrouble: ExitReason?

  /// A search for `player` that looks nowhere yet.
  init(player: KnownPlayer) { self.player = player }

  /// A search for `player`, by the ways of `setup`.
  ///
  /// - Throws: `ExitReason`, where what is known of players cannot be read.
  init(_ player: KnownPlayer, _ setup: MatchSetup) throws(ExitReason) {
    self.init(player: player)
    let ways = setup.ways
    isBluetoothNamed = ways.isBluetoothNamed
    if ways.isSoughtNearby {
      nearby = TableSources(in: setup.environment)
      nearby?.bluetooth = ways.bluetooth
    }
    guard let broker = ways.broker ?? ways.always else { return }
    tables = try OnlineTables(at: broker, knownTo: setup.playerData, of: player)
    let name = player.displayName.description
    nobodyOnline = .noKnownTable(asked: name, broker: broker.description)
  }

  /// The time limit of the whole search: a broker answers at once, or not at all.
  var limit: Duration { nearby == nil ? OnlineTables.searchLimit : Self.searchLimit }

  // MARK: Looking

  /// Looks once in all places; not longer nearby than until a table online can be asked.
  func look() async -> Look {
    async let nearby = lookNearby()
    let online = await lookOnline()
    if case .success(let tables)? = online, tables.contains(where: \.mayBeAsked) {
      return Look(online: online)
    }
    return Look(nearby: await nearby, online: online)
  }

  private func lookOnline() async -> Result<[Listing], ExitReason>? {
    guard let tables else { return nil }
    let limit = nearby == nil ? OnlineTables.searchLimit : Self.listenTime
    do throws(ExitReason) {
      let found = try await tables.all(
        upTo: limit,
        until: { $0.shown.mayBeAsked }
      )
      return .success(found.map(\.shown))
    } catch {
      return .failure(error)
    }
  }

  private func lookNearby() async -> Result<[Listing], ExitReason>? {
    guard var sources = nearby else { return nil }
    sources.broker = nil
    let loop = await sources.lobby(.look, nearby: Self.listenTime)
    _ = try? await loop.run()
    if let reason = await loop.reasons[.bluetooth], await !loop.hears(.lan) {
      return .failure(reason)
    }
    return .success(await loop.tables)
  }

  /// Notes what was found, and returns the tables that are to be tried, those first that are best.
  ///
  /// - Throws: `ExitReason`, where nothing can be heard.
  mutating func take(_ look: Look) throws(ExitReason) -> [Listing] {
    onlineTrouble = look.online?.failure
    if let reason = look.nearby?.failure {
      guard tables != nil, !isBluetoothNamed else { throw reason }
      (nearbyTrouble, nearby) = (reason, nil)
    }
    if nearby == nil, onlineTrouble != nil { throw nobodyFound }
    let online = (try? look.online?.get()) ?? []
    let near = (try? look.nearby?.get()) ?? []
    let own = (online + near).filter(isOfPlayer)
    taken = own.first { $0.kind == .game && !$0.isFree(for: .game) }
    otherKind = own.first { $0.kind != .game }
    let all =
      online + near.filter(isOfPlayer) + near.filter { !isOfPlayer($0) }
    return all.filter(\.mayBeAsked)
  }

  /// True if it is the table of the player, or one of that name.
  private func isOfPlayer(_ table: Listing) -> Bool {
    table.isProven || player.isAdvertised(as: table.name)
  }

  // MARK: What has come of it

  /// The reason why nothing came of a table.
  mutating func note(_ reason: ExitReason, at table: Listing) {
    guard isOfPlayer(table) else { return }
    if reason.isRefusal { refusal = reason }
    if case .notAccepted(_, .here) = reason { isOther = true }
  }

  /// The reason why the player cannot be asked.
  var outcome: ExitReason {
    if let refusal { return refusal }
    let purpose = TablePurpose.sit(.game)
    if let taken { return purpose.obstacle(at: [taken]) }
    if isOther { return .otherOfName(player.displayName.description) }
    return otherKind.map { purpose.obstacle(at: [$0]) } ?? nobodyFound
  }

  private var nobodyFound: ExitReason {
    let near = nearbyTrouble ?? .nobodyFound(asked: player.displayName.description)
    guard let online = onlineTrouble ?? nobodyOnline else { return near }
    let isOnlineOnly = nearby == nil && nearbyTrouble == nil
    return isOnlineOnly ? online : .nowhere(nearby: near, online: online)
  }
}

extension Listing {
  /// True if a known player can be asked there for a game, whatever the table was opened for.
  fileprivate var mayBeAsked: Bool { isFree(for: .game) }
}

extension KnownPlayer {
  /// True if the player goes by this name, as much of it as is advertised.
  fileprivate func isAdvertised(as name: PlayerName?) -> Bool {
    [self.name, displayName].contains { own in
      own == name || GameService.advertisedName(own.description) == name?.description
    }
  }
}

extension Result {
  /// The failure, if there is one.
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
