internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol

/// A search for one table nearby, at a broker, or in both places at once, up to a link.
struct TableSearch: Sendable {
  let search: Search
  /// The transport by which tables nearby are heard and reached.
  var nearby: CentralTransport?
  /// The reason why there is none, where that is no reason to give up.
  var nearbyFailure: ExitReason?
  /// The transport by which tables on the local network are heard and reached.
  var lan: NetworkGuest?
  /// The transport by which a table at a broker is reached, and how those are found.
  var online: (guest: OnlineGuest, tables: OnlineTables, broker: BrokerList)?
  private let deliver: @Sendable (TransportEvent) -> Void

  /// A search over no carrier yet; `deliver` is told what happens.
  init(search: Search, deliver: @escaping @Sendable (TransportEvent) -> Void) {
    (self.search, self.deliver) = (search, deliver)
  }

  /// Looks until there is a link.
  ///
  /// - Returns: The carrier over which it was made.
  /// - Throws: `ExitReason`, where there is none.
  @MainActor
  @discardableResult
  func run() async throws(ExitReason) -> Carrier? {
    // One table may be tried over several carriers.
    var tried: PlayerName?
    let loop = LobbyLoop(Lobby(.join(search), by: scans), over: ways) { [deliver] news, _ in
      switch news {
      case .passed(let table): deliver(.progress(.passed(table.location)))
      case .trying(let table):
        if tried == nil || tried != table.name { deliver(.progress(.connecting(table.location))) }
        tried = table.name
      default: break
      }
    }
    deliver(.progress(.searching))
    switch try await loop.run() {
    case .joined(let carrier): return carrier
    case .failed: throw loop.reason(search, at: online?.broker)
    default: return nil
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
      let none = KnownTables()
      ways[.bluetooth] = LobbyLoop.Way { limit, report in
        try await nearby.hearTables(for: limit) { report(.heard(Listing($0, knowing: none))) }
      } connect: {
        try await nearby.connect(toTableAt: $0.address)
      }
    } else if let nearbyFailure {
      ways[.bluetooth] = LobbyLoop.Way { _, _ in throw nearbyFailure }
    }
    if let lan {
      ways[.lan] = LobbyLoop.Way { limit, report in
        try await lan.hearTables(for: limit) {
          report(LobbyLoop.Report($0, knowing: KnownTables()))
        }
      } connect: {
        try await lan.connect(to: $0)
        return true
      }
    }
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

extension CentralTransport {
  /// Connects to the only table at `destination`, to watch there; `deliver` is told what happens.
  ///
  /// - Throws: `ExitReason`, where there is none.
  func reach(
    _ destination: Destination,
    deliver: @escaping @Sendable (TransportEvent) -> Void = { _ in }
  ) async throws(ExitReason) {
    var search = TableSearch(search: Search(destination, to: .watch), deliver: deliver)
    search.nearby = self
    try await search.run()
  }
}

extension Listing {
  /// The location of the table.
  fileprivate var location: HostLocation {
    HostLocation(address: address, name: name?.description)
  }
}
