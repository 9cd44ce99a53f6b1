import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import TestSupport
import Testing

/// What a guest does at a broker that does not want it.
@Suite(.timeLimit(.minutes(1))) struct BrokerRefusalTests {
  private let knocking = Knocking()

  @Test func `a broker that lets in and hangs up is told to who asked, and not tried again`()
    async throws
  {
    let server = try RudeServer([[0x20, 2, 0, 0]])
    let (guest, broker) = try knocking.guest(at: server)
    let error = await #expect(throws: BrokerError.self) { try await guest.connect() }
    #expect(error == .broker(broker, .hungUp))
    await guest.close()
    knocking.told.continuation.finish()
    let events = await knocking.events()
    let place = HostLocation(address: "\(broker)/", name: nil)
    #expect(events == [.progress(.connecting(place))])
  }

  @Test func `a broker that hangs up right behind its answer is noticed`() async throws {
    let server = try RudeServer([[0x20, 2, 0, 0], [0x90, 3, 0, 1, 0]], hangsUpAtOnce: true)
    let (guest, broker) = try knocking.guest(at: server)
    // It is let in, and then hears nobody.
    await #expect(throws: BrokerError.self) { try await guest.connect() }
    let last = TransportEvent.waits(because: BrokerError.broker(broker, .hungUp))
    let events = await knocking.events { $0 == last || $0 == .ended() }
    #expect(events.last == last)
    await guest.close()
  }

  /// What a broker says to who comes.
  private static let refusals: [([UInt8], MQTTError)] = [
    ([0x20, 2, 0, 5], .notAuthorized), ([0x20, 2, 0, 1], .otherVersion),
    ([0x20, 2, 0, 2], .refused(reason: 2, words: "identifier rejected")),
  ]

  @Test(arguments: refusals)
  func `a broker that refuses again and again is given up, and not before`(
    answer: [UInt8],
    error: MQTTError
  ) async throws {
    let server = try RudeServer([answer])
    let (guest, broker) = try knocking.guest(at: server)
    await guest.keepConnecting()
    let events = await knocking.events()
    #expect(events.last == .ended(because: BrokerError.broker(broker, error)))
    #expect(knocking.attempts(events) >= 4)
    await guest.close()
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
    let guest = try knocking.guest(at: address, pausing: fraction)
    await guest.keepConnecting()
    let pauses = await knocking.eventsOfManyAttempts().compactMap { event -> Duration? in
      if case .progress(.brokerLost(_, let pause)) = event { pause } else { nil }
    }
    #expect(pauses == expected.map { .seconds($0) })
    // What is told is what is waited for.
    #expect(knocking.clock.history.starts(with: pauses.dropLast()))
    await guest.close()
  }

  @Test func `the pauses begin anew when somebody was heard`() async throws {
    // It lets in, grants what is asked for, and says something at x before it hangs up.
    let server = try RudeServer([
      [0x20, 2, 0, 0], [0x90, 3, 0, 1, 0], [0x30, 5, 0, 1, 0x78, 0, 1],
    ])
    let (guest, _) = try knocking.guest(at: server)
    await guest.keepConnecting()
    var left = 4
    for await case .progress(.brokerLost(let attempt, let pause)) in knocking.told.stream
    where left > 0 {
      #expect(attempt == 1 && pause == .milliseconds(500))
      left -= 1
      if left == 0 { break }
    }
    await guest.close()
  }

  @Test func `a broker that is busy is tried for ever, and what it says is told once`()
    async throws
  {
    let server = try RudeServer([[0x20, 2, 0, 3]])
    let (guest, broker) = try knocking.guest(at: server)
    await guest.keepConnecting()
    let events = await knocking.eventsOfManyAttempts()
    #expect(knocking.attempts(events) == 10)
    let error = MQTTError.refused(reason: 3, words: "broker unavailable")
    #expect(events.count { $0 == .waits(because: BrokerError.broker(broker, error)) } == 1)
    await guest.close()
  }

  @Test func `who hangs up where TLS should be has none`() async throws {
    let server = try RudeServer([])
    let place = BrokerAddress(.secure, host: "localhost", port: server.port)
    let stranger = try knocking.guest(at: place)
    await stranger.keepConnecting()
    guard case .ended(let end)? = await knocking.events().last,
      case .broker(place, .noTLS)? = end as? BrokerError
    else {
      Issue.record("it is not given up")
      return
    }
    await stranger.close()
  }

  @Test func `a broker that lets a guest in and hangs up is told after the third time`()
    async throws
  {
    let server = try RudeServer([[0x20, 2, 0, 0]])
    let (guest, broker) = try knocking.guest(at: server)
    await guest.keepConnecting()
    let events = await knocking.events()
    #expect(events.last == .waits(because: BrokerError.broker(broker, .hungUp)))
    #expect(events.contains { if case .progress(.brokerLost(2, _)) = $0 { true } else { false } })
    await guest.close()
  }

  /// What a broker says to a connection or a subscription, and what is told of it, once.
  private static let nonsense: [(answer: [UInt8], error: MQTTError)] = [
    ([0xff, 0], .unsound), ([0xe0, 2, 0x8b, 0], .unsound),
  ]

  @Test(arguments: nonsense, [true, false])
  func `a broker that talks nonsense is told as that, once, and tried for ever`(
    nonsense: (answer: [UInt8], error: MQTTError),
    letsIn: Bool
  ) async throws {
    let server = try RudeServer((letsIn ? [[0x20, 2, 0, 0]] : []) + [nonsense.answer])
    let (guest, broker) = try knocking.guest(at: server)
    await guest.keepConnecting()
    let events = await knocking.eventsOfManyAttempts()
    #expect(knocking.attempts(events) == 10)
    let reason = BrokerError.broker(broker, nonsense.error)
    #expect(events.count { $0 == .waits(because: reason) } == 1)
    await guest.close()
  }

  @Test func `who knocks in vain at a broker that hangs up on it hears of that`() async throws {
    // It grants what is asked for, and hangs up on what is published.
    let server = try RudeServer([[0x20, 2, 0, 0], [0x90, 3, 0, 1, 0]])
    let clock = TestClock()
    let (guest, broker) = try knocking.guest(at: server, on: clock)
    let connecting = Task { try await guest.connect() }
    // The connection is lost, and is to be tried again.
    await clock.until { $0.contains(.milliseconds(500)) }
    clock.pass(BrokerGuestTransport.answerLimit)
    let error = await #expect(throws: BrokerError.self) { try await connecting.value }
    #expect(error == .broker(broker, .hungUp))
    await guest.close()
  }
}
