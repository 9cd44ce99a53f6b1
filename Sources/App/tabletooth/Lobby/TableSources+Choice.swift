internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

extension TableSources {
  /// The tables among which a person chooses who names none: those with a seat, or whose game can
  /// be watched, nearby and online.
  ///
  /// - Throws: `ExitReason` where there is none.
  @MainActor
  func choice(for purpose: TablePurpose) async throws(ExitReason) -> [Listing] {
    let search = Search(.any, to: purpose)
    let loop = await lobby(
      .choose(search),
      nearby: BluetoothService.searchLimit,
      online: OnlineTables.searchLimit
    )
    guard case .found(let tables)? = try await loop.run() else {
      throw loop.seeker.reason(search, at: broker)
    }
    return tables
  }
}

extension MatchSetup {
  /// Has the way lead to a table that was found.
  ///
  /// - Returns: What is to be looked for nearby.
  /// - Throws: A `StoreError`.
  mutating func go(to table: Listing) throws -> Destination {
    guard let text = table.code else {
      if ways.broker != nil {
        if table.carriers.contains(.lan) { ways.alsoNetwork = true }
        if table.carriers.contains(.bluetooth) { ways.alsoBluetooth = true }
      }
      return Destination(table, askedAs: table.name?.description)
    }
    let brokers = [ways.broker, ways.always].compactMap(\.self)
    ways.code = try TableCode(text, at: brokers.first).signedIn(as: brokers)
    wanted = try playerData.store.trustBook().players.first { $0.key == table.player }
    return .any
  }
}
