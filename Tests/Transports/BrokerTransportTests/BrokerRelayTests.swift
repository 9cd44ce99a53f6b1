import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import QueueExecutor
import Testing

/// Several guests by one connection to a broker.
@Suite(.timeLimit(.minutes(1))) struct BrokerRelayTests {
  private struct Missing: Error {}

  /// What a relay tells, one after the other.
  private struct Told {
    private let deliver: AsyncStream<BrokerRelay.Event>.Continuation
    private let events: AsyncStream<BrokerRelay.Event>

    init() { (events, deliver) = AsyncStream<BrokerRelay.Event>.makeStream() }

    var sink: @Sendable (BrokerRelay.Event) -> Void { { [deliver] in deliver.yield($0) } }

    func until(_ wanted: @Sendable (BrokerRelay.Event) -> Bool) async throws {
      for await event in events where wanted(event) { return }
      throw Missing()
    }
  }

  private static let ada = PeerID(rawValue: "ada")
  private static let bo = PeerID(rawValue: "bo")

  private static func code(_ broker: LocalBroker) throws -> TableCode {
    let brokers = BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port))
    return TableCode(brokers, try #require(TableDigest(Array(repeating: 3, count: 16))))
  }

  private static func table(_ code: TableCode) -> BrokerTable {
    BrokerTable([Door(code)], saying: TableSign(PlayerName(cleaning: "Hana"), Presence()))
  }

  @Test func `each guest is one of its own, and all hear what the host offers and says`()
    async throws
  {
    try await LocalBroker.run { broker in
      let code = try Self.code(broker)
      let (told, atHost) = (Told(), BrokerTransportTests.Told())
      let host = try await BrokerHostTransport.open(
        Self.table(code),
        at: code.broker,
        deliver: atHost.sink
      )
      let relay = BrokerRelay(to: code, deliver: told.sink)
      try await relay.connect()
      try await told.until {
        if case .offered(let sign) = $0 {
          sign.name.description == "Hana" && sign.isOpen
        } else {
          false
        }
      }
      await relay.send([1], of: Self.ada, answers: 18)
      await relay.send([2], of: Self.bo, answers: 508)
      guard case .packet([1], let ada, maximumPacketSize: 18)? = await atHost.next(),
        case .packet([2], let bo, maximumPacketSize: 508)? = await atHost.next()
      else { throw Missing() }
      #expect(ada != bo)
      await host.send([3])
      try await told.until { $0 == .packet([3]) }
      await host.disconnect(bo)
      try await told.until { $0 == .hangUp(Self.bo) }
      try await atHost.down()
      await relay.leave(Self.ada)
      try await atHost.down()
      await host.announce(Presence(state: .playing))
      await host.setOpen(false)
      try await told.until {
        if case .offered(let sign) = $0 {
          !sign.isOpen && sign.presence.state == .playing
        } else {
          false
        }
      }
      await host.close()
      try await told.until { $0 == .gone }
      let again = try await BrokerHostTransport.open(Self.table(code), at: code.broker) { _ in }
      try await told.until { $0 == .restarted }
      await relay.close()
      await again.close()
    }
  }

  @Test func `a table that is not there is waited for a while only`() async throws {
    try await LocalBroker.run { broker in
      let relay = BrokerRelay(to: try Self.code(broker)) { _ in }
      await #expect(throws: BrokerError.nobodyThere(after: BrokerRelay.answerLimit)) {
        try await relay.connect()
      }
      await relay.close()
    }
  }

  @Test func `what was said once is no table that is there`() async throws {
    try await LocalBroker.run { broker in
      let code = try Self.code(broker)
      let (messages, deliver) = AsyncStream<MQTTClient.Event>.makeStream()
      let liar = try await MQTTClient.open(
        MQTTOptions(code.broker.addresses[0], clientID: "liar"),
        on: QueueExecutor(label: "liar")
      ) { deliver.yield($0) }
      try await liar.subscribe("tabletooth/#")
      let host = try await BrokerHostTransport.open(Self.table(code), at: code.broker) { _ in }
      let first = BrokerRelay(to: code) { _ in }
      try await first.connect()
      await first.close()
      await host.close()
      // All that the host has said is said again and again, and so is junk.
      let repeating = Task {
        var said: [MQTTOptions.Message] = []
        for await case .message(let message) in messages {
          if message.topic.hasSuffix("/h") { said.append(message) }
          for old in said.suffix(20) {
            try await liar.publish(old.payload, at: old.topic)
            try await liar.publish(old.payload.map { $0 ^ 1 }, at: old.topic)
          }
          try await Task.sleep(for: .milliseconds(50))
        }
      }
      let relay = BrokerRelay(to: code) { _ in }
      await #expect(throws: BrokerError.nobodyThere(after: BrokerRelay.answerLimit)) {
        try await relay.connect()
      }
      repeating.cancel()
      await relay.close()
      await liar.close()
    }
  }
}
