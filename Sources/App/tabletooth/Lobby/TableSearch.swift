internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol

/// A search for one table nearby, on the local network, at a broker, or in all these places at
/// once, up to a link, which is held then.
struct TableSearch: Sendable {
  /// What is looked for.
  enum Aim: Sendable {
    /// A table.
    case table(Search)
    /// The host of a match that goes on.
    case host(KnownHost)

    var purpose: TablePurpose {
      switch self {
      case .table(let search): search.purpose
      case .host(let host): host.purpose
      }
    }

    var goal: Lobby.Goal {
      switch self {
      case .table(let search): .join(search)
      case .host(let host): .hold(host)
      }
    }
  }

  private let aim: Aim
  /// What the carriers, and those who use the link, tell of it.
  let inbox = LobbyInbox()
  /// The transport by which tables nearby are heard and reached.
  var nearby: CentralTransport?
  /// The reason why there is none, where that is no reason to give up.
  var nearbyFailure: ExitReason?
  /// The transport by which tables on the local network are heard and reached.
  var lan: NetworkGuest?
  /// The transport by which a table at a broker is reached, and how those are found.
  var online: (guest: OnlineGuest, tables: OnlineTables, broker: BrokerList)?
  private let deliver: @Sendable (Carrier, TransportEvent) -> Void

  /// A search over no carrier yet; `deliver` is told what happens over which one.
  init(_ aim: Aim, deliver: @escaping @Sendable (Carrier, TransportEvent) -> Void) {
    (self.aim, self.deliver) = (aim, deliver)
  }

  /// What for.
  var purpose: TablePurpose { aim.purpose }

  /// What a transport of `carrier` delivers to, so that the search knows of its links.
  func sink(of carrier: Carrier) -> @Sendable (TransportEvent) -> Void {
    { [inbox, deliver] event in
      inbox.take(event, of: carrier)
      deliver(carrier, event)
    }
  }

  /// Looks until there is a link, and holds it until the task is cancelled.
  ///
  /// - Parameter joined: Is told over which carrier the first link was made.
  /// - Throws: `ExitReason`, where none comes about.
  @MainActor
  func run(joined: @escaping @Sendable (Carrier) -> Void = { _ in }) async throws(ExitReason) {
    var teller = Teller(deliver: deliver, joined: joined)
    let loop = LobbyLoop(Lobby(aim.goal, by: scans), over: ways, inbox: inbox) { news, _ in
      teller.tell(news)
    }
    switch aim {
    case .table(let search):
      deliver(.bluetooth, .progress(.searching))
      let end = try await loop.run()
      if end == .failed, !teller.isHeld { throw loop.seeker.reason(search, at: online?.broker) }
    case .host:
      teller.isHeld = true
      try await loop.run()
    }
  }

  /// A broker answers at once, or not at all; a host nearby may be heard late.
  private var scans: [Lobby.Scan] {
    let isNearby = nearby != nil
    let isNear = isNearby || lan != nil
    let limit = isNear ? BluetoothService.searchLimit : OnlineTables.searchLimit
    return [
      isNearby || nearbyFailure != nil ? Lobby.Scan(.bluetooth, for: limit) : nil,
      lan.map { _ in Lobby.Scan(.lan, for: limit) },
      online.map { _ in Lobby.Scan(.broker, for: limit) },
    ].compactMap(\.self)
  }

  private var ways: [Carrier: LobbyLoop.Way] {
    var ways: [Carrier: LobbyLoop.Way] = [:]
    if let nearby {
      ways[.bluetooth] = .over(nearby)
    } else if let nearbyFailure {
      ways[.bluetooth] = LobbyLoop.Way { _, _ in throw nearbyFailure }
    }
    if let lan { ways[.lan] = .over(lan) }
    if let online {
      ways[.broker] = LobbyLoop.Way { limit, report in
        _ = try await online.tables.all(upTo: limit ?? OnlineTables.searchLimit) {
          report(.heard($0.shown))
        }
      } connect: {
        guard let code = try $0.code.map({ try TableCode($0, at: nil) }) else { return false }
        try await online.guest.connect(to: code.signedIn(as: [online.broker]))
        return true
      }
    }
    return ways
  }
}

extension LobbyLoop.Way {
  /// Nearby.
  fileprivate static func over(_ nearby: CentralTransport) -> Self {
    let none = KnownTables()
    return Self { limit, report in
      try await nearby.hearTables(for: limit) {
        report(.up)
      } report: {
        report(.heard(Listing($0, knowing: none)))
      }
    } connect: {
      try await nearby.connect(toTableAt: $0.address, called: $0.name?.description)
    } drop: {
      await nearby.drop()
    }
  }

  /// On the local network.
  fileprivate static func over(_ lan: NetworkGuest) -> Self {
    Self { limit, report in
      try await lan.hearTables(for: limit) { report(Seeker.Report($0, knowing: KnownTables())) }
    } connect: {
      try await lan.connect(to: $0)
      return true
    } drop: {
      await lan.drop()
    }
  }
}

/// What a person reads of a search.
struct Teller {
  let deliver: @Sendable (Carrier, TransportEvent) -> Void
  let joined: @Sendable (Carrier) -> Void
  /// True if a host is looked for again.
  var isHeld = false
  /// The name of the table that was tried last, which may be tried over several carriers.
  private var tried: PlayerName?

  init(
    deliver: @escaping @Sendable (Carrier, TransportEvent) -> Void,
    joined: @escaping @Sendable (Carrier) -> Void
  ) {
    (self.deliver, self.joined) = (deliver, joined)
  }

  mutating func tell(_ news: Lobby.News) {
    switch news {
    case .passed(let table): deliver(table.carrier, .progress(.passed(table.location)))
    case .trying(let table): tellTrial(of: table)
    case .joined(let carrier):
      isHeld = true
      joined(carrier)
    // The network is looked at meanwhile, which is no news.
    case .listening(.bluetooth) where isHeld: deliver(.bluetooth, .progress(.searching))
    case .retrying(.bluetooth, let attempt, let pause):
      deliver(.bluetooth, .progress(.reconnecting(attempt: attempt, after: pause)))
    case .taken(let table): deliver(table.carrier, .progress(.taken(table.location)))
    default: break
    }
  }

  private mutating func tellTrial(of table: Listing) {
    defer { tried = table.name }
    if isHeld ? table.carrier != .bluetooth : tried != nil && tried == table.name { return }
    deliver(table.carrier, .progress(.connecting(table.location)))
  }
}

extension Listing {
  /// The location of the table.
  fileprivate var location: HostLocation {
    HostLocation(address: address, name: name?.description)
  }
}

/// A link to a table nearby, which is made again whenever it is lost.
struct HeldLink: Sendable {
  let transport: CentralTransport
  private let holding: Task<Void, Never>

  /// Connects to the only table at `destination`, to watch there; `deliver` is told what happens.
  ///
  /// - Throws: `ExitReason`, where there is none.
  static func open(
    to destination: Destination,
    on adapter: Adapter,
    _ service: BluetoothService,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(ExitReason) -> Self {
    var search = TableSearch(.table(Search(destination, to: .watch))) { deliver($1) }
    let transport = CentralTransport(service, on: adapter, deliver: search.sink(of: .bluetooth))
    search.nearby = transport
    let (ends, end) = AsyncStream.makeStream(of: ExitReason?.self)
    // It ends with ``close()``.
    let holding = Task { [search] in
      do {
        try await search.run { _ in end.yield(nil) }
      } catch {
        end.yield(ExitReason(error))
      }
      end.finish()
    }
    let link = Self(transport: transport, holding: holding)
    guard let reason = await ends.first(where: { _ in true }) else {
      await link.close()
      throw .transportGone
    }
    if let reason {
      await link.close()
      throw reason
    }
    return link
  }

  /// Ends it.
  func close() async {
    holding.cancel()
    await transport.close()
  }
}
