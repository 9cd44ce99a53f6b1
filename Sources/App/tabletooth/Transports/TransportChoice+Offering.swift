internal import BrokerTransport
internal import MatchProtocol

extension TransportChoice {
  /// Opens the table of `name` to those who pass by, and says the rank of its room; at the broker
  /// too that is always used, or there alone.
  ///
  /// - Parameters:
  ///   - name: What the table is called.
  ///   - presence: What those who pass by are told of it besides.
  ///   - ranks: The rank that its room has nearby, and those that it gets; nil for none there.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`.
  func offerTable(
    of name: PlayerName,
    saying presence: Presence,
    _ ranks: RoomRanks?,
    deliver: @escaping Route.Sink
  ) async throws -> Route {
    let sign = TableSign(name, presence)
    guard let ranks else {
      guard let always else { throw BrokerError.notConnected }
      return try await openTable(at: always, sign, again: nil) { deliver(0, $0) }
    }
    var (rooms, routes) = try await offerNearby(name, presence, ranks, deliver)
    if let always {
      let number = routes.count
      do {
        routes.append(try await openTable(at: always, sign, again: nil) { deliver(number, $0) })
      } catch {
        for room in rooms { await room.close() }
        throw error
      }
    }
    let all = Route(routes)
    return Route(all.transports) { [rooms] joined in
      try await all.open(joined)
      for await rank in ranks.later { for room in rooms { await room.announce(rank) } }
    }
  }

  /// The same by Bluetooth and on the local network, of which one is enough.
  private func offerNearby(
    _ name: PlayerName,
    _ presence: Presence,
    _ ranks: RoomRanks,
    _ deliver: @escaping Route.Sink
  ) async throws -> (rooms: [RankedTransport], routes: [Route]) {
    var ranked = presence
    ranked.rank = ranks.first
    var (rooms, routes): ([RankedTransport], [Route]) = ([], [])
    let isOnNetwork = await isOnNetwork([.bluetooth])
    for way in isOnNetwork ? [Way.bluetooth, .lan] : [.bluetooth] {
      let number = routes.count
      let sink: @Sendable (TransportEvent) -> Void = { deliver(number, $0) }
      do {
        let route =
          way == .lan
          ? try await publish(name, saying: ranked, deliver: sink)
          : try await advertise(name, saying: ranked, deliver: sink)
        rooms.append(RankedTransport(route.transports[0], presence, ranks.first))
        routes.append(Route([rooms[number]], open: route.open))
      } catch  where way == .bluetooth && isOnNetwork {
        // The network is left.
      }
    }
    return (rooms, routes)
  }
}
