internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol

/// A table that was found once, nearby or online.
struct Listing: Sendable {
  /// The table as lists show it.
  let shown: NearbyTable
  /// The other facts about it, if it is that of a contact.
  var known: OnlineTables.Table?

  /// Makes a table that was found nearby.
  init(_ host: FoundHost, knowing known: KnownTables) {
    shown = NearbyTable(host, knowing: known)
  }

  /// Makes a table that was found at a broker.
  init(_ table: OnlineTables.Table) { (shown, known) = (table.shown, table) }

  /// The tables with a seat, or whose game can be watched, in both of `sources` at once.
  ///
  /// - Throws: `ExitReason` where there is none.
  static func all(of sources: TableSources) async throws(ExitReason) -> [Listing] {
    async let nearby = nearby(sources)
    async let online = online(sources)
    let (near, far) = await (nearby, online)
    let found = (near?.tables ?? []) + (far?.tables ?? [])
    guard found.isEmpty else { return found }
    switch (near?.reason, far?.reason) {
    case (let near?, let far?): throw .nowhere(nearby: near, online: far)
    case (let reason?, nil), (nil, let reason?): throw reason
    case (nil, nil): throw .nobodyFound(asked: nil)
    }
  }

  /// The tables found in one place, and the reason if there are none.
  private typealias Found = (tables: [Listing], reason: ExitReason?)

  private static func nearby(_ sources: TableSources) async -> Found? {
    guard let bluetooth = sources.bluetooth else { return nil }
    do {
      let known = KnownTables(in: sources.environment)
      let hosts = try await hosts(bluetooth)
      return (hosts.map { Listing($0, knowing: known) }, nil)
    } catch {
      return ([], ExitReason(error))
    }
  }

  private static func hosts(_ bluetooth: BluetoothAccess) async throws -> [FoundHost] {
    let (service, adapter) = try await bluetooth.open()
    let hosts: [FoundHost]
    do throws(TransportError) {
      hosts = [try await service.find(.any, on: adapter)]
    } catch .ambiguous(let several) {
      hosts = several
    } catch .taken(let several) where several.contains(where: \.isShown) {
      hosts = several.filter(\.isShown)
    } catch {
      await service.close()
      throw error
    }
    await service.close()
    return hosts
  }

  private static func online(_ sources: TableSources) async -> Found? {
    guard let broker = sources.broker else { return nil }
    do {
      let data = try PlayerData.open(in: sources.environment)
      let tables = try OnlineTables(at: broker, knownTo: data)
      let found = try await tables.all().filter { $0.shown.isFree || $0.shown.mayBeWatched }
      guard !found.isEmpty else {
        throw ExitReason.noKnownTable(asked: nil, broker: broker.description)
      }
      return (found.map(Listing.init), nil)
    } catch {
      return ([], ExitReason(error))
    }
  }
}

extension MatchSetup {
  /// Has the way lead to a table that was found, of this player where that is `known`.
  ///
  /// - Returns: What is to be looked for nearby.
  mutating func go(to table: NearbyTable, _ known: OnlineTables.Table?) -> HostQuery {
    guard let known else {
      ways.alsoBluetooth = ways.broker != nil
      return HostQuery(table.address)
    }
    ways.code = known.found.code
    wanted = known.player
    return .any
  }
}
