internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

extension TableSources {
  /// The tables with a seat, or whose game can be watched, nearby and online at once.
  ///
  /// - Throws: `ExitReason` where there is none.
  func all() async throws(ExitReason) -> [Listing] {
    async let nearby = listNearby()
    async let online = listOnline()
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

  private func listNearby() async -> Found? {
    guard let bluetooth else { return nil }
    do {
      let known = KnownTables(in: environment)
      let hosts = try await hosts(bluetooth)
      return (hosts.map { Listing($0, knowing: known) }, nil)
    } catch {
      return ([], ExitReason(error))
    }
  }

  private func hosts(_ bluetooth: BluetoothAccess) async throws -> [FoundHost] {
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

  private func listOnline() async -> Found? {
    guard let broker else { return nil }
    do {
      let data = try PlayerData.open(in: environment)
      let tables = try OnlineTables(at: broker, knownTo: data)
      let found = try await tables.all().map(\.shown).filter { $0.isFree || $0.mayBeWatched }
      guard !found.isEmpty else {
        throw ExitReason.noKnownTable(asked: nil, broker: broker.description)
      }
      return (found, nil)
    } catch {
      return ([], ExitReason(error))
    }
  }
}

extension MatchSetup {
  /// Has the way lead to a table that was found.
  ///
  /// - Returns: What is to be looked for nearby.
  /// - Throws: A `StoreError`.
  mutating func go(to table: Listing) throws -> HostQuery {
    guard let text = table.code else {
      ways.alsoBluetooth = ways.broker != nil
      return HostQuery(table.address)
    }
    let brokers = [ways.broker, ways.always].compactMap(\.self)
    ways.code = try TableCode(text, at: brokers.first).signedIn(as: brokers)
    wanted = try playerData.store.trustBook().players.first { $0.key == table.player }
    return .any
  }
}
