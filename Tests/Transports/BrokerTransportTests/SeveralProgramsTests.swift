import MQTT
import MatchProtocol
import PrivateBroker
import QueueExecutor
import Sodium
import Synchronization
import Testing

@testable import BrokerTransport

/// The table of one match, opened by several programs of one player at a real mosquitto.
@Suite(.timeLimit(.minutes(1))) struct SeveralProgramsTests {
  /// A program that has the table open, and what it is told.
  private struct Program {
    let transport: BrokerHostTransport
    let told = BrokerTransportTests.Told()
    let ends: AsyncStream<TransportEnd?>

    init(_ match: Match, key: UInt8 = 1) async throws {
      let owner = TableOwner(secret: [UInt8](repeating: key, count: 32))
      var table = BrokerTable([match.door(of: owner)])
      table.owner = owner
      let (ends, end) = AsyncStream<TransportEnd?>.makeStream()
      let sink = told.sink
      self.ends = ends
      transport = try await BrokerHostTransport.open(
        table,
        at: match.brokers,
        clock: HastyClock()
      ) { event in
        if case .ended(let reason) = event { end.yield(reason) }
        sink(event)
      }
    }

    /// Waits until the program is told that another one has the match.
    func isTakenOver() async -> Bool {
      let end = await ends.first { _ in true }
      return end == .some(TransportEnd(BrokerError.takenOver))
    }

    func close() async { await transport.close() }
  }

  private struct Match {
    let brokers: BrokerList
    let guest: Acquaintance

    init(_ broker: PrivateBroker) {
      brokers = BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port))
      let secret = SecretBytes(copying: [UInt8](repeating: 7, count: Acquaintance.secretSize))
      guest = Acquaintance(KeyPair.generate().publicKey, secret: secret)
    }

    func door(of owner: TableOwner? = nil) -> Door {
      Door(match: SessionID(rawValue: 5), with: guest, of: owner)
    }

    /// A guest at the table, what it is told, and its first link.
    func joined() async throws -> (BrokerGuestTransport, BrokerTransportTests.Told, PeerID) {
      let told = BrokerTransportTests.Told()
      let guest = BrokerGuestTransport(
        to: [door()],
        at: brokers,
        known: HostLocation(address: "\(brokers)/", name: nil),
        deliver: told.sink
      )
      try await guest.connect()
      return (guest, told, try await told.up())
    }
  }

  /// All that is published, and who can say it again.
  private struct Spy {
    private final class Heard: Sendable {
      let messages = Mutex<[MQTTOptions.Message]>([])
    }

    private let heard = Heard()
    let client: MQTTClient

    init(_ match: Match) async throws {
      client = try await MQTTClient.open(
        MQTTOptions(match.brokers.addresses[0], clientID: "spy"),
        on: QueueExecutor(label: "spy")
      ) { [heard] event in
        if case .message(let message) = event { heard.messages.withLock { $0.append(message) } }
      }
      try await client.subscribe("tabletooth/#")
    }

    var messages: [MQTTOptions.Message] { heard.messages.withLock(\.self) }

    func say(_ message: MQTTOptions.Message) async throws {
      try await client.publish(message.payload, at: message.topic)
    }
  }

  @Test func `the program that is opened later has the guest, and the older one is told`()
    async throws
  {
    try await PrivateBroker.run { broker in
      let match = Match(broker)
      let old = try await Program(match)
      let (guest, told, before) = try await match.joined()
      let new = try await Program(match)
      #expect(await old.isTakenOver())
      await old.close()
      try await told.down()
      #expect(try await told.up() != before)
      try await guest.send([1])
      #expect(try await new.told.packet().0 == [1])
      await guest.close()
      await new.close()
    }
  }

  @Test func `neither what was recorded nor what others make up ends a table`() async throws {
    try await PrivateBroker.run { broker in
      let match = Match(broker)
      let spy = try await Spy(match)
      let old = try await Program(match)
      let new = try await Program(match)
      #expect(await old.isTakenOver())
      for program in [old, new] { await program.close() }
      // The player comes back, and is alone now.
      let last = try await Program(match)
      let door = match.door()
      let topic = door.guestTopic(GuestID.random())
      let zeros = [UInt8](repeating: 0, count: 16)
      // The guest has the keys of the door, and the player of another folder a key of its own.
      let claims = (0...2).compactMap { ProgramClaim.Verdict(rawValue: $0) }.map { verdict in
        ProgramClaim(Array(1...8), Array(1...16), age: 0, answering: zeros, verdict)
      }
      let others = match.door(of: TableOwner(secret: [UInt8](repeating: 2, count: 32)))
      for claim in claims {
        for (door, side) in [(door, Door.Side.guest), (door, .host), (others, .owner)] {
          let payload = door.sealed(.claim(claim), by: side, at: topic, nonce: randomBytes(12))
          try await spy.say(MQTTOptions.Message(topic: topic, payload: payload))
        }
      }
      for message in spy.messages where door.guest(of: message.topic) != nil {
        for _ in 0..<3 { try await spy.say(message) }
        let elsewhere = door.guestTopic(GuestID.random())
        try await spy.say(MQTTOptions.Message(topic: elsewhere, payload: message.payload))
        let changed = message.payload.dropLast() + [(message.payload.last ?? 0) ^ 1]
        try await spy.say(MQTTOptions.Message(topic: message.topic, payload: Array(changed)))
      }
      // It is still there, and heard.
      let (guest, _, _) = try await match.joined()
      try await guest.send([1])
      #expect(try await last.told.packet().0 == [1])
      await guest.close()
      await spy.client.close()
      await last.close()
    }
  }

  @Test func `a program of another player's folder does not take the table over`() async throws {
    try await PrivateBroker.run { broker in
      let match = Match(broker)
      let mine = try await Program(match)
      let other = try await Program(match, key: 2)
      let (guest, _, _) = try await match.joined()
      try await guest.send([1])
      #expect(try await mine.told.packet().0 == [1])
      await guest.close()
      await other.close()
      await mine.close()
    }
  }

  @Test func `a program whose broker was lost is there again at once, and does not end itself`()
    async throws
  {
    try await PrivateBroker.run { broker in
      let match = Match(broker)
      let host = try await Program(match)
      let (guest, told, _) = try await match.joined()
      for _ in 0..<2 {
        broker.kill()
        try await told.down()
        try broker.start()
        _ = try await told.up()
      }
      try await guest.send([1])
      while case .down? = await host.told.next() {}
      await guest.close()
      await host.close()
    }
  }
}
