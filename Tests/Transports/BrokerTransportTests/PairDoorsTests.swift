import MQTT
import MatchProtocol
import PrivateBroker
import QueueExecutor
import Sodium
import Synchronization
import Testing

@testable import BrokerTransport

/// Known players find each other's tables at a broker, and nobody else does.
@Suite(.timeLimit(.minutes(1))) struct PairDoorsTests {
  /// A clock on the wall that a test sets.
  private final class Wall: Sendable {
    private let seconds = Mutex(1_000 * 3_600 + 100)

    var time: WallTime { WallTime { self.seconds.withLock(\.self) } }

    func wait(hours: Int) { seconds.withLock { $0 += hours * 3_600 } }
  }

  /// Two players who have met: what each of them keeps of the other.
  private struct Pair {
    let ada: Acquaintance
    let bo: Acquaintance

    init() {
      let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
      ada = Acquaintance(KeyPair.generate().publicKey, secret: SecretBytes(copying: secret))
      bo = Acquaintance(KeyPair.generate().publicKey, secret: SecretBytes(copying: secret))
    }
  }

  private static let limit = Duration.milliseconds(600)

  private static func stranger() -> Acquaintance {
    Acquaintance(KeyPair.generate().publicKey, secret: SecretBytes(random: 32))
  }

  private static func brokers(_ broker: LocalBroker) -> BrokerList {
    BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port))
  }

  private static func sign(_ byte: UInt8 = 1) -> TableSign {
    TableSign(
      PlayerName(cleaning: "Ada"),
      Presence(places: 2),
      table: TableDigest(Array(repeating: byte, count: 16))
    )
  }

  /// Tells Ada's table to `known`, and returns when all is listened to.
  private static func show(
    _ sign: TableSign,
    to known: [Acquaintance],
    _ broker: LocalBroker,
    _ wall: Wall = Wall()
  ) async throws -> ShownTable {
    let presence = BrokerPresence(sign, to: known, time: wall.time)
    return try await ShownTable(presence, at: brokers(broker))
  }

  /// How many bytes of a payload say nothing: 12 of the nonce, 16 of the seal, and one.
  private static let emptySize = 29

  private static func look(
    for known: [Acquaintance],
    _ broker: LocalBroker,
    _ wall: Wall = Wall()
  ) async throws -> [BrokerLookout.Table] {
    try await BrokerLookout.look(
      for: known,
      at: brokers(broker),
      upTo: limit,
      time: wall.time
    )
  }

  /// All that is published at a broker.
  private struct Spy: Sendable {
    private final class Heard: Sendable {
      let messages = Mutex<[MQTTOptions.Message]>([])
    }

    private let heard = Heard()
    private let client: MQTTClient

    var messages: [MQTTOptions.Message] { heard.messages.withLock(\.self) }
    var topics: Set<String> { Set(messages.map(\.topic)) }

    init(_ broker: LocalBroker) async throws {
      let address = PairDoorsTests.brokers(broker).addresses[0]
      client = try await MQTTClient.open(
        MQTTOptions(address, clientID: "spy"),
        on: QueueExecutor(label: "spy")
      ) { [heard] event in
        if case .message(let message) = event {
          heard.messages.withLock { $0.append(message) }
        }
      }
      try await client.subscribe("#")
    }

    func publish(_ messages: [MQTTOptions.Message]) async throws {
      for message in messages { try await client.publish(message.payload, at: message.topic) }
    }
  }

  @Test func `a known player finds the table, what it offers, and its code`() async throws {
    try await LocalBroker.run { broker in
      let pair = Pair()
      let presence = try await Self.show(Self.sign(), to: [Self.stranger(), pair.bo], broker)
      let found = try await Self.look(for: [Self.stranger(), pair.ada], broker)
      #expect(found.map(\.player) == [pair.ada])
      #expect(found.first?.sign == Self.sign())
      let digest = try #require(Self.sign().table)
      #expect(found.first?.code == TableCode(Self.brokers(broker), digest))
      await presence.announce(Presence(state: .playing))
      await presence.setOpen(false)
      let later = try await Self.look(for: [pair.ada], broker)
      #expect(later.first?.sign.isOpen == false && later.first?.sign.presence.state == .playing)
      await presence.close()
      #expect(try await Self.look(for: [pair.ada], broker) == [])
    }
  }

  @Test func `a stranger sees nothing, and hears no answer`() async throws {
    try await LocalBroker.run { broker in
      let pair = Pair()
      let presence = try await Self.show(Self.sign(), to: [pair.bo], broker)
      let spy = try await Spy(broker)
      #expect(try await Self.look(for: [Self.stranger()], broker) == [])
      // As many doors are asked at as by one who knows seven players. As nobody answers, it is
      // looked whether the broker carries anything, at another door.
      let asked = spy.messages.filter { $0.payload.count > Self.emptySize }
      #expect(!asked.contains { $0.topic.hasSuffix("/h") })
      #expect(Set(asked.map(\.topic)).count == 8 && spy.topics.count <= 10)
      await presence.close()
    }
  }

  @Test func `one's own table is not taken for that of the other one of the pair`() async throws {
    try await LocalBroker.run { broker in
      let pair = Pair()
      let own = try await Self.show(Self.sign(1), to: [pair.bo], broker)
      #expect(try await Self.look(for: [pair.bo], broker) == [])
      let other = try await Self.show(Self.sign(2), to: [pair.ada], broker)
      let found = try await Self.look(for: [pair.bo], broker)
      #expect(found.map { $0.sign.table } == [Self.sign(2).table])
      await own.close()
      await other.close()
    }
  }

  @Test(arguments: [-1, 0, 1])
  func `clocks may differ by an hour`(hours: Int) async throws {
    try await LocalBroker.run { broker in
      let (pair, wall) = (Pair(), Wall())
      let presence = try await Self.show(Self.sign(), to: [pair.bo], broker, wall)
      let other = Wall()
      other.wait(hours: hours)
      #expect(try await Self.look(for: [pair.ada], broker, other).count == 1)
      await presence.close()
    }
  }

  @Test func `from one hour to the next nothing at the broker stays`() async throws {
    try await LocalBroker.run { broker in
      let (pair, wall) = (Pair(), Wall())
      let presence = try await Self.show(Self.sign(), to: [pair.bo], broker, wall)
      let before = try await Spy(broker)
      #expect(try await Self.look(for: [pair.ada], broker, wall).count == 1)
      let topics = before.topics
      wall.wait(hours: 3)
      #expect(try await Self.look(for: [pair.ada], broker, wall) == [])
      await presence.turn()
      let after = try await Spy(broker)
      #expect(try await Self.look(for: [pair.ada], broker, wall).count == 1)
      #expect(!after.topics.isEmpty && topics.isDisjoint(with: after.topics))
      await presence.close()
    }
  }

  @Test func `what was recorded is no table, and brings no answer`() async throws {
    try await LocalBroker.run { broker in
      let (pair, wall) = (Pair(), Wall())
      let presence = try await Self.show(Self.sign(), to: [pair.bo], broker, wall)
      let spy = try await Spy(broker)
      #expect(try await Self.look(for: [pair.ada], broker, wall).count == 1)
      let recorded = spy.messages
      let answers = recorded.filter { $0.topic.hasSuffix("/h") }
      #expect(answers.count == 1)
      // The same questions again: nobody answers.
      try await spy.publish(recorded.filter { !$0.topic.hasSuffix("/h") })
      #expect(try await Self.look(for: [Self.stranger()], broker, wall) == [])
      #expect(spy.messages.count { $0.topic == answers.first?.topic } == 1)
      await presence.close()
      // The same answers again and again, and junk, in the same hour and in the next.
      for hours in [0, 1] {
        wall.wait(hours: hours)
        let lying = Task {
          while !Task.isCancelled {
            try await spy.publish(answers)
            try await spy.publish(
              answers.map {
                MQTTOptions.Message(topic: $0.topic, payload: $0.payload.map { $0 ^ 1 })
              }
            )
            try await Task.sleep(for: .milliseconds(20))
          }
        }
        #expect(try await Self.look(for: [pair.ada], broker, wall) == [])
        lying.cancel()
      }
    }
  }

  @Test(arguments: [(0, 8), (1, 8), (8, 8), (9, 16), (40, 32)])
  func `doors are opened in eights`(known: Int, doors: Int) {
    let players = (0..<known).map { _ in Self.stranger() }
    let pairs = PairDoors(players).pairs(of: 5)
    #expect(pairs.count == doors)
    #expect(Set(pairs.map(\.door.name)).count == doors)
    #expect(pairs.compactMap(\.player) == Array(players.prefix(32)))
  }

  @Test func `a broker that is not there is said so`() async throws {
    try await LocalBroker.run { broker in
      broker.kill()
      await #expect(throws: BrokerError.self) { try await Self.look(for: [], broker) }
    }
  }
}
