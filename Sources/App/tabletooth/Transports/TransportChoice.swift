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
  let bluetooth: BluetoothAccess
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
  /// The broker where the two meet whenever they can, by the settings.
  let always: BrokerList?
  /// The broker of the settings.
  let settled: BrokerList?
  /// The fault of settings that name no broker; nil if there is none.
  private let missing: NoBrokerSet?

  /// Bluetooth, and the broker of the settings where they say so.
  init(_ bluetooth: BluetoothAccess, in environment: Environment) {
    self.bluetooth = bluetooth
    always = environment.brokerForAll
    settled = environment.broker
    missing = environment.missingBroker
  }

  /// True if a guest looks for its host, and neither knows an address nor a code of it.
  var isLookedFor: Bool { address == nil && code == nil }

  /// True if a guest looks for its host by Bluetooth.
  var isSoughtNearby: Bool { isLookedFor && (broker == nil || isBluetoothNamed) }

  /// True if the player has said that Bluetooth is to be used.
  var isBluetoothNamed: Bool { alsoBluetooth || bluetooth.isNamed }

  /// One way between two computers.
  private enum Way: Hashable {
    case broker(BrokerList)
    case network
    case page(WebTable)
    case bluetooth

    var isBroker: Bool { if case .broker = self { true } else { false } }
  }

  /// The ways that were named.
  private var named: [Way] {
    var ways = [code?.broker ?? broker].compactMap { $0.map(Way.broker) }
    if place != nil || address != nil { ways.append(.network) }
    if let page { ways.append(.page(page)) }
    if isBluetoothNamed { ways.append(.bluetooth) }
    return ways
  }

  /// All ways to take: those that were named, or else where the match was, or Bluetooth; and the
  /// broker of the settings, where it is always used and no other one is named.
  private func ways(_ past: Past?) -> [Way] {
    // It names one table, and that is at its broker.
    if past == nil, let code { return [.broker(code.broker)] }
    var ways = named
    if ways.isEmpty, let location = past?.location { ways = self.ways(to: location) }
    if ways.isEmpty || named.isEmpty && always != nil { ways.append(.bluetooth) }
    if let always, code == nil, broker == nil, !ways.contains(.broker(always)) {
      ways.append(.broker(always))
    }
    return ways
  }

  /// The ways to where a match was played before.
  private func ways(to location: HostLocation) -> [Way] {
    var ways: [Way] = []
    if let broker = BrokerList(kept: location, settled) { ways.append(.broker(broker)) }
    if StreamAddress(kept: location) != nil || StreamHostTransport.Place(kept: location) != nil {
      ways.append(.network)
    }
    if let page = WebTable(kept: location) { ways.append(.page(page)) }
    return ways
  }

  /// The transports for `ways`, of which one at least has to come about, and all that were named;
  /// `tell` hears why each that is left out has ended already.
  private func open(
    _ ways: [Way],
    telling tell: (TransportEvent) -> Void = { _ in },
    by make: (Int, Way) async throws -> Route
  ) async throws -> [Route] {
    var routes: [Route] = []
    var failures: [any Error] = []
    for way in ways where failures.isEmpty || named.isEmpty {
      do {
        routes.append(try await make(routes.count, way))
      } catch {
        failures.append(error)
      }
    }
    guard let failure = failures.first, routes.isEmpty || !named.isEmpty else {
      for failure in failures {
        tell(.ended(because: failure as? any TransportFailure))
      }
      return routes
    }
    for route in routes { await route.transport.close() }
    throw failure
  }

  // MARK: A host

  /// Opens the table of `name`.
  ///
  /// - Parameters:
  ///   - name: What the table is called.
  ///   - presence: What those who pass by are told of it.
  ///   - past: The match that goes on, if one does.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`.
  func openTable(
    of name: PlayerName,
    saying presence: Presence,
    again past: Past?,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    let ways = ways(past)
    if broker == nil, let reason = missing {
      deliver(.wayEnded(because: reason))
    }
    let sink = ways.count > 1 ? FanOut.sink(of: ways.count, deliver: deliver) : deliver
    let routes = try await open(ways, telling: sink) { _, way in
      switch way {
      case .broker(let broker):
        try await openTable(at: broker, TableSign(name, presence), again: past, deliver: sink)
      case .network:
        try await listen(
          at: place ?? past?.location.flatMap { StreamHostTransport.Place(kept: $0) }
            ?? .nearby(port: StreamAddress.usualPort),
          deliver: sink
        )
      case .page(let page): try await serve(page.continuing(past), deliver: sink)
      case .bluetooth: try await advertise(name, saying: presence, deliver: sink)
      }
    }
    return Route(ofHost: routes)
  }

  func advertise(
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

  func openTable(
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
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    let transport = try await StreamHostTransport.open(place, deliver: deliver)
    let addresses = await transport.addresses
    let port = addresses.first?.port ?? StreamAddress.usualPort
    let location = HostLocation(address: place.text(port: port), name: nil)
    let invitations = StreamAddress.forOthers(addresses).map(\.shortest)
    return Route(transport: transport) {
      deliver(.progress(.listening(location, invitations: invitations)))
    }
  }

  // MARK: A guest

  /// Looks for the table that `search` asks for, nearby and at a broker, and connects to it.
  ///
  /// - Parameters:
  ///   - search: What is looked for, where the way does not lead to one table.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`.
  func join(
    _ search: Search,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    guard isLookedFor else {
      return try await go(back: nil, deliver: deliver) { sink in
        try await self.search(search, deliver: sink)
      }
    }
    guard doubt == nil else { return try await joinInDoubt(search, deliver: deliver) }
    guard let broker = broker ?? always else {
      return try await self.search(search, deliver: deliver)
    }
    let (near, far) = (Int(Carrier.bluetooth.rawValue), Int(Carrier.broker.rawValue))
    let all = Failover(deliver: deliver)
    let online = OnlineGuest(at: broker, for: search.purpose.kind, deliver: all.sink(of: far))
    all.add(online, as: far)
    var both = TableSearch(search: search, all: all, deliver: deliver)
    both.online = tables.map { (online, $0, broker) }
    if isSoughtNearby {
      do {
        both.nearby = try await central(for: search, deliver: all.sink(of: near))
        if let nearby = both.nearby { all.add(nearby, as: near) }
      } catch {
        guard !isBluetoothNamed else { throw error }
        both.nearbyFailure = ExitReason(error)
      }
    }
    return Route(transport: all) { [both] in try await both.run() }
  }

  /// Looks for the table that `search` asks for by what may be a name or a code: where nobody is
  /// found, it was a code.
  private func joinInDoubt(
    _ search: Search,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    var certain = self
    certain.doubt = nil
    @Sendable func explain(_ error: any Error) -> any Error {
      let reason = ExitReason(error)
      return reason.isOfSomebody ? reason : doubt ?? reason
    }
    do {
      let route = try await certain.join(search, deliver: deliver)
      return Route(transport: route.transport) {
        do { try await route.open() } catch { throw explain(error) }
      }
    } catch {
      throw explain(error)
    }
  }

  /// Looks for a table nearby alone.
  private func search(
    _ search: Search,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    let transport = try await central(for: search, deliver: deliver)
    var nearby = TableSearch(search: search, deliver: deliver)
    nearby.nearby = transport
    return Route(transport: transport) { [nearby] in try await nearby.run() }
  }

  private func central(
    for search: Search,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> CentralTransport {
    let (service, adapter) = try await bluetooth.open(telling: deliver)
    let query = HostQuery.any(for: search.purpose)
    return CentralTransport(service, on: adapter, seeking: query, deliver: deliver)
  }

  /// Looks for the host of a match that goes on, until it is there.
  ///
  /// - Parameters:
  ///   - query: What is looked for over Bluetooth.
  ///   - past: The match.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`.
  func resume(
    _ query: HostQuery,
    _ past: Past,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    try await go(back: past, deliver: deliver) { sink in
      let (service, adapter) = try await bluetooth.open(telling: sink)
      let transport = CentralTransport(service, on: adapter, deliver: sink)
      return Route(transport: transport) { await transport.keepConnecting(to: query) }
    }
  }

  /// Opens all ways to a table whose place is known, or over Bluetooth by `nearby`.
  private func go(
    back past: Past?,
    deliver: @escaping @Sendable (TransportEvent) -> Void,
    nearby: (@escaping @Sendable (TransportEvent) -> Void) async throws -> Route
  ) async throws -> Route {
    let ways = guestWays(past)
    let all = Failover(deliver: deliver)
    let routes = try await open(ways) { number, way in
      let sink = ways.count > 1 ? all.sink(of: number) : deliver
      let route =
        switch way {
        case .broker(let broker):
          try lookForTable(at: broker, again: past, isAlone: number == 0, deliver: sink)
        // Only a host opens a page.
        case .network, .page: connect(again: past, deliver: sink)
        case .bluetooth: try await nearby(sink)
        }
      all.add(route.transport, as: number)
      return route
    }
    guard ways.count > 1 else { return routes[0] }
    return Route(transport: all) {
      for route in routes { try await route.open() }
    }
  }

  private func connect(
    again past: Past?,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) -> Route {
    let kept = past?.location.flatMap { StreamAddress(kept: $0) }
    let transport = StreamGuestTransport(
      to: address ?? kept ?? StreamAddress(host: "localhost"),
      deliver: deliver
    )
    return Route(transport: transport) {
      if past != nil { await transport.keepConnecting() } else { try await transport.connect() }
    }
  }

  /// All ways to take, those last on which nobody is found before a match has begun.
  private func guestWays(_ past: Past?) -> [Way] {
    let all = ways(past)
    guard past == nil, code == nil else { return all }
    return all.filter { !$0.isBroker } + all.filter(\.isBroker)
  }

  private func lookForTable(
    at broker: BrokerList,
    again past: Past?,
    isAlone: Bool,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) throws(BrokerError) -> Route {
    guard past != nil || code != nil || !isAlone else { throw .notConnected }
    let match = past.map { Door(match: $0.session, with: $0.other) }
    let known = code ?? past?.location.flatMap { try? TableCode($0.address, at: nil) }
    // The table where the match began may be open still.
    let table = known?.broker == broker ? known : nil
    let transport = BrokerGuestTransport(
      to: [table.map { Door($0) }, match].compactMap(\.self),
      at: broker,
      known: broker.location(table),
      deliver: deliver
    )
    // Who has no door here yet goes by another way first.
    let isPatient = past != nil || table == nil
    return Route(transport: transport) { [errand] in
      if let errand { await transport.goOn(at: errand.kind) }
      if isPatient { await transport.keepConnecting() } else { try await transport.connect() }
    }
  }

  /// True if the kept `match` may be the one that a guest asks for by `destination`, or by the
  /// address of its host.
  func fits(
    _ destination: Destination,
    _ match: SavedMatch,
    against opponent: PlayerName
  ) -> Bool {
    if let code { return match.table?.address == code.text }
    guard broker == nil, let address else { return destination.fits(match, against: opponent) }
    return match.table?.address == address.description
  }
}

extension Destination {
  /// True if the host of a kept match, who is called `opponent` here, may be the one that is asked
  /// for.
  fileprivate func fits(_ match: SavedMatch, against opponent: PlayerName) -> Bool {
    guard let table = match.table else { return self == .any }
    return switch self {
    case .any: true
    case .address(let address): table.address == address
    case .name(let name, _, _):
      [table.name, match.opponentName.description, opponent.description].contains {
        $0?.lowercased() == name.lowercased()
      }
    }
  }
}

extension HostQuery {
  /// Any table for this purpose.
  fileprivate static func any(for purpose: TablePurpose) -> Self {
    switch purpose {
    case .watch: .watching(.any)
    case .sit(.game): .any
    case .sit(let kind): .meeting(kind, .any)
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
