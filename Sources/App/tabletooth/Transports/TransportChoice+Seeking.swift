internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import MatchStore

extension TransportChoice {
  /// The broker at which a known player's table is looked for, and how; nil where none is.
  var sought: (broker: BrokerList, search: KnownTableTransport.Search)? {
    guard code == nil, address == nil, let search, let broker = broker ?? always else { return nil }
    return (broker, search)
  }

  /// Looks for a table nearby, as `query` has it, and for that of a known player at a broker, at
  /// once; the first that is found is taken.
  ///
  /// - Parameters:
  ///   - query: What is looked for over Bluetooth.
  ///   - search: What is looked for at the broker.
  ///   - broker: The broker.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`, where Bluetooth was named and there is none.
  func seek(
    _ query: HostQuery,
    _ search: KnownTableTransport.Search,
    at broker: BrokerList,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    guard isSoughtNearby else {
      let online = KnownTableTransport(search, at: broker, deliver: deliver)
      return Route(transport: online) {
        deliver(.progress(.searching))
        try await online.connect(upTo: OnlineTables.searchLimit)
      }
    }
    let all = Failover(deliver: deliver)
    let online = KnownTableTransport(search, at: broker, deliver: all.sink(of: 0))
    all.add(online)
    let nearby: Route
    do {
      nearby = try await self.search(query, again: nil, deliver: all.sink(of: 1))
    } catch {
      guard !isBluetoothNamed else { throw error }
      let reason = ExitReason(error)
      return Route(transport: all) {
        deliver(.progress(.searching))
        do {
          try await online.connect(upTo: OnlineTables.searchLimit)
        } catch {
          throw ExitReason.nowhere(nearby: reason, online: ExitReason(error))
        }
      }
    }
    all.add(nearby.transport)
    return Route(transport: all) { try await Self.openFirst(of: all, online, nearby) }
  }

  /// Looks for the table that `query` asks for by what may be a name or a code: where nobody is
  /// found, it was a code.
  ///
  /// - Parameters:
  ///   - query: What is looked for over Bluetooth.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: ``doubt``, or what was wrong with somebody who was found.
  func lookInDoubt(
    _ query: HostQuery,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    var certain = self
    certain.doubt = nil
    do {
      let route = try await certain.lookForTable(query, again: nil, deliver: deliver)
      return Route(transport: route.transport) {
        do { try await route.open() } catch { throw explanation(of: error) }
      }
    } catch {
      throw explanation(of: error)
    }
  }

  private func explanation(of error: any Error) -> any Error {
    let reason = ExitReason(error)
    return reason.isOfSomebody ? reason : doubt ?? reason
  }

  /// Opens both ways at once; the other one is given up when the first leads to a host.
  private static func openFirst(
    of all: Failover,
    _ online: KnownTableTransport,
    _ nearby: Route
  ) async throws {
    var reasons: [Int: ExitReason] = [:]
    try await withThrowingTaskGroup(of: (way: Int, reason: ExitReason?).self) { group in
      group.addTask {
        await (0, reason { try await online.connect(upTo: BluetoothService.searchLimit) })
      }
      group.addTask { await (1, reason { try await nearby.open() }) }
      for try await (way, reason) in group {
        if let reason {
          reasons[way] = reason
          continue
        }
        // Both may have been found at the same moment.
        let isNearby = (all.activeWay ?? way) == 1
        if isNearby { await online.giveUp() } else { await all.drop(1) }
        group.cancelAll()
        return
      }
      throw ExitReason.nowhere(
        nearby: reasons[1] ?? .nobodyFound(asked: nil),
        online: reasons[0] ?? .nobodyFound(asked: nil)
      )
    }
  }

  private static func reason(_ body: () async throws -> Void) async -> ExitReason? {
    do {
      try await body()
      return nil
    } catch {
      return ExitReason(error)
    }
  }
}

extension ExitReason {
  /// The reason why no table was found in two places; a table that was there tells more than one
  /// that was not.
  static func nowhere(nearby: ExitReason, online: ExitReason) -> Self {
    if nearby.isOfSomebody { return nearby }
    return online.isOfSomebody ? online : .foundNowhere(nearby: nearby, online: online)
  }

  /// True if somebody was there.
  fileprivate var isOfSomebody: Bool {
    if case .notLetIn = self { return true }
    if case .severalTables = self { return true }
    if case .couldNotConnect = self { return true }
    if case .otherTable = self { return true }
    return if case .otherVersion = self { true } else { false }
  }
}

extension HostQuery {
  /// True if the host of a kept match may be the one that is asked for.
  ///
  /// - Parameters:
  ///   - match: The match.
  ///   - opponent: What its host is called here.
  /// - Returns: Whether it may be.
  func fits(_ match: SavedMatch, against opponent: PlayerName) -> Bool {
    guard let table = match.table else { return self == .any }
    return switch self {
    case .any: true
    case .address(let address): table.address == address.description
    case .name(let name):
      [table.name, match.opponentName.description, opponent.description].contains {
        $0?.lowercased() == name.lowercased()
      }
    case .table(let address, let name): table.address == address.description || table.name == name
    case .watching(let query), .meeting(_, let query): query.fits(match, against: opponent)
    }
  }
}
