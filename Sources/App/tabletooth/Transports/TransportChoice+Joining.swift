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
    var carriers: [Carrier] = broker ?? always == nil ? [] : [.broker]
    if isSoughtOnNetwork, await network.isThere(orNeeded: alsoNetwork || nearby == .lan) {
      carriers.append(.lan)
    }
    if isSoughtNearby { carriers.append(.bluetooth) }
    var ways = TableSearch(.table(search)) { [carriers] in
      deliver(carriers.firstIndex(of: $0) ?? 0, $1)
    }
    let transports = try await open(&ways, over: carriers)
    return Route(transports, by: ways) { [ways, carriers] joined in
      try await ways.run { Route.Joined(over: $0, of: carriers).map(joined) }
    }
  }

  /// Opens the transports of `search`; Bluetooth may be left out where there is another.
  private func open(
    _ search: inout TableSearch,
    over carriers: [Carrier]
  ) async throws -> [any PacketTransport] {
    var transports: [any PacketTransport] = []
    for carrier in carriers {
      let sink = search.sink(of: carrier)
      switch carrier {
      case .broker:
        guard let broker = broker ?? always else { continue }
        let online = OnlineGuest(at: broker, for: search.purpose.kind, deliver: sink)
        search.online = tables.map { (online, $0, broker) }
        transports.append(online)
      case .lan:
        let lan = NetworkGuest(on: network, deliver: sink)
        search.lan = lan
        transports.append(lan)
      case .bluetooth:
        do {
          let nearby = try await central(deliver: sink)
          search.nearby = nearby
          transports.append(nearby)
        } catch {
          guard !transports.isEmpty else { throw error }
          search.nearbyFailure = ExitReason(error)
        }
      }
    }
    return transports
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
      return route.explaining(explain)
    } catch {
      throw explain(error)
    }
  }

  /// Looks for a table nearby alone.
  private func search(
    _ search: Search,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    var nearby = TableSearch(.table(search)) { deliver($1) }
    let transport = try await central(deliver: nearby.sink(of: .bluetooth))
    nearby.nearby = transport
    return Route([transport], by: nearby) { [nearby] _ in try await nearby.run() }
  }

  private func central(
    isPatient: Bool = false,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> CentralTransport {
    let (service, adapter) = try await bluetooth.open(telling: deliver)
    return CentralTransport(service, on: adapter, isPatient: isPatient, deliver: deliver)
  }

  /// Looks for the host of a match that goes on, until it is there.
  ///
  /// - Parameters:
  ///   - host: Who is looked for over Bluetooth, and on the local network.
  ///   - past: The match.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`.
  func resume(
    _ host: KnownHost,
    _ past: Past,
    deliver: @escaping Route.Sink
  ) async throws -> Route {
    try await go(back: past, to: host, deliver: deliver) { sink in
      var search = TableSearch(.host(host)) { sink($1) }
      let nearby = search.sink(of: .bluetooth)
      let transport = try await central(isPatient: true, deliver: nearby)
      search.nearby = transport
      return Route([transport], by: search) { [search] _ in try await search.run() }
    }
  }

  /// Opens all ways to a table whose place is known, or over Bluetooth by `nearby`.
  private func go(
    back past: Past?,
    to host: KnownHost? = nil,
    deliver: @escaping Route.Sink,
    nearby: (@escaping @Sendable (TransportEvent) -> Void) async throws -> Route
  ) async throws -> Route {
    var ways = guestWays(past)
    if host != nil, await isOnNetwork(ways) { ways.append(.lan) }
    return try await open(ways, telling: nil) { number, way in
      let sink: @Sendable (TransportEvent) -> Void = { deliver(number, $0) }
      return switch way {
      case .broker(let broker):
        try lookForTable(at: broker, again: past, isAlone: number == 0, deliver: sink)
      // Only a host opens a page.
      case .network, .page: connect(again: past, deliver: sink)
      case .lan: lookOnNetwork(for: host, deliver: sink)
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
    for host: KnownHost?,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) -> Route {
    let aim = host.map(TableSearch.Aim.host) ?? .table(Search(.any, to: .sit(.game)))
    var search = TableSearch(aim) { deliver($1) }
    let transport = NetworkGuest(on: network, deliver: search.sink(of: .lan))
    search.lan = transport
    return Route([transport], by: search) { [search] _ in try await search.run() }
  }

  /// All ways to take, those last on which nobody is found before a match has begun.
  func guestWays(_ past: Past?) -> [Way] {
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
    case .address(let address, let others, _):
      table.address == address || others.contains(table.address)
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
