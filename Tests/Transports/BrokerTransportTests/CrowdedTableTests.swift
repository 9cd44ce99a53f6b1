import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import QueueExecutor
import Sodium
import Testing

/// A table at a real mosquitto whose code somebody has who speaks under many names.
@Suite(.timeLimit(.minutes(1))) struct CrowdedTableTests {
  private typealias Told = BrokerTransportTests.Told

  /// Somebody who has the code, and may say anything at the door of the table.
  private struct Intruder {
    let client: MQTTClient
    let door: Door
    let messages: AsyncStream<MQTTClient.Event>
    private var count: UInt8 = 0

    init(_ brokers: BrokerList, _ door: Door) async throws {
      self.door = door
      let (messages, deliver) = AsyncStream<MQTTClient.Event>.makeStream()
      self.messages = messages
      client = try await MQTTClient.open(
        MQTTOptions(brokers.addresses[0], clientID: "intruder"),
        on: QueueExecutor(label: "intruder")
      ) { deliver.yield($0) }
    }

    /// Says `packet` as the guest that calls itself `id`.
    mutating func say(_ packet: [UInt8], as id: String) async throws {
      count += 1
      let topic = door.guestTopic(id)
      let nonce = [UInt8](repeating: count, count: 12)
      let payload = door.sealed(.packet(packet), by: .guest, at: topic, nonce: nonce)
      try await client.publish(payload, at: topic)
    }

    /// Says a packet under each of 128 made-up names.
    mutating func crowd() async throws {
      for number in 0..<128 {
        let letters = Array("abcdefgh").map(String.init)
        let name = letters[number / 64] + letters[number / 8 % 8] + letters[number % 8]
        try await say([5], as: String(repeating: "a", count: 10) + name)
      }
    }

    /// The topic at which somebody else says `packet` next, of these doors.
    func topic(of packet: [UInt8], among doors: [Door]) async throws -> String {
      for await case .message(let message) in messages {
        let (payload, topic) = (message.payload, message.topic)
        for door in doors {
          if case .packet(packet, _)? = door.opened(payload, by: .guest, at: topic) {
            return topic
          }
        }
      }
      throw BrokerTransportTests.Missing()
    }

    /// The next message at a topic that begins with `start`.
    func next(at start: String) async throws -> MQTTOptions.Message {
      for await case .message(let message) in messages where message.topic.hasPrefix(start) {
        return message
      }
      throw BrokerTransportTests.Missing()
    }
  }

  private let player = Acquaintance(
    KeyPair.generate().publicKey,
    secret: SecretBytes(copying: Array(repeating: 3, count: 32))
  )
  private let session = SessionID(rawValue: 7)

  private func introduction(at peer: PeerID) -> Introduction {
    Introduction(
      peer: peer,
      name: PlayerName(cleaning: "Ada"),
      player: player,
      code: ComparisonCode(compared: []),
      session: session
    )
  }

  private func door(at brokers: BrokerList) throws -> Door {
    Door(TableCode(brokers, try #require(TableDigest(Array(repeating: 1, count: 16)))))
  }

  private func brokers(_ broker: PrivateBroker) -> BrokerList {
    BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port))
  }

  /// What the host hears until `packet` comes from `peer`.
  private func events(_ told: Told, until packet: [UInt8], from peer: PeerID) async -> [LinkEvent] {
    var events: [LinkEvent] = []
    while let event = await told.next() {
      events.append(event)
      if case .packet(packet, peer, _) = event { break }
    }
    return events
  }

  @Test(arguments: [true, false])
  func `128 names at a table push out nobody who plays`(moves: Bool) async throws {
    try await PrivateBroker.run { broker in
      let (atHost, atAda) = (Told(), Told())
      let brokers = brokers(broker)
      let door = try door(at: brokers)
      let host = try await BrokerHostTransport.open(
        BrokerTable([door]),
        at: brokers,
        deliver: atHost.sink
      )
      let location = HostLocation(address: "\(brokers)/", name: nil)
      let ada = BrokerGuestTransport(to: [door], at: brokers, known: location, deliver: atAda.sink)
      var intruder = try await Intruder(brokers, door)
      try await intruder.client.subscribe(door.hostTopic)
      let match = Door(match: session, with: player)
      for door in [door, match] { try await intruder.client.subscribe(door.guestTopic("+")) }
      try await ada.connect()
      _ = try await atAda.up()
      try await ada.send([1])
      let peer = try await atHost.packet().1
      await host.expect(introduction(at: peer))
      if moves {
        // A guest behind a bridge has no door of its own.
        await ada.expect(introduction(at: peer))
        // Until the guest has heard that the host is there, it stays where it was.
        var topic = ""
        repeat {
          try await ada.send([2])
          topic = try await intruder.topic(of: [2], among: [door, match])
          _ = await events(atHost, until: [2], from: peer)
        } while !topic.hasPrefix(match.guestTopic(""))
        // Somebody else, in Ada's name.
        try await intruder.say([9], as: String(topic.split(separator: "/").last ?? ""))
      }
      try await intruder.crowd()
      while true {
        let message = try await intruder.next(at: door.hostTopic)
        if case .hangUp? = door.opened(message.payload, by: .host, at: message.topic) { break }
      }
      try await ada.send([3])
      let heard = await events(atHost, until: [3], from: peer)
      #expect(!heard.contains(.down(peer, .disconnected)))
      #expect(heard.contains { if case .down = $0 { true } else { false } })
      #expect(!heard.contains { if case .packet([9], peer, _) = $0 { true } else { false } })
      await host.send([4])
      #expect(try await atAda.packet().0 == [4])
      await intruder.client.close()
      await ada.close()
      await host.close()
    }
  }
}
