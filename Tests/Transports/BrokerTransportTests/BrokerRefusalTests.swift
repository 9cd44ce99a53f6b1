import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import Synchronization
import Testing

/// What a guest does at a broker that does not want it.
@Suite(.timeLimit(.minutes(1))) struct BrokerRefusalTests {
  /// A clock on which every wait is over at once, that knows how long each would have been.
  private final class QuickClock: Clock {
    let minimumResolution = Swift.Duration.zero
    let now = StandingClock.Instant()
    let pauses = Mutex<[Swift.Duration]>([])

    func sleep(until deadline: StandingClock.Instant, tolerance: Swift.Duration?) async throws {
      try Task.checkCancellation()
      pauses.withLock { $0.append(now.duration(to: deadline)) }
    }
  }

  private let clock = QuickClock()

  private let told = AsyncStream<TransportEvent>.makeStream()

  private func guest(
    at server: RudeServer
  ) throws -> (BrokerGuestTransport, broker: BrokerAddress) {
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: server.port)
    return (try guest(at: address), address)
  }

  private func guest(
    at address: BrokerAddress,
    trusting certificates: String? = nil,
    pausing fraction: Double = 0.5
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
      clock: clock
    ) { deliver.yield($0) }
  }

  /// All that is told until the transport ends, or until it has told that the broker has ended the
  /// connection.
  private func events() async -> [TransportEvent] {
    await events { event in
      switch event {
      case .ended, .progress(.brokerEnded): true
      case .link, .progress, .wayEnded: false
      }
    }
  }

  @Test func `a broker that lets in and hangs up is told to who asked, and not tried again`()
    async throws
  {
    let server = try RudeServer([[0x20, 3, 0, 0, 0]])
    let (guest, broker) = try guest(at: server)
    let error = await #expect(throws: BrokerError.self) { try await guest.connect() }
    #expect(error == .broker(broker, .hungUp))
    await guest.close()
    told.continuation.finish()
    let events = await events()
    let place = HostLocation(address: "\(broker)/", name: nil)
    #expect(events == [.progress(.connecting(place))])
  }

  /// What a broker says right behind its answer to who listens, before it hangs up.
  private static let ends: [([UInt8], MQTTError?)] = [
    ([0xE0, 1, 0x8E], .takenOver),
    ([0xE0, 1, 0x98], .removed(reason: 0x98, words: "Administrative action")),
    ([], nil),
  ]

  @Test(arguments: ends)
  func `a broker that hangs up right behind its answer is noticed`(
    goodbye: [UInt8],
    error: MQTTError?
  ) async throws {
    let answers: [[UInt8]] = [[0x20, 3, 0, 0, 0], [0x90, 4, 0, 1, 0, 0] + goodbye]
    let server = try RudeServer(answers, hangsUpAtOnce: true)
    let (guest, broker) = try guest(at: server)
    // It is let in, and then hears nobody.
    await #expect(throws: BrokerError.self) { try await guest.connect() }
    let end = error.map { TransportEnd(BrokerError.broker(broker, $0)) }
    let last = end.map { .ended(because: $0) } ?? TransportEvent.progress(.brokerEnded(.hangsUp))
    let events = await events { $0 == last || $0 == .ended() }
    #expect(events.last == last)
    await guest.close()
  }

  /// What a broker says to who comes, in MQTT 5, and in 3.1.1 where that has two bytes.
  private static let refusals: [([UInt8], MQTTError)] = [
    ([0x20, 3, 0, 0x87, 0], .notAuthorized), ([0x20, 2, 0, 1], .otherVersion),
    ([0x20, 3, 0, 0x85, 0], .refused(reason: 0x85, words: "Client Identifier not valid")),
  ]

  @Test(arguments: refusals)
  func `a broker that refuses again and again is given up, and not before`(
    answer: [UInt8],
    error: MQTTError
  ) async throws {
    let server = try RudeServer([answer])
    let (guest, broker) = try guest(at: server)
    await guest.keepConnecting()
    let events = await events()
    #expect(events.last == .ended(because: TransportEnd(BrokerError.broker(broker, error))))
    #expect(attempts(events) >= 4)
    await guest.close()
  }

  @Test func `a broker whose certificate is not trusted is given up after five times`()
    async throws
  {
    try await PrivateBroker.run(isSecure: true) { server in
      let broker = BrokerAddress(.secure, host: "localhost", port: server.port)
      let guest = try guest(at: broker)
      await guest.keepConnecting()
      let events = await events()
      guard case .ended(let end)? = events.last,
        case .broker(broker, .insecure(let words))? = end?.failure as? BrokerError
      else {
        Issue.record("\(String(describing: events.last))")
        return
      }
      #expect(words.contains("certificate verify failed"))
      #expect(attempts(events) >= 4)
      await guest.close()
    }
  }

  /// How often it was tried again.
  private func attempts(_ events: [TransportEvent]) -> Int {
    events.count { if case .progress(.brokerLost) = $0 { true } else { false } }
  }

  /// All that is told until an event of this kind.
  private func events(until isLast: (TransportEvent) -> Bool) async -> [TransportEvent] {
    var events: [TransportEvent] = []
    for await event in told.stream {
      events.append(event)
      if isLast(event) { break }
    }
    return events
  }

  /// All that is told until it is tried again for the tenth time.
  private func eventsOfManyAttempts() async -> [TransportEvent] {
    await events { event in
      switch event {
      case .ended, .progress(.brokerLost(10, _)): true
      case .link, .progress, .wayEnded: false
      }
    }
  }

  /// The pauses at the least, in the middle and at most.
  private static let pauses: [(Double, [Double])] = [
    (0, [0.25, 0.5, 1, 2, 4, 8, 15, 15, 15, 15]),
    (0.5, [0.5, 1, 2, 4, 8, 16, 22.5, 22.5, 22.5, 22.5]),
    (1, [0.75, 1.5, 3, 6, 12, 24, 30, 30, 30, 30]),
  ]

  @Test(arguments: pauses)
  func `a broker that is not reached is tried for ever`(
    fraction: Double,
    expected: [Double]
  ) async throws {
    let port = try { try RudeServer([]).port }()
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: port)
    let guest = try guest(at: address, pausing: fraction)
    await guest.keepConnecting()
    let pauses = await eventsOfManyAttempts().compactMap { event -> Duration? in
      if case .progress(.brokerLost(_, let pause)) = event { pause } else { nil }
    }
    #expect(pauses == expected.map { .seconds($0) })
    // What is told is what is waited for.
    #expect(clock.pauses.withLock(\.self).starts(with: pauses.dropLast()))
    await guest.close()
  }

  @Test func `the pauses begin anew when somebody was heard`() async throws {
    // It lets in, grants what is asked for, and says something at x before it hangs up.
    let server = try RudeServer([
      [0x20, 3, 0, 0, 0], [0x90, 4, 0, 1, 0, 0], [0x30, 5, 0, 1, 0x78, 0, 1],
    ])
    let (guest, _) = try guest(at: server)
    await guest.keepConnecting()
    var left = 4
    for await case .progress(.brokerLost(let attempt, let pause)) in told.stream where left > 0 {
      #expect(attempt == 1 && pause == .milliseconds(500))
      left -= 1
      if left == 0 { break }
    }
    await guest.close()
  }

  @Test func `a broker that is busy is tried for ever, and what it says is told once`()
    async throws
  {
    let server = try RudeServer([[0x20, 3, 0, 0x89, 0]])
    let (guest, _) = try guest(at: server)
    await guest.keepConnecting()
    let events = await eventsOfManyAttempts()
    #expect(attempts(events) == 10)
    let reason = BrokerReason(0x89, words: "Server busy")
    #expect(events.count { $0 == .progress(.brokerEnded(reason)) } == 1)
    await guest.close()
  }

  @Test func `who hangs up where TLS should be has none, unless there was one before`()
    async throws
  {
    let server = try RudeServer([])
    let place = BrokerAddress(.secure, host: "localhost", port: server.port)
    let stranger = try guest(at: place)
    await stranger.keepConnecting()
    guard case .ended(let end)? = await events().last,
      case .broker(place, .noTLS)? = end?.failure as? BrokerError
    else {
      Issue.record("it is not given up")
      return
    }
    await stranger.close()
    try await PrivateBroker.run(isSecure: true) { broker in
      let place = BrokerAddress(.secure, host: "localhost", port: broker.port)
      let guest = try guest(at: place, trusting: broker.certificate)
      await guest.keepConnecting()
      for await event in told.stream where event == .progress(.brokerFound) { break }
      broker.kill()
      // It is what listens for a broker that starts, and has nobody to ask yet.
      let doorkeeper = try RudeServer([], port: broker.port)
      #expect(attempts(await eventsOfManyAttempts()) == 10)
      #expect(doorkeeper.port == broker.port)
      await guest.close()
    }
  }

  @Test func `a broker that lets a guest in and hangs up is told after the third time`()
    async throws
  {
    let server = try RudeServer([[0x20, 3, 0, 0, 0]])
    let (guest, _) = try guest(at: server)
    await guest.keepConnecting()
    let events = await events()
    #expect(events.last == .progress(.brokerEnded(.hangsUp)))
    #expect(events.contains { if case .progress(.brokerLost(2, _)) = $0 { true } else { false } })
    await guest.close()
  }

  /// What a broker says to a subscription, and what is told of it, once.
  private static let nonsense: [([UInt8], BrokerReason)] = [
    ([0xff, 0], .unsound), ([0xe0, 4, 0x72, 2, 0x61, 0x61], .unsound),
  ]

  @Test(arguments: nonsense)
  func `a broker that talks nonsense is told as that, once, and tried for ever`(
    answer: [UInt8],
    reason: BrokerReason
  ) async throws {
    for turns in [[[0x20, 3, 0, 0, 0], answer], [answer]] {
      let server = try RudeServer(turns)
      let (guest, _) = try guest(at: server)
      await guest.keepConnecting()
      let events = await eventsOfManyAttempts()
      #expect(attempts(events) == 10)
      #expect(events.count { $0 == .progress(.brokerEnded(reason)) } == 1)
      await guest.close()
    }
  }

  @Test func `who knocks in vain at a broker that hangs up on it hears of that`() async throws {
    // It grants what is asked for, and hangs up on what is published.
    let server = try RudeServer([[0x20, 3, 0, 0, 0], [0x90, 4, 0, 1, 0, 0]])
    let (guest, broker) = try guest(at: server)
    let error = await #expect(throws: BrokerError.self) { try await guest.connect() }
    #expect(error == .broker(broker, .hungUp))
    await guest.close()
  }

  @Test func `a broker that ends a connection with a reason is told with it, and tried again`()
    async throws
  {
    let server = try RudeServer([
      [0x20, 3, 0, 0, 0], [0x90, 4, 0, 1, 0, 0], [0xe0, 2, 0x8b, 0],
    ])
    let (guest, _) = try guest(at: server)
    await guest.keepConnecting()
    let reason = BrokerReason(0x8b, words: "Server shutting down")
    #expect(await events().last == .progress(.brokerEnded(reason)))
    #expect(await events().last == .progress(.brokerEnded(reason)))
    await guest.close()
  }

  @Test func `a broker that lets in and removes again and again is given up after five times`()
    async throws
  {
    let server = try RudeServer([
      [0x20, 3, 0, 0, 0], [0x90, 4, 0, 1, 0, 0], [0xe0, 2, 0x98, 0],
    ])
    let (guest, broker) = try guest(at: server)
    await guest.keepConnecting()
    let events = await events(until: { if case .ended = $0 { true } else { false } })
    let words = "Administrative action"
    let end = BrokerError.broker(broker, .removed(reason: 0x98, words: words))
    #expect(events.last == .ended(because: TransportEnd(end)))
    let told = TransportEvent.progress(.brokerEnded(BrokerReason(0x98, words: words)))
    #expect(events.count { $0 == told } == 5)
    await guest.close()
  }

  @Test func `a broker that removes and lets nobody in any more is given up as one that removes`()
    async throws
  {
    let removal: [[UInt8]] = [[0x20, 3, 0, 0, 0], [0x90, 4, 0, 1, 0, 0], [0xe0, 2, 0x98, 0]]
    let server = try RudeServer(inTurn: [removal, [[0x20, 3, 0, 0x87, 0]]])
    let (guest, broker) = try guest(at: server)
    await guest.keepConnecting()
    let events = await events(until: { if case .ended = $0 { true } else { false } })
    let error = MQTTError.removed(reason: 0x98, words: "Administrative action")
    #expect(events.last == .ended(because: TransportEnd(BrokerError.broker(broker, error))))
    await guest.close()
  }

  @Test func `a broker that removes who asks for a topic says so once, and is given up`()
    async throws
  {
    let server = try RudeServer([[0x20, 3, 0, 0, 0], [0xe0, 2, 0x98, 0]])
    let (guest, broker) = try guest(at: server)
    let error = MQTTError.removed(reason: 0x98, words: "Administrative action")
    await #expect(throws: BrokerError.broker(broker, error)) { try await guest.connect() }
    await guest.close()
    // Who waits for it is patient all the same.
    let (patient, _) = try self.guest(at: server)
    await patient.keepConnecting()
    let events = await events(until: { if case .ended = $0 { true } else { false } })
    #expect(attempts(events) >= 4)
    await patient.close()
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
