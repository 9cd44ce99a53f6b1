import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import TestSupport
import Testing

/// A guest at a broker that does not want it, and all that it tells.
struct Knocking {
  let clock = TestClock(isJumping: true)

  let told = AsyncStream<TransportEvent>.makeStream()

  func guest(
    at server: RudeServer,
    on clock: TestClock? = nil
  ) throws -> (BrokerGuestTransport, broker: BrokerAddress) {
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: server.port)
    return (try guest(at: address, on: clock), address)
  }

  func guest(
    at address: BrokerAddress,
    trusting certificates: String? = nil,
    pausing fraction: Double = 0.5,
    on clock: TestClock? = nil
  ) throws -> BrokerGuestTransport {
    let brokers = BrokerList(address)
    let digest = try #require(TableDigest(Array(repeating: 1, count: 16)))
    var access = BrokerAccess()
    access.certificates = certificates
    access.fraction = { fraction }
    let deliver = told.continuation
    return BrokerGuestTransport(
      to: [Door(TableCode(brokers, digest))],
      at: brokers,
      known: HostLocation(address: "\(brokers)/", name: nil),
      access,
      clock: clock ?? self.clock
    ) { deliver.yield($0) }
  }

  /// All that is told until the transport ends, or until it has told that the broker has ended the
  /// connection.
  func events() async -> [TransportEvent] {
    await events { event in
      switch event {
      case .ended, .waits: true
      case .link, .progress, .wayEnded: false
      }
    }
  }

  /// How often it was tried again.
  func attempts(_ events: [TransportEvent]) -> Int {
    events.count { if case .progress(.brokerLost) = $0 { true } else { false } }
  }

  /// All that is told until an event of this kind.
  func events(until isLast: (TransportEvent) -> Bool) async -> [TransportEvent] {
    var events: [TransportEvent] = []
    for await event in told.stream {
      events.append(event)
      if isLast(event) { break }
    }
    return events
  }

  /// All that is told until it is tried again for the tenth time.
  func eventsOfManyAttempts() async -> [TransportEvent] {
    await events { event in
      switch event {
      case .ended, .progress(.brokerLost(10, _)): true
      case .link, .progress, .waits, .wayEnded: false
      }
    }
  }
}
