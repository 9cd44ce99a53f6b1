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
  /// What may be a name or a code was a code where nobody is found.
  ///
  /// - Parameters:
  ///   - search: What is looked for, where the way does not lead to one table.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`, or `ExitReason`.
  func join(_ search: Search, deliver: @escaping Route.Sink) async throws -> Route {
    guard isLookedFor else { return try await go(back: nil, .join(search), deliver: deliver) }
    var carriers: [Carrier] = online == nil ? [] : [.broker]
    if await isHeardOnNetwork { carriers.append(.lan) }
    if isSoughtNearby { carriers.append(.bluetooth) }
    @Sendable func explain(_ error: any Error) -> any Error {
      guard let doubt else { return error }
      let reason = ExitReason(error)
      return reason.isOfSomebody ? reason : doubt
    }
    do {
      let route = try await look(for: .join(search), over: carriers, deliver: deliver)
      return route.explaining(explain)
    } catch {
      throw explain(error)
    }
  }

  /// Looks over `carriers`, of which Bluetooth comes last and may be left out where there is
  /// another.
  private func look(
    for goal: Lobby.Goal,
    over carriers: [Carrier],
    deliver: @escaping Route.Sink
  ) async throws -> Route {
    var search = TableSearch(goal) { deliver(carriers.firstIndex(of: $0) ?? 0, $1) }
    var transports: [any PacketTransport] = []
    for carrier in carriers {
      let sink = search.sink(of: carrier)
      switch carrier {
      case .broker:
        guard let broker = online else { continue }
        let guest = OnlineGuest(at: broker, for: goal.search?.purpose.kind ?? .game, deliver: sink)
        if let tables { search.look(at: broker, for: tables, guest) }
        transports.append(guest)
      case .lan:
        let guest = NetworkGuest(on: network, deliver: sink)
        search.look(guest)
        transports.append(guest)
      case .bluetooth:
        do {
          let central = try await central(isPatient: goal.isForHost, deliver: sink)
          search.look(central)
          transports.append(central)
        } catch  where !transports.isEmpty {
          let reason = ExitReason(error)
          search.ways[.bluetooth] = LobbyLoop.Way { _, _ in throw reason }
        }
      }
    }
    return Route(transports, by: search) { [search] joined in
      try await search.run { carrier in
        guard carriers.count > 1, let way = carriers.firstIndex(of: carrier) else { return }
        let near = carriers.indices.filter { carriers[$0] != .broker }
        joined(Route.Joined(way: way, near: Set(near)))
      }
    }
  }

  private func central(
    isPatient: Bool,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> CentralTransport {
    let (service, adapter) = try await bluetooth.open(telling: deliver)
    return CentralTransport(service, on: adapter, isPatient: isPatient, deliver: deliver)
  }

  /// Goes to a table whose place is known, or to the host of a match that goes on, over all ways.
  ///
  /// - Parameters:
  ///   - past: The match that goes on, if one does.
  ///   - goal: Who is looked for nearby.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`.
  func go(
    back past: Past?,
    _ goal: Lobby.Goal,
    deliver: @escaping Route.Sink
  ) async throws -> Route {
    var ways = guestWays(past)
    if past != nil, await isOnNetwork(ways) { ways.append(.lan) }
    return try await open(ways) { number, way in
      let sink: @Sendable (TransportEvent) -> Void = { deliver(number, $0) }
      return switch way {
      case .broker(let broker):
        try lookForTable(at: broker, again: past, isAlone: number == 0, deliver: sink)
      // Only a host opens a page.
      case .network, .page: connect(again: past, deliver: sink)
      case .lan: try await look(for: goal, over: [.lan]) { deliver(number, $1) }
      case .bluetooth: try await look(for: goal, over: [.bluetooth]) { deliver(number, $1) }
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
