import MQTT
import MatchProtocol
import PrivateBroker
import Sodium
import Synchronization
import TestSupport
import Testing

@testable import BrokerTransport

/// The tables of known players at a broker, as they come and go.
@Suite(.timeLimit(.minutes(1))) struct LookoutTests {
  /// What time it is, as the test says.
  final class Wall: Sendable {
    private let seconds = Mutex(1_000 * 3_600 + 100)

    var time: WallTime { WallTime { self.seconds.withLock(\.self) } }

    func wait(hours: Int) { seconds.withLock { $0 += hours * 3_600 } }
  }

  /// What Bo is told, one after the other.
  struct Told {
    let changes: AsyncStream<BrokerLookout.Change>

    /// What is told next; nil at the end.
    func next() async -> BrokerLookout.Change? {
      for await change in changes { return change }
      return nil
    }
  }

  /// Ada's table, and Bo who looks for it.
  struct Meeting {
    let broker: any LoopbackBroker
    let wall = Wall()
    let adaClock = TestClock()
    let boClock = TestClock()
    /// What Ada and Bo keep of each other.
    let (ada, bo): (Acquaintance, Acquaintance)
    let sign = TableSign(
      PlayerName(cleaning: "Ada"),
      Presence(places: 2),
      table: TableDigest(Array(repeating: 1, count: 16))
    )

    var brokers: BrokerList {
      BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port))
    }

    init(_ broker: any LoopbackBroker) {
      self.broker = broker
      let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
      ada = Acquaintance(KeyPair.generate().publicKey, secret: SecretBytes(copying: secret))
      bo = Acquaintance(KeyPair.generate().publicKey, secret: SecretBytes(copying: secret))
    }

    func open(
      _ sign: TableSign? = nil,
      deliver: @escaping @Sendable (TransportEvent) -> Void = { _ in }
    ) async throws -> ShownTable {
      let presence = BrokerPresence(sign ?? self.sign, to: [bo], time: wall.time)
      return try await ShownTable(presence, at: brokers, clock: adaClock, deliver: deliver)
    }

    /// Lets Bo ask again.
    func ask() { boClock.pass(BrokerLookout.lookRepeat) }

    /// Lets Bo ask in vain until he takes a table for gone that does not answer.
    func askInVain() {
      for _ in 0..<4 { ask() }
    }

    /// Runs `body` with all that Bo is told.
    func watch(
      _ body: (Told) async throws -> Void
    ) async throws {
      let (changes, continuation) = AsyncStream.makeStream(of: BrokerLookout.Change.self)
      let watching = Task { [ada, boClock, brokers, wall] in
        defer { continuation.finish() }
        try await BrokerLookout.watch(
          for: [ada],
          at: brokers,
          clock: boClock,
          time: wall.time
        ) {
          continuation.yield($0)
        }
      }
      try await body(Told(changes: changes))
      watching.cancel()
      try await watching.value
    }

    var table: BrokerLookout.Table? { table(sign) }

    func table(_ sign: TableSign) -> BrokerLookout.Table? {
      sign.table.map { .init(player: ada, sign: sign, code: TableCode(brokers, $0)) }
    }
  }

  @Test func `a table appears, says something else, and is gone when it is closed`() async throws {
    try await LocalBroker.run { broker in
      let meeting = Meeting(broker)
      let table = try #require(meeting.table)
      try await meeting.watch { changes in
        #expect(await changes.next() == .reached)
        let presence = try await meeting.open()
        meeting.ask()
        #expect(await changes.next() == .appeared(table))
        await presence.announce(Presence(state: .playing))
        meeting.ask()
        guard case .changed(let other)? = await changes.next() else {
          Issue.record("it is not told that the table says something else")
          return
        }
        #expect(other.code == table.code && other.sign.presence.state == .playing)
        await presence.close()
        meeting.askInVain()
        #expect(await changes.next() == .vanished(other))
        let later = try await meeting.open()
        meeting.ask()
        #expect(await changes.next() == .appeared(table))
        await later.close()
      }
    }
  }

  @Test func `two tables of one player are told apart, and go one by one`() async throws {
    try await LocalBroker.run { broker in
      let meeting = Meeting(broker)
      let other = TableSign(
        meeting.sign.name,
        Presence(places: 3),
        table: TableDigest(Array(repeating: 2, count: 16))
      )
      let tables = [try #require(meeting.table), try #require(meeting.table(other))]
      let presences = [try await meeting.open(), try await meeting.open(other)]
      try await meeting.watch { changes in
        #expect(await changes.next() == .reached)
        let told: [BrokerLookout.Change?] = [await changes.next(), await changes.next()]
        #expect(Set(told) == Set(tables.map { .appeared($0) }))
        await presences[0].close()
        // The other table answers each question, and says something else each time.
        for places in [4, 3, 4] {
          await presences[1].announce(Presence(places: places))
          meeting.ask()
          guard case .changed(let table)? = await changes.next() else {
            Issue.record("it is not told that the other table says something else")
            return
          }
          #expect(table.code == tables[1].code && table.sign.presence.places == places)
        }
        meeting.ask()
        #expect(await changes.next() == .vanished(tables[0]))
      }
      await presences[1].close()
    }
  }

  @Test func `a table stays from one hour to the next`() async throws {
    try await LocalBroker.run { broker in
      let meeting = Meeting(broker)
      let table = try #require(meeting.table)
      let presence = try await meeting.open()
      try await meeting.watch { changes in
        #expect(await changes.next() == .reached)
        #expect(await changes.next() == .appeared(table))
        // The host listens at the doors of this hour too.
        for _ in 0..<3 {
          meeting.wall.wait(hours: 1)
          await presence.turn()
          await presence.announce(Presence(state: .playing))
          meeting.ask()
          guard case .changed? = await changes.next() else {
            Issue.record("nothing is heard in the next hour")
            return
          }
          await presence.announce(Presence(places: 2))
          meeting.ask()
          #expect(await changes.next() == .changed(table))
        }
      }
      await presence.close()
    }
  }

  @Test func `a broker that is not there is said so at the beginning`() async throws {
    try await LocalBroker.run { broker in
      broker.kill()
      await #expect(throws: BrokerError.self) {
        try await Meeting(broker).watch { changes in #expect(await changes.next() == nil) }
      }
    }
  }
}
