import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import QueueExecutor
import Sodium
import TestSupport
import Testing

/// A table at a broker whose code somebody has who speaks under many names.
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
      try await say(.packet(packet), by: .guest, at: door.guestTopic(id))
    }

    mutating func say(_ frame: BrokerFrame, by side: Door.Side, at topic: String) async throws {
      count += 1
      let nonce = [UInt8](repeating: count, count: 12)
      try await client.publish(
        door.sealed(frame, by: side, at: topic, nonce: nonce),
        at: topic
      )
    }

    /// Says `frame` as the host at `door`.
    mutating func say(_ frame: BrokerFrame, asHostAt door: Door) async throws {
      count += 1
      let (nonce, topic) = ([UInt8](repeating: count, count: 12), door.hostTopic)
      try await client.publish(door.sealed(frame, by: .host, at: topic, nonce: nonce), at: topic)
    }

    /// Says all that may end a link, as the guest that calls itself `id` and as the host.
    mutating func cut(_ id: String) async throws {
      let connection = [UInt8](repeating: 9, count: BrokerFrame.connectionSize)
      try await say(.gone, by: .guest, at: door.guestTopic(id))
      try await say([9], as: id)
      let frames: [BrokerFrame] = [
        .gone, .hangUp(guest: id), .here(connection: connection), .packet([9]),
      ]
      for frame in frames { try await say(frame, by: .host, at: door.hostTopic) }
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

  private func brokers(_ broker: LocalBroker) -> BrokerList {
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
    try await LocalBroker.run { broker in
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

  /// Sends from `guest` until that goes by `match`; returns the guest's id there.
  private func settle(
    _ guest: BrokerGuestTransport,
    at match: Door,
    _ intruder: Intruder,
    _ atHost: Told
  ) async throws -> (id: String, peer: PeerID) {
    while true {
      try await guest.send([2])
      let topic = try await intruder.topic(of: [2], among: [intruder.door, match])
      let (_, peer) = try await atHost.packet()
      guard topic.hasPrefix(match.guestTopic("")) else { continue }
      return (String(topic.dropFirst(match.guestTopic("").count)), peer)
    }
  }

  private func listen(_ intruder: Intruder, at match: Door) async throws {
    try await intruder.client.subscribe(intruder.door.hostTopic)
    for door in [intruder.door, match] {
      try await intruder.client.subscribe(door.guestTopic("+"))
    }
  }

  /// All that may end a link is said at the door of the table, and heard by both sides before what
  /// they say next.
  private func expectNoCut(
    of link: (id: String, peer: PeerID),
    _ intruder: inout Intruder,
    _ host: (BrokerHostTransport, Told),
    _ guest: (BrokerGuestTransport, Told)
  ) async throws {
    await host.0.send([3])
    #expect(try await guest.1.packet().0 == [3])
    try await intruder.cut(link.id)
    while true {
      let message = try await intruder.next(at: intruder.door.hostTopic)
      let frame = intruder.door.opened(message.payload, by: .host, at: message.topic)
      if case .packet([9], _)? = frame { break }
    }
    await host.0.send([4])
    guard case .packet([4], _, _)? = await guest.1.next() else {
      throw BrokerTransportTests.Missing()
    }
    try await guest.0.send([5])
    while let event = await host.1.next() {
      // Whoever says something at the table is another peer.
      if case .packet([9], let other, _) = event, other != link.peer { continue }
      #expect(event == .packet([5], from: link.peer, maximumPacketSize: PacketSize.largest))
      break
    }
    await intruder.client.close()
    await guest.0.close()
    await host.0.close()
  }

  @Test func `nobody who has the code of a table cuts the link of its match`() async throws {
    try await LocalBroker.run { broker in
      let (atHost, atAda) = (Told(), Told())
      let brokers = brokers(broker)
      let door = try door(at: brokers)
      let match = Door(match: session, with: player)
      let host = try await BrokerHostTransport.open(
        BrokerTable([door]),
        at: brokers,
        deliver: atHost.sink
      )
      let location = HostLocation(address: "\(brokers)/", name: nil)
      let ada = BrokerGuestTransport(to: [door], at: brokers, known: location, deliver: atAda.sink)
      var intruder = try await Intruder(brokers, door)
      try await listen(intruder, at: match)
      try await ada.connect()
      _ = try await atAda.up()
      try await ada.send([1])
      let peer = try await atHost.packet().1
      await host.expect(introduction(at: peer))
      await ada.expect(introduction(at: peer))
      let link = try await settle(ada, at: match, intruder, atHost)
      #expect(link.peer == peer)
      try await expectNoCut(of: link, &intruder, (host, atHost), (ada, atAda))
    }
  }

  @Test func `a guest that comes back leaves whoever answers at the table for its host`()
    async throws
  {
    try await LocalBroker.run { broker in
      let (atHost, atAda) = (Told(), Told())
      let brokers = brokers(broker)
      let door = try door(at: brokers)
      let match = Door(match: session, with: player)
      var intruder = try await Intruder(brokers, door)
      try await listen(intruder, at: match)
      let location = HostLocation(address: "\(brokers)/", name: nil)
      let ada = BrokerGuestTransport(
        to: [door, match],
        at: brokers,
        known: location,
        deliver: atAda.sink
      )
      await ada.keepConnecting()
      _ = try await intruder.next(at: door.guestTopic(""))
      let connection = [UInt8](repeating: 9, count: BrokerFrame.connectionSize)
      try await intruder.say(.here(connection: connection), by: .host, at: door.hostTopic)
      _ = try await atAda.up()
      let host = try await BrokerHostTransport.open(
        BrokerTable([door, match]),
        at: brokers,
        deliver: atHost.sink
      )
      try await atAda.down()
      _ = try await atAda.up()
      let link = try await settle(ada, at: match, intruder, atHost)
      try await expectNoCut(of: link, &intruder, (host, atHost), (ada, atAda))
    }
  }

  @Test func `a link on which a next match has begun moves there, and is not made anew`()
    async throws
  {
    try await LocalBroker.run { broker in
      let (atHost, atAda) = (Told(), Told())
      let brokers = brokers(broker)
      let door = try door(at: brokers)
      let before = Door(match: SessionID(rawValue: 6), with: player)
      let table = BrokerTable([door])
      let host = try await BrokerHostTransport.open(table, at: brokers, deliver: atHost.sink)
      let location = HostLocation(address: "\(brokers)/", name: nil)
      let doors = [door, before]
      let ada = BrokerGuestTransport(to: doors, at: brokers, known: location, deliver: atAda.sink)
      try await ada.connect()
      let peer = try await atAda.up()
      try await ada.send([1])
      await host.expect(introduction(at: try await atHost.packet().1))
      await ada.expect(introduction(at: peer))
      while await !ada.isAtMatch { await Task.yield() }
      await host.send([2])
      guard case .packet([2], peer, _)? = await atAda.next() else {
        throw BrokerTransportTests.Missing()
      }
      await ada.close()
      await host.close()
    }
  }

  @Test func `a host that is said to be gone is asked, and is gone where it does not answer`()
    async throws
  {
    try await LocalBroker.run { broker in
      let (atAda, clock) = (Told(), TestClock())
      let brokers = brokers(broker)
      let door = try door(at: brokers)
      let match = Door(match: session, with: player)
      // The host's own program: it has the secrets of both doors.
      var host = try await Intruder(brokers, door)
      try await listen(host, at: match)
      let location = HostLocation(address: "\(brokers)/", name: nil)
      let ada = BrokerGuestTransport(
        to: [door, match],
        at: brokers,
        known: location,
        clock: clock,
        deliver: atAda.sink
      )
      await ada.keepConnecting()
      _ = try await host.next(at: match.guestTopic(""))
      let here = BrokerFrame.here(connection: [UInt8](repeating: 9, count: 8))
      try await host.say(here, asHostAt: match)
      let peer = try await atAda.up()
      // It is there.
      try await host.say(.gone, asHostAt: door)
      _ = try await host.next(at: match.guestTopic(""))
      try await host.say(here, asHostAt: match)
      try await host.say(.packet([1]), asHostAt: match)
      guard case .packet([1], _, _)? = await atAda.next() else {
        throw BrokerTransportTests.Missing()
      }
      // It is not.
      try await host.say(.gone, asHostAt: door)
      clock.pass(.seconds(3))
      #expect(await atAda.next() == .down(peer, .disconnected))
      await host.client.close()
      await ada.close()
    }
  }
}
