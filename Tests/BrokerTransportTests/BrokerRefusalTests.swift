import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import Testing

/// What a guest does at a broker that does not want it.
@Suite(.timeLimit(.minutes(1))) struct BrokerRefusalTests {
  /// A clock on which every wait is over at once.
  private struct QuickClock: Clock {
    let minimumResolution = Swift.Duration.zero
    let now = StandingClock.Instant()

    func sleep(until deadline: StandingClock.Instant, tolerance: Swift.Duration?) async throws {
      try Task.checkCancellation()
    }
  }

  private let told = AsyncStream<TransportEvent>.makeStream()

  private func guest(
    at server: RudeServer
  ) throws -> (BrokerGuestTransport, broker: BrokerAddress) {
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: server.port)
    let brokers = BrokerList(address)
    let digest = try #require(TableDigest(Array(repeating: 1, count: 16)))
    let deliver = told.continuation
    let transport = BrokerGuestTransport(
      to: [Door(TableCode(brokers, digest))],
      at: brokers,
      known: HostLocation(address: "\(brokers)/", name: nil),
      clock: QuickClock()
    ) { deliver.yield($0) }
    return (transport, address)
  }

  /// All that is told until the transport ends, or until it has told that the broker has ended the
  /// connection.
  private func events() async -> [TransportEvent] {
    var events: [TransportEvent] = []
    for await event in told.stream {
      events.append(event)
      switch event {
      case .ended, .progress(.brokerEnded): return events
      case .link, .progress, .wayEnded: continue
      }
    }
    return events
  }

  @Test func `a broker that lets in and hangs up is told to who asked, and not tried again`()
    async throws
  {
    let server = try RudeServer([[0x20, 3, 0, 0, 0]])
    let (guest, broker) = try guest(at: server)
    let error = await #expect(throws: BrokerError.self) { try await guest.connect() }
    guard case .broker(broker, .lost(let words))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!words.isEmpty)
    await guest.close()
    told.continuation.finish()
    let events = await events()
    let place = HostLocation(address: "\(broker)/", name: nil)
    #expect(events == [.progress(.connecting(place))])
  }

  @Test func `a broker that refuses again and again is given up, and not before`() async throws {
    let server = try RudeServer([[0x20, 3, 0, 0x87, 0]])
    let (guest, broker) = try guest(at: server)
    await guest.keepConnecting()
    let events = await events()
    let refusal = BrokerError.broker(broker, .notAuthorized)
    #expect(events.last == .ended(because: TransportEnd(refusal)))
    #expect(events.contains { if case .progress(.brokerLost(4, _)) = $0 { true } else { false } })
    await guest.close()
  }

  @Test func `a broker that lets a guest in and hangs up is told after the third time`()
    async throws
  {
    let server = try RudeServer([[0x20, 3, 0, 0, 0]])
    let (guest, _) = try guest(at: server)
    await guest.keepConnecting()
    let events = await events()
    #expect(events.last == .progress(.brokerEnded(nil)))
    #expect(events.contains { if case .progress(.brokerLost(2, _)) = $0 { true } else { false } })
    await guest.close()
  }

  @Test func `a broker that ends a connection with a reason is told with it, and tried again`()
    async throws
  {
    let server = try RudeServer([
      [0x20, 3, 0, 0, 0], [0x90, 4, 0, 1, 0, 0], [0xe0, 2, 0x98, 0],
    ])
    let (guest, _) = try guest(at: server)
    await guest.keepConnecting()
    let reason = BrokerReason(0x98, words: "Administrative action")
    #expect(await events().last == .progress(.brokerEnded(reason)))
    #expect(await events().last == .progress(.brokerEnded(reason)))
    await guest.close()
  }

  @Test func `who is told that somebody else has taken its place does not come back`()
    async throws
  {
    let server = try RudeServer([
      [0x20, 3, 0, 0, 0], [0x90, 4, 0, 1, 0, 0], [0xe0, 2, 0x8e, 0],
    ])
    let (guest, broker) = try guest(at: server)
    await guest.keepConnecting()
    let events = await events()
    #expect(events.last == .ended(because: TransportEnd(BrokerError.broker(broker, .takenOver))))
    #expect(!events.contains { if case .progress(.brokerLost) = $0 { true } else { false } })
    await guest.close()
  }
}
