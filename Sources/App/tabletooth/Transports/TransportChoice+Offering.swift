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
    var ranked = presence
    ranked.rank = ranks.first
    let nearby = try await advertise(name, saying: ranked) { deliver(0, $0) }
    let room = RankedTransport(nearby.transports[0], presence, ranks.first)
    var routes = [Route([room], open: nearby.open)]
    if let always {
      do {
        routes.append(try await openTable(at: always, sign, again: nil) { deliver(1, $0) })
      } catch {
        await room.close()
        throw error
      }
    }
    let all = Route(routes)
    return Route(all.transports) {
      _ = try await all.open()
      for await rank in ranks.later { await room.announce(rank) }
      return nil
    }
  }
}
