internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import StreamTransport

/// The ways of a guest.
extension TransportChoice {
  /// Looks for the table that `search` asks for, nearby and at a broker, and connects to it.
  ///
  /// - Parameters:
  ///   - search: What is looked for, where the way does not lead to one table.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`.
  func join(
    _ search: Search,
    deliver: @escaping Route.Sink
  ) async throws -> Route {
    guard isLookedFor else {
      return try await go(back: nil, deliver: deliver) { sink in
        try await self.search(search, deliver: sink)
      }
    }
    guard doubt == nil else { return try await joinInDoubt(search, deliver: deliver) }
    var ways = TableSearch(search: search) { deliver(0, $0) }
    var transports: [(carrier: Carrier, transport: any PacketTransport)] = []
    if let broker = broker ?? always {
      let online = OnlineGuest(at: broker, for: search.purpose.kind) { deliver(0, $0) }
      ways.online = tables.map { (online, $0, broker) }
      transports.append((.broker, online))
    }
    if isSoughtOnNetwork, await network.isThere(orNeeded: alsoNetwork) {
      let number = transports.count
      let lan = NetworkGuest(on: network) { deliver(number, $0) }
      ways.lan = lan
      transports.append((.lan, lan))
    }
    if isSoughtNearby {
      let number = transports.count
      do {
        let nearby = try await central(for: search) { deliver(number, $0) }
        ways.nearby = nearby
        transports.append((.bluetooth, nearby))
      } catch {
        guard !isBluetoothNamed, !transports.isEmpty else { throw error }
        ways.nearbyFailure = ExitReason(error)
      }
    }
    let carriers = transports.map(\.carrier)
    return Route(transports.map(\.transport)) { [ways] in
      try await ways.run().flatMap { Route.Joined(over: $0, of: carriers) }
    }
  }

  /// Looks for the table that `search` asks for by what may be a name or a code: where nobody is
  /// found, it was a code.
  private func joinInDoubt(
    _ search: Search,
    deliver: @escaping Route.Sink
  ) async throws -> Route {
    var certain = self
    certain.doubt = nil
    @Sendable func explain(_ error: any Error) -> any Error {
      let reason = ExitReason(error)
      return reason.isOfSomebody ? reason : doubt ?? reason
    }
    do {
      let route = try await certain.join(search, deliver: deliver)
      return Route(route.transports) {
        do { return try await route.open() } catch { throw explain(error) }
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
    deliver: @escaping Route.Sink
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
    deliver: @escaping Route.Sink,
    nearby: (@escaping @Sendable (TransportEvent) -> Void) async throws -> Route
  ) async throws -> Route {
    var ways = guestWays(past)
    if let past, past.name != nil, await isOnNetwork(ways) { ways.append(.lan) }
    return try await open(ways, telling: nil) { number, way in
      let sink: @Sendable (TransportEvent) -> Void = { deliver(number, $0) }
      return switch way {
      case .broker(let broker):
        try lookForTable(at: broker, again: past, isAlone: number == 0, deliver: sink)
      // Only a host opens a page.
      case .network, .page: connect(again: past, deliver: sink)
      case .lan: lookOnNetwork(for: past?.name, deliver: sink)
      case .bluetooth: try await nearby(sink)
      }
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

  private func lookOnNetwork(
    for name: String?,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) -> Route {
    let transport = NetworkGuest(on: network, deliver: deliver)
    return Route(transport: transport) {
      if let name { await transport.keepLooking(for: name) }
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
    case .address(let address, _): table.address == address
    case .name(let name, _, _):
      [table.name, match.opponentName.description, opponent.description].contains {
        $0?.lowercased() == name.lowercased()
      }
    }
  }
}

extension Route.Joined {
  /// A link stands over `carrier`, which is one of `carriers`.
  fileprivate init?(over carrier: Carrier, of carriers: [Carrier]) {
    guard let way = carriers.firstIndex(of: carrier) else { return nil }
    self.init(way: way, near: Set(carriers.indices.filter { carriers[$0] != .broker }))
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
