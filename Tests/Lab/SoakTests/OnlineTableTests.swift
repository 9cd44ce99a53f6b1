import BrokerTransport
import MQTT
import PrivateBroker
import QueueExecutor
import TestSupport
import Testing

@testable import soak

/// What `make bench WHAT=load` plays by the thousand.
@Suite(.timeLimit(.minutes(2))) struct OnlineTableTests {
  static func brokers(_ broker: any LoopbackBroker) -> BrokerList {
    BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port))
  }

  @Test func `many tables at one broker end with equal records`() async throws {
    try await LocalBroker.run { broker in
      let crowd = OnlineCrowd(6, at: Self.brokers(broker), queues: 2, seed: 1)
      #expect(await crowd.open() == [])
      let outcome = await crowd.play(thinking: .zero)
      #expect(outcome.faults == [])
      #expect(outcome.equal == 6)
      #expect(outcome.latencies.count >= 6 * 9)
    }
  }

  @Test func `a table that no broker is there for says so`() async throws {
    try await LocalBroker.run { broker in
      broker.kill()
      let crowd = OnlineCrowd(2, at: Self.brokers(broker), queues: 1, seed: 1)
      #expect(await crowd.open().count == 2)
    }
  }

  @Test func `a broker that says things again, later, changed and elsewhere costs no move`()
    async throws
  {
    try await LocalBroker.run { broker in
      let liar = try await LyingBroker(broker, seed: 5)
      let crowd = OnlineCrowd(4, at: Self.brokers(broker), queues: 1, seed: 7)
      #expect(await crowd.open() == [])
      let outcome = await crowd.play(thinking: .milliseconds(20))
      #expect(outcome.faults == [])
      #expect(outcome.equal == 4)
      #expect(await liar.lies > 100)
      await liar.close()
    }
  }
}

/// Somebody who sees and says everything at a broker, as the broker itself could: what was said
/// before is said again, at once or much later, as it was, changed or at another table's topic.
actor LyingBroker {
  /// How much of what was said is remembered.
  private static let memory = 200

  private let queueExecutor = QueueExecutor(label: "liar")
  private var client: MQTTClient?
  private var heard: [MQTTOptions.Message] = []
  private var random: SeededGenerator
  private(set) var lies = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  init(_ broker: any LoopbackBroker, seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: broker.port)
    let options = MQTTOptions(address, clientID: "liar")
    client = try await MQTTClient.open(options, on: queueExecutor) { [weak self] event in
      guard case .message(let message) = event else { return }
      self?.assumeIsolated { $0.hear(message) }
    }
    try await client?.subscribe("tabletooth/#")
  }

  /// It hears its own lies, too: fewer than one for each message, or there is no end of them.
  private func hear(_ message: MQTTOptions.Message) {
    heard.append(message)
    if heard.count > Self.memory { heard.removeFirst() }
    guard random.chance(40), var lie = heard.randomElement(using: &random) else { return }
    if random.chance(20), let index = lie.payload.indices.randomElement(using: &random) {
      var payload = lie.payload
      payload[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
      lie = MQTTOptions.Message(topic: lie.topic, payload: payload)
    }
    if random.chance(20), let other = heard.randomElement(using: &random) {
      lie = MQTTOptions.Message(topic: other.topic, payload: lie.payload)
    }
    lies += 1
    let said = lie
    // It ends when the connection has taken it.
    Task { try? await self.client?.publish(said.payload, at: said.topic) }
  }

  func close() async {
    await client?.close()
  }
}
