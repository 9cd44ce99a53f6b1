internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol

/// A search for one table nearby, on the local network, at a broker, or in all these places at
/// once, up to a link, which is held then.
struct TableSearch: Sendable {
  /// A table that is looked for, or the host of a match that goes on.
  private let goal: Lobby.Goal
  /// What the carriers, and those who use the link, tell of it.
  let inbox = LobbyInbox()
  /// How each carrier listens and connects.
  var ways: [Carrier: LobbyLoop.Way] = [:]
  /// The broker where tables are looked for.
  private var broker: BrokerList?
  private let deliver: @Sendable (Carrier, TransportEvent) -> Void

  /// A search over no carrier yet; `deliver` is told what happens over which one.
  init(_ goal: Lobby.Goal, deliver: @escaping @Sendable (Carrier, TransportEvent) -> Void) {
    (self.goal, self.deliver) = (goal, deliver)
  }

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
    teller.isHeld = goal.isForHost
    // A broker answers at once, or not at all; a host nearby may be heard late.
    let isNear = ways.contains { $0 != .broker && $1.connect != nil }
    let limit = isNear ? BluetoothService.searchLimit : OnlineTables.searchLimit
    let scans = Carrier.allCases.filter { ways[$0] != nil }.map { Lobby.Scan($0, for: limit) }
    let loop = LobbyLoop(Lobby(goal, by: scans), over: ways, inbox: inbox) { news, _ in
      teller.tell(news)
    }
    if !teller.isHeld { deliver(.bluetooth, .progress(.searching)) }
    let end = try await loop.run()
    if let search = goal.search, end == .failed, !teller.isHeld {
      throw loop.seeker.reason(search, at: broker)
    }
  }
}

/// The places where it looks.
extension TableSearch {
  /// Looks nearby.
  mutating func look(_ nearby: CentralTransport) {
    let none = KnownTables()
    ways[.bluetooth] = LobbyLoop.Way { limit, report in
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

  /// Looks on the local network.
  mutating func look(_ lan: NetworkGuest) {
    ways[.lan] = LobbyLoop.Way { limit, report in
      try await lan.hearTables(for: limit) { report(Seeker.Report($0, knowing: KnownTables())) }
    } connect: {
      try await lan.connect(to: $0)
      return true
    } drop: {
      await lan.drop()
    }
  }

  /// Looks at `broker`, for `tables`.
  mutating func look(at broker: BrokerList, for tables: OnlineTables, _ guest: OnlineGuest) {
    self.broker = broker
    ways[.broker] = LobbyLoop.Way { limit, report in
      _ = try await tables.all(upTo: limit ?? OnlineTables.searchLimit) {
        report(.heard($0.shown))
      }
    } connect: {
      guard let code = try $0.code.map({ try TableCode($0, at: nil) }) else { return false }
      try await guest.connect(to: code.signedIn(as: [broker]))
      return true
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
  private let holding: Task<Void, any Error>

  /// Connects to the only table at `destination`, to watch there; `deliver` is told what happens.
  ///
  /// - Throws: `ExitReason`, where there is none.
  static func open(
    to destination: Destination,
    on adapter: Adapter,
    _ service: BluetoothService,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(ExitReason) -> Self {
    var search = TableSearch(.join(Search(destination, to: .watch))) { deliver($1) }
    let transport = CentralTransport(service, on: adapter, deliver: search.sink(of: .bluetooth))
    search.look(transport)
    let (links, up) = AsyncStream.makeStream(of: Void.self)
    // It ends with ``close()``.
    let holding = Task { [search] in
      defer { up.finish() }
      try await search.run { _ in up.yield() }
    }
    let link = Self(transport: transport, holding: holding)
    if await links.first(where: { _ in true }) != nil { return link }
    await link.close()
    if case .failure(let error) = await holding.result { throw ExitReason(error) }
    throw .transportGone
  }

  /// Ends it.
  func close() async {
    holding.cancel()
    await transport.close()
  }
}
