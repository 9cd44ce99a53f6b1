internal import BrokerTransport
internal import MatchProtocol
internal import Synchronization

/// Several transports by which guests come to one table; what the host says goes out on each.
final class FanOut: PacketTransport {
  /// One transport, and what waits to be sent there: one that takes nothing holds up no other.
  private struct Way {
    let transport: any PacketTransport
    let outbox = Outbox()
    let sending: Task<Void, Never>

    init(_ transport: any PacketTransport) {
      self.transport = transport
      let outbox = outbox
      sending = Task(executorPreference: transport.executor) {
        await outbox.drain(into: transport)
      }
    }
  }

  /// The time in which the remaining packets must be sent at the end.
  private static let farewell = Duration.seconds(2)

  private let ways: [Way]

  /// The table behind all of `transports`.
  init(_ transports: [any PacketTransport]) {
    ways = transports.map(Way.init)
  }

  /// The receiver of the events of one of `count` transports: the table is gone when all of them
  /// are, and each earlier end is told with its reason.
  static func sink(
    of count: Int,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) -> @Sendable (TransportEvent) -> Void {
    let left = Mutex(count)
    return { event in
      guard case .ended(let end) = event else { return deliver(event) }
      let isLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      deliver(isLast ? event : .wayEnded(because: end))
    }
  }

  private func add(_ item: Outbox.Item) {
    for way in ways { way.outbox.add(item) }
  }

  func send(_ packet: [UInt8]) { add(.send(OutgoingPacket(packet))) }

  func send(_ packet: OutgoingPacket) { add(.send(packet)) }

  // Of another way's guest a transport knows nothing.
  func disconnect(_ peer: PeerID) { add(.disconnect(peer)) }

  func setOpen(_ isOpen: Bool) { add(.setOpen(isOpen)) }

  func expect(_ other: Introduction) { add(.expect(other)) }

  func announce(_ presence: Presence) { add(.announce(presence)) }

  func close() async {
    await withTaskGroup(of: Void.self) { group in
      for way in ways { group.addTask { await Self.close(way) } }
    }
  }

  private static func close(_ way: Way) async {
    way.outbox.finish()
    let limit = Task {
      try await Task.sleep(for: farewell)
      way.sending.cancel()
    }
    await way.sending.value
    limit.cancel()
    await way.transport.close()
  }
}

extension Route {
  /// All of `routes` to one table, of which there is one at least.
  init(ofHost routes: [Route]) {
    guard routes.count > 1 else {
      self = routes[0]
      return
    }
    self.init(transport: FanOut(routes.map(\.transport))) {
      for route in routes { try await route.open() }
    }
  }
}
