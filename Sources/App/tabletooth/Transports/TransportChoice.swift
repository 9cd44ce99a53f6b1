internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import StreamTransport
internal import Synchronization
internal import WebTransport

/// By what two computers are to reach each other: Bluetooth, unless something else is named.
struct TransportChoice: Sendable {
  /// The environment of the program, with its settings.
  let environment: Environment
  let bluetooth: BluetoothAccess
  /// The local network, where tables are published and found.
  let network: LocalNetwork
  /// The address on which a host listens.
  var place: StreamHostTransport.Place?
  /// The table that a host opens for browsers.
  var page: WebTable?
  /// The key that browsers get for what they keep of the page.
  var pageKey: PageKey?
  /// The address at which a guest finds its host.
  var address: StreamAddress?
  /// The broker where the two meet.
  var broker: BrokerList?
  /// The code that a guest was given by its host.
  var code: TableCode?
  /// The fault to report if a guest finds no table of the name, because it may have been a code.
  var doubt: ExitReason?
  /// The keys of a host at its table, if it meets its guests at a broker.
  var secrets: TableSecrets?
  /// The tables at a broker among which a guest looks, if it has no code.
  var tables: OnlineTables?
  /// The contact whose table alone is looked for there; nil for any.
  var contact: KnownPlayer?
  /// The guest's purpose, if it is not a game.
  var errand: Errand?
  /// Whom a host lets find its table at a broker without a code, those first that were met last.
  var known: [Acquaintance]?

  /// A match that goes on.
  struct Past: Sendable {
    /// The host's id of it.
    let session: SessionID
    /// The other player.
    let other: Acquaintance
    /// The location where it was played, if that is known.
    let location: HostLocation?

    /// The match `past` of a player with these credentials, which was played at `location`.
    init(_ past: SavedSession, with credentials: Credentials, at location: HostLocation?) {
      session = past.session
      other = credentials.player(past.opponent)
      self.location = location
    }
  }

  /// True if Bluetooth is to be used where another way is named too.
  var alsoBluetooth = false
  /// True if tables on the local network are looked for where another way is named too.
  var alsoNetwork = false

  /// By Bluetooth, on the local network, and at the broker of the settings where they say so.
  init(in environment: Environment) {
    self.environment = environment
    bluetooth = BluetoothAccess(in: environment)
    network = LocalNetwork(in: environment)
  }

  /// The ways nearby that the settings allow.
  var nearby: NearbyChoice { environment.settings.nearby }

  /// The broker where the two meet whenever they can, by the settings.
  var always: BrokerList? { environment.brokerForAll }

  /// The broker where they meet, if they do.
  var online: BrokerList? { broker ?? always }

  /// True if a guest looks for its host, and neither knows an address nor a code of it.
  var isLookedFor: Bool { address == nil && code == nil }

  /// True if a guest looks for its host by Bluetooth.
  var isSoughtNearby: Bool {
    isLookedFor && (isBluetoothNamed || broker == nil && !alsoNetwork && nearby != .lan)
  }

  /// True if a guest looks for its host on the local network, if avahi-daemon runs.
  var isSoughtOnNetwork: Bool {
    isLookedFor && (alsoNetwork || broker == nil && !isBluetoothNamed && nearby != .bluetooth)
  }

  /// True if a guest looks for its host there, and avahi-daemon runs, or nothing else will do.
  var isHeardOnNetwork: Bool {
    get async {
      guard isSoughtOnNetwork else { return false }
      return await network.isThere(orNeeded: alsoNetwork || nearby == .lan)
    }
  }

  /// True if a guest looks for its host by one of the two.
  var isSoughtNear: Bool { isSoughtNearby || isSoughtOnNetwork }

  /// True if the player has said that Bluetooth is to be used.
  var isBluetoothNamed: Bool { alsoBluetooth || bluetooth.isNamed }

  /// One way between two computers.
  enum Way: Hashable {
    case broker(BrokerList)
    case network
    case page(WebTable)
    case bluetooth
    /// A table that is published on the local network.
    case lan

    var isBroker: Bool { if case .broker = self { true } else { false } }
  }

  /// The ways that were named.
  var named: [Way] {
    var ways = [code?.broker ?? broker].compactMap { $0.map(Way.broker) }
    if place != nil || address != nil { ways.append(.network) }
    if let page { ways.append(.page(page)) }
    if isBluetoothNamed { ways.append(.bluetooth) }
    return ways
  }

  /// All ways to take: those that were named, or else where the match was, or nearby; and the
  /// broker of the settings, where it is always used and no other one is named.
  func ways(_ past: Past?) -> [Way] {
    // It names one table, and that is at its broker.
    if past == nil, let code { return [.broker(code.broker)] }
    var ways = named
    if ways.isEmpty, let location = past?.location { ways = self.ways(to: location) }
    if ways.isEmpty || named.isEmpty && always != nil {
      ways.append(nearby == .lan ? .lan : .bluetooth)
    }
    if let always, code == nil, broker == nil, !ways.contains(.broker(always)) {
      ways.append(.broker(always))
    }
    return ways
  }

  /// True if `ways` go with the local network, and avahi-daemon runs: who is nearby may be on both.
  func isOnNetwork(_ ways: [Way]) async -> Bool {
    guard named.isEmpty, nearby == .both, ways.contains(.bluetooth) else { return false }
    return await network.isThere
  }

  /// The ways to where a match was played before.
  private func ways(to location: HostLocation) -> [Way] {
    var ways: [Way] = []
    if let broker = BrokerList(kept: location, environment.broker) { ways.append(.broker(broker)) }
    if StreamAddress(kept: location) != nil || StreamHostTransport.Place(kept: location) != nil {
      ways.append(.network)
    }
    if let page = WebTable(kept: location) { ways.append(.page(page)) }
    return ways
  }

  /// The route by `ways`, of which one at least has to come about, and all that cannot be left out;
  /// `deliver` is told why each that is has ended already.
  func open(
    _ ways: [Way],
    without isLeftOut: ((Way) -> Bool)? = nil,
    telling deliver: Route.Sink? = nil,
    by make: (Int, Way) async throws -> Route
  ) async throws -> Route {
    var routes: [Route] = []
    var failures: [any Error] = []
    // What was named is needed, but for Bluetooth.
    let isLeftOut = isLeftOut ?? { [named] way in named.isEmpty || way == .bluetooth }
    for way in ways {
      do {
        routes.append(try await make(routes.count, way))
      } catch  where isLeftOut(way) {
        failures.append(error)
      } catch {
        for route in routes { await route.transports[0].close() }
        throw error
      }
    }
    if routes.isEmpty, let failure = failures.first { throw failure }
    for failure in failures {
      deliver?(0, .wayEnded(because: failure as? any TransportFailure))
    }
    return Route(routes)
  }

  // MARK: A host

  /// Opens the table of `name`.
  ///
  /// - Parameters:
  ///   - name: What the table is called.
  ///   - presence: What those who pass by are told of it.
  ///   - past: The match that goes on, if one does.
  ///   - isBehindMenu: Whether those who pass by find it only if the rank of its room is said.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`.
  func openTable(
    of name: PlayerName,
    saying presence: Presence,
    again past: Past? = nil,
    isBehindMenu: Bool = false,
    deliver: @escaping Route.Sink
  ) async throws -> Route {
    if !isBehindMenu, broker == nil, let reason = environment.missingBroker {
      deliver(0, .wayEnded(because: reason))
    }
    var ways = ways(past)
    if isBehindMenu, presence.rank == nil { ways.removeAll { !$0.isBroker } }
    let isOnNetwork = await isOnNetwork(ways)
    if isOnNetwork { ways.append(.lan) }
    guard !ways.isEmpty else { throw BrokerError.notConnected }
    let isLeftOut: ((Way) -> Bool)? = isBehindMenu ? { $0 == .bluetooth && isOnNetwork } : nil
    return try await open(
      ways,
      without: isLeftOut,
      telling: isBehindMenu ? nil : deliver
    ) { number, way in
      try await openTable(of: name, saying: presence, again: past, on: way) { deliver(number, $0) }
    }
  }

  private func openTable(
    of name: PlayerName,
    saying presence: Presence,
    again past: Past?,
    on way: Way,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    switch way {
    case .broker(let broker):
      // Rooms have no ranks there.
      var presence = presence
      presence.rank = nil
      let sign = TableSign(name, presence)
      return try await openTable(at: broker, sign, again: past, deliver: deliver)
    case .network:
      let kept = past?.location.flatMap { StreamHostTransport.Place(kept: $0) }
      let place = place ?? kept ?? .nearby(port: StreamAddress.usualPort)
      return try await listen(at: place, name, saying: presence, deliver: deliver)
    case .page(let page):
      return try await serve(page.continuing(past), of: name, deliver: deliver)
    case .bluetooth: return try await advertise(name, saying: presence, deliver: deliver)
    case .lan: return try await publish(name, saying: presence, deliver: deliver)
    }
  }

  private func advertise(
    _ name: PlayerName,
    saying presence: Presence,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    let (service, adapter) = try await bluetooth.open(toHost: true, telling: deliver)
    let transport: PeripheralTransport
    do {
      transport = try await PeripheralTransport.open(
        hosting: name.description,
        saying: presence,
        on: adapter,
        service,
        deliver: deliver
      )
    } catch {
      await service.close()
      throw error
    }
    return Route(transport: transport) { deliver(.progress(.advertising(true))) }
  }

  private func openTable(
    at broker: BrokerList,
    _ sign: TableSign,
    again past: Past?,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    let code = secrets.map { TableCode(broker, $0.digest) }
    let match = past.map { Door(match: $0.session, with: $0.other) }
    let door = match ?? code.map { Door($0) }
    var table = BrokerTable([door].compactMap(\.self), saying: sign)
    if let known, let code, past == nil {
      let sign = TableSign(sign.name, sign.presence, table: code.host)
      table.presence = BrokerPresence(sign, to: known)
    }
    let invitations = past == nil ? [code?.text].compactMap(\.self) : []
    let opened = TransportEvent.progress(
      .listening(broker.location(nil), invitations: invitations)
    )
    // A code is of use only once the broker is reached, which may take its time where nobody asked.
    let isByTheWay = past == nil && always == broker
    let isTold = Mutex(!isByTheWay)
    let transport = try await BrokerHostTransport.open(
      table,
      at: broker,
      isPatient: past != nil || isByTheWay
    ) { event in
      deliver(event)
      guard case .progress(.brokerFound) = event else { return }
      let isFirst = isTold.withLock { isTold in
        defer { isTold = true }
        return !isTold
      }
      if isFirst { deliver(opened) }
    }
    return Route(transport: transport) {
      if !isByTheWay { deliver(opened) }
    }
  }

  private func listen(
    at place: StreamHostTransport.Place,
    _ name: PlayerName,
    saying presence: Presence,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    let transport = try await StreamHostTransport.open(place, deliver: deliver)
    let addresses = await transport.addresses
    let port = addresses.first?.port ?? StreamAddress.usualPort
    let location = HostLocation(address: place.text(port: port), name: nil)
    let invitations = StreamAddress.forOthers(addresses).map(\.shortest)
    let opened = TransportEvent.progress(.listening(location, invitations: invitations))
    // Who names an address wants no other one told.
    guard case .nearby = place, await network.isThere else {
      return Route(transport: transport) { deliver(opened) }
    }
    let table = NetworkTable(transport, on: network, name, .table(presence))
    return publish(table, afterTelling: opened, deliver: deliver)
  }

  /// Publishes a table on the local network, whose addresses are told first and lead there all the
  /// same.
  func publish(
    _ table: NetworkTable,
    afterTelling opened: TransportEvent,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) -> Route {
    Route(transport: table) {
      deliver(opened)
      if (try? await table.publish()) != nil { tellOfNetwork(deliver) }
    }
  }
}

extension StreamHostTransport.Place {
  /// The place of a match that goes on; nil if it was played another way.
  init?(kept location: HostLocation) {
    guard location.address.hasPrefix(StreamAddress.scheme) else { return nil }
    self.init(location.address)
  }
}

extension StreamAddress {
  /// The address of the host of a match that is resumed; nil if it was found another way.
  init?(kept location: HostLocation) {
    guard location.address.hasPrefix(Self.scheme) else { return nil }
    self.init(location.address)
  }
}
