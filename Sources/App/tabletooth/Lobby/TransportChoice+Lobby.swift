internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// Tables that are looked for nearby, on the local network, and at a broker.
extension TransportChoice {
  /// True if nothing but a broker is looked at.
  var isOnlineOnly: Bool { !isSoughtNear }

  /// The places in the title of the list.
  var places: TablePage.Places {
    online == nil ? .nearby : isOnlineOnly ? .online : .both
  }

  /// The search of a lobby with this goal.
  ///
  /// - Parameters:
  ///   - goal: What for.
  ///   - nearby: How long to listen nearby; for ever, if nil.
  ///   - limit: How long to look at a broker.
  ///   - inbox: What it is told besides.
  ///   - tell: Is told what comes of it.
  /// - Returns: The search.
  @MainActor
  func lobby(
    _ goal: Lobby.Goal,
    nearby: Duration? = nil,
    online limit: Duration? = nil,
    inbox: LobbyInbox = LobbyInbox(),
    tell: @escaping @MainActor (Lobby.News, Seeker) -> Void = { _, _ in }
  ) async -> any LobbyRun {
    var carriers: [Carrier: LobbyLoop.Way] = [:]
    if isSoughtNearby {
      carriers[.bluetooth] = LobbyLoop.Way { [environment, bluetooth] limit, report in
        try await bluetooth.hearTables(for: limit, in: environment, report)
      }
    }
    if await isHeardOnNetwork {
      carriers[.lan] = LobbyLoop.Way { [environment, network] limit, report in
        report(.up)
        let known = KnownTables(in: environment)
        try await network.hearTables(for: limit, areTried: true) {
          report(Seeker.Report($0, knowing: known))
        }
      }
    }
    if let online {
      carriers[.broker] = LobbyLoop.Way { [environment, contact] limit, report in
        try await OnlineTables.hear(at: online, of: contact, for: limit, in: environment, report)
      }
    }
    let scans = Carrier.allCases.filter { carriers[$0] != nil }.map {
      Lobby.Scan($0, for: $0 == .broker ? limit : nearby)
    }
    let lobby = Lobby(goal, by: scans)
    return environment.stage.look(lobby, over: carriers, of: self, inbox: inbox, tell: tell)
  }

  /// The tables among which a person chooses who names none: those with a seat, or whose game can
  /// be watched, nearby and online.
  ///
  /// - Throws: `ExitReason` where there is none.
  @MainActor
  func choice(for purpose: TablePurpose) async throws(ExitReason) -> [Listing] {
    let search = Search(.any, to: purpose)
    let loop = await lobby(
      .choose(search),
      nearby: BluetoothService.searchLimit,
      online: OnlineTables.searchLimit
    )
    guard case .found(let tables)? = try await loop.run() else {
      throw loop.seeker.reason(search, at: online)
    }
    return tables
  }
}

extension MatchSetup {
  /// Has the way lead to a table that was found.
  ///
  /// - Returns: What is to be looked for nearby.
  /// - Throws: A `StoreError`.
  mutating func go(to table: Listing) throws -> Destination {
    guard let text = table.code else {
      if ways.broker != nil {
        if table.carriers.contains(.lan) { ways.alsoNetwork = true }
        if table.carriers.contains(.bluetooth) { ways.alsoBluetooth = true }
      }
      return Destination(table, askedAs: table.name?.description)
    }
    let brokers = [ways.broker, ways.always].compactMap(\.self)
    ways.code = try TableCode(text, at: brokers.first).signedIn(as: brokers)
    wanted = try playerData.store.trustBook().players.first { $0.key == table.player }
    return .any
  }
}

extension BluetoothAccess {
  /// Reports the tables nearby that are heard.
  fileprivate func hearTables(
    for limit: Duration?,
    in environment: Environment,
    _ report: @escaping @Sendable (Seeker.Report) -> Void
  ) async throws {
    let (service, adapter) = try await open()
    report(.up)
    let known = KnownTables(in: environment)
    do {
      try await service.hearTables(on: adapter, for: limit) { host in
        report(.heard(Listing(host, knowing: known)))
      }
    } catch {
      await service.close()
      throw error
    }
    await service.close()
  }
}

extension Listing {
  /// The table of `host`, if these tables are known.
  init(_ host: FoundHost, knowing known: KnownTables) {
    self.init(
      name: host.name.map(PlayerName.init(cleaning:)),
      address: host.address,
      strength: host.strength,
      presence: host.presence,
      isConnectable: host.isConnectable,
      familiarity: known.familiarity(of: host.location)
    )
  }
}
