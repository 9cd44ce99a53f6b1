internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol

/// The carriers over which tables are looked for: nearby, on the local network, at a broker.
struct TableSources: Sendable {
  /// The adapter with which tables nearby are heard; nil if none are wanted.
  var bluetooth: BluetoothAccess?
  /// The local network; nil if no tables there are wanted.
  var lan: LocalNetwork?
  /// True if nothing else will do where there is no such network.
  var isLANNamed = false
  /// The broker where contacts may have a table; nil if none are wanted.
  var broker: BrokerList?
  /// The contact whose table alone is looked for there; nil for any.
  var contact: KnownPlayer?
  /// The environment of the program.
  let environment: Environment

  /// By Bluetooth, on the local network, and at the broker of the settings where they say so.
  init(in environment: Environment) {
    let access = BluetoothAccess(in: environment)
    let choice = environment.settings.nearby
    bluetooth = access.isNamed || choice != .lan ? access : nil
    lan = access.isNamed || choice == .bluetooth ? nil : LocalNetwork(in: environment)
    broker = environment.brokerForAll
    self.environment = environment
  }

  /// By Bluetooth, on the local network, and at a broker if `options` or the settings name one;
  /// only by what is named, if anything is.
  ///
  /// - Throws: `ExitReason`, where none is set, or what is named is none.
  init(_ options: TransportOptions, in environment: Environment) throws(ExitReason) {
    self.init(in: environment)
    try options.refusePage()
    let named = try options.broker(environment.broker)
    let access = BluetoothAccess(in: environment)
    isLANNamed = options.hasNetwork
    broker = named ?? broker
    guard named != nil || isLANNamed || options.hasBluetooth else { return }
    bluetooth = options.hasBluetooth || access.isNamed ? access : nil
    lan = isLANNamed ? LocalNetwork(in: environment) : nil
  }

  /// Where a guest by `ways` looks for somebody nearby.
  init(near ways: TransportChoice, in environment: Environment) {
    bluetooth = ways.isSoughtNearby ? ways.bluetooth : nil
    lan = ways.isSoughtOnNetwork ? ways.network : nil
    self.environment = environment
  }

  /// True if nothing but a broker is looked at.
  var isOnlineOnly: Bool { bluetooth == nil && lan == nil }

  /// The places in the title of the list.
  var places: TablePage.Places {
    broker == nil ? .nearby : isOnlineOnly ? .online : .both
  }

  /// The search of a lobby with this goal.
  ///
  /// - Parameters:
  ///   - goal: What for.
  ///   - nearby: How long to listen nearby; for ever, if nil.
  ///   - online: How long to look at a broker.
  ///   - inbox: What it is told besides.
  ///   - tell: Is told what comes of it.
  /// - Returns: The search.
  @MainActor
  func lobby(
    _ goal: Lobby.Goal,
    nearby: Duration? = nil,
    online: Duration? = nil,
    inbox: LobbyInbox = LobbyInbox(),
    tell: @escaping @MainActor (Lobby.News, Seeker) -> Void = { _, _ in }
  ) async -> any LobbyRun {
    var scans: [Lobby.Scan] = []
    var carriers: [Carrier: LobbyLoop.Way] = [:]
    if let bluetooth {
      scans.append(Lobby.Scan(.bluetooth, for: nearby))
      carriers[.bluetooth] = LobbyLoop.Way { [environment] limit, report in
        try await bluetooth.hearTables(for: limit, in: environment, report)
      }
    }
    let isLANNeeded = isLANNamed || bluetooth == nil
    if let lan, await lan.isThere(orNeeded: isLANNeeded) {
      scans.append(Lobby.Scan(.lan, for: nearby))
      carriers[.lan] = LobbyLoop.Way { [environment] limit, report in
        report(.up)
        let known = KnownTables(in: environment)
        try await lan.hearTables(for: limit, areTried: true) {
          report(Seeker.Report($0, knowing: known))
        }
      }
    }
    if let broker {
      scans.append(Lobby.Scan(.broker, for: online))
      carriers[.broker] = LobbyLoop.Way { [environment, contact] limit, report in
        try await OnlineTables.hear(at: broker, of: contact, for: limit, in: environment, report)
      }
    }
    let lobby = Lobby(goal, by: scans)
    return environment.stage.look(lobby, over: carriers, of: self, inbox: inbox, tell: tell)
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
