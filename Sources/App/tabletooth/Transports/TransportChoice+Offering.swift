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
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    let sign = TableSign(name, presence)
    guard let ranks else {
      guard let always else { throw BrokerError.notConnected }
      return try await openTable(at: always, sign, again: nil, deliver: deliver)
    }
    var ranked = presence
    ranked.rank = ranks.first
    let sink = always == nil ? deliver : FanOut.sink(of: 2, deliver: deliver)
    let nearby = try await advertise(name, saying: ranked, deliver: sink)
    let room = RankedTransport(nearby.transport, presence, ranks.first)
    var routes = [Route(transport: room) { try await nearby.open() }]
    if let always {
      do {
        routes.append(try await openTable(at: always, sign, again: nil, deliver: sink))
      } catch {
        await nearby.transport.close()
        throw error
      }
    }
    let all = Route(ofHost: routes)
    return Route(transport: all.transport) {
      try await all.open()
      for await rank in ranks.later { await room.announce(rank) }
    }
  }
}
