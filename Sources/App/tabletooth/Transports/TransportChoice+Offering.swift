internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol

extension TransportChoice {
  /// Opens the table of `name` to those who pass by, if the rank of its room is said, and at the
  /// broker that is always used.
  ///
  /// - Parameters:
  ///   - name: What the table is called.
  ///   - presence: What those who pass by are told of it.
  ///   - deliver: Is told what happens.
  /// - Returns: The way to it, which still has to be opened.
  /// - Throws: A `TransportFailure`.
  func offerTable(
    of name: PlayerName,
    saying presence: Presence,
    deliver: @escaping Route.Sink
  ) async throws -> Route {
    var routes = presence.rank == nil ? [] : try await offerNearby(name, presence, deliver)
    guard let always else {
      guard !routes.isEmpty else { throw BrokerError.notConnected }
      return Route(routes)
    }
    let number = routes.count
    let sign = TableSign(name, presence.withoutRank)
    do {
      routes.append(try await openTable(at: always, sign, again: nil) { deliver(number, $0) })
    } catch {
      for route in routes { await route.transports[0].close() }
      throw error
    }
    return Route(routes)
  }

  /// The same by Bluetooth and on the local network, of which one is enough.
  private func offerNearby(
    _ name: PlayerName,
    _ presence: Presence,
    _ deliver: @escaping Route.Sink
  ) async throws -> [Route] {
    var routes: [Route] = []
    var ways = [nearby == .lan ? Way.lan : .bluetooth]
    let isOnNetwork = await isOnNetwork(ways)
    if isOnNetwork { ways.append(.lan) }
    for way in ways {
      let number = routes.count
      let sink: @Sendable (TransportEvent) -> Void = { deliver(number, $0) }
      do {
        routes.append(
          way == .lan
            ? try await publish(name, saying: presence, deliver: sink)
            : try await advertise(name, saying: presence, deliver: sink)
        )
      } catch  where way == .bluetooth && isOnNetwork {
        // The network is left.
      }
    }
    return routes
  }
}

extension Presence {
  /// The same of a table at a broker, where rooms have no ranks.
  fileprivate var withoutRank: Presence {
    var presence = self
    presence.rank = nil
    return presence
  }
}
