import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import QueueExecutor
import Sodium
import TestSupport
import Testing

/// Two transports at a broker.
@Suite(.timeLimit(.minutes(1))) struct BrokerTransportTests {
  /// What a transport tells of links, one after the other.
  struct Told {
    private let deliver: AsyncStream<TransportEvent>.Continuation
    private let events: AsyncStream<TransportEvent>

    init() {
      (events, deliver) = AsyncStream<TransportEvent>.makeStream()
    }

    var sink: @Sendable (TransportEvent) -> Void { { [deliver] in deliver.yield($0) } }

    func next() async -> LinkEvent? {
      for await case .link(let event) in events { return event }
      return nil
    }

    func found() async throws {
      for await case .progress(.brokerFound) in events { return }
      throw Missing()
    }

    func packet() async throws -> ([UInt8], PeerID) {
      guard case .packet(let packet, let peer, _)? = await next() else { throw Missing() }
      return (packet, peer)
    }

    func up() async throws -> PeerID { try await link().peer }

    func link() async throws -> (peer: PeerID, packetSize: Int) {
      guard case .up(let peer, let size)? = await next() else { throw Missing() }
      return (peer, size)
    }

    func down() async throws {
      guard case .down? = await next() else { throw Missing() }
    }
  }

  struct Missing: Error {}

  private struct Table {
    let brokers: BrokerList
    let door: Door
    let atHost = Told()
    let atAda = Told()
    let atBo = Told()

    init(_ broker: LocalBroker) throws {
      brokers = BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port))
      let digest = try #require(TableDigest(Array(repeating: 1, count: 16)))
      door = Door(TableCode(brokers, digest))
    }

    func host() async throws -> BrokerHostTransport {
      try await BrokerHostTransport.open(BrokerTable([door]), at: brokers, deliver: atHost.sink)
    }

    func guest(_ told: Told) -> BrokerGuestTransport {
      let location = HostLocation(address: "\(brokers)/", name: nil)
      return BrokerGuestTransport(to: [door], at: brokers, known: location, deliver: told.sink)
    }
  }

  @Test func `packets go to all guests, and come from each`() async throws {
    try await LocalBroker.run { broker in
      let table = try Table(broker)
      let host = try await table.host()
      let (ada, bo) = (table.guest(table.atAda), table.guest(table.atBo))
      try await ada.connect()
      try await bo.connect()
      _ = try await (table.atAda.up(), table.atBo.up())
      try await ada.send([1])
      let first = try await table.atHost.packet()
      try await bo.send([2])
      let second = try await table.atHost.packet()
      #expect([first.0, second.0] == [[1], [2]])
      #expect(first.1 != second.1)
      await host.send([3])
      #expect(try await table.atAda.packet().0 == [3])
      #expect(try await table.atBo.packet().0 == [3])
      // Who is hung up on comes again.
      await host.disconnect(second.1)
      try await table.atBo.down()
      _ = try await table.atBo.up()
      await ada.close()
      while case .packet? = await table.atHost.next() {}
      for transport in [ada, bo] { await transport.close() }
      await host.close()
    }
  }

  @Test func `a guest that a host hangs up on again and again comes after longer pauses`()
    async throws
  {
    try await LocalBroker.run { broker in
      let table = try Table(broker)
      let host = try await table.host()
      let (told, sink) = AsyncStream<TransportEvent>.makeStream()
      let location = HostLocation(address: "\(table.brokers)/", name: nil)
      let guest = BrokerGuestTransport(to: [table.door], at: table.brokers, known: location) {
        sink.yield($0)
      }
      try await guest.connect()
      var pauses: [Duration] = []
      for await event in told {
        switch event {
        case .link(.up):
          try await guest.send([1])
          while let heard = await table.atHost.next() {
            guard case .packet(_, let peer, _) = heard else { continue }
            await host.disconnect(peer)
            break
          }
        case .progress(.reconnecting(_, let pause)): pauses.append(pause)
        case .link, .progress, .waits, .wayEnded, .ended: break
        }
        if pauses.count == 3 { break }
      }
      let longest: [Duration] = [.milliseconds(1_500), .seconds(3), .seconds(6)]
      for (pause, longest) in zip(pauses, longest) { #expect(longest / 3...longest ~= pause) }
      await guest.close()
      await host.close()
    }
  }

  @Test func `a host that closes its table says nothing of it any more`() async throws {
    try await LocalBroker.run { broker in
      let table = try Table(broker)
      let sign = TableSign(PlayerName(cleaning: "Hana"), Presence())
      var shown = BrokerTable([table.door], saying: sign)
      shown.presence = BrokerPresence(sign, to: [])
      let host = try await BrokerHostTransport.open(shown, at: table.brokers) { _ in }
      let (events, sink) = AsyncStream<MQTTClient.Event>.makeStream()
      let options = MQTTOptions(table.brokers.addresses[0], clientID: "listener")
      let executor = QueueExecutor(label: "listener")
      let listener = try await MQTTClient.open(options, on: executor) { sink.yield($0) }
      try await listener.subscribe(table.door.hostTopic)
      let topic = table.door.guestTopic("1234567890123")
      let knocking = Task {
        while !Task.isCancelled {
          let nonce = (0..<12).map { _ in UInt8.random(in: .min ... .max) }
          let knock = table.door.sealed(.knock, by: .guest, at: topic, nonce: nonce)
          // When too many wait, others knock.
          try? await listener.publish(knock, at: topic)
          await Task.yield()
        }
      }
      // It hears them.
      for await case .message(let message) in events where !message.payload.isEmpty { break }
      await host.close()
      knocking.cancel()
      await knocking.value
      // It comes back behind all that the host has said.
      let end: [UInt8] = [0]
      try await listener.publish(end, at: table.door.hostTopic)
      var frames: [BrokerFrame] = []
      for await case .message(let message) in events {
        if let frame = table.door.opened(message.payload, by: .host, at: message.topic) {
          frames.append(frame)
        } else if frames.contains(.gone) {
          break
        } else {
          try await listener.publish(end, at: table.door.hostTopic)
        }
      }
      #expect(frames.last == .gone)
      await listener.close()
    }
  }

  @Test func `a host that is gone is lost at once, and found when it is back`() async throws {
    try await LocalBroker.run { broker in
      let table = try Table(broker)
      let host = try await table.host()
      let guest = table.guest(table.atAda)
      try await guest.connect()
      let before = try await table.atAda.up()
      await host.close()
      try await table.atAda.down()
      let again = try await table.host()
      #expect(try await table.atAda.up() != before)
      await guest.close()
      await again.close()
    }
  }

  @Test func `a host or a guest that dies is heard to be gone by its last will`() async throws {
    try await LocalBroker.run { broker in
      let table = try Table(broker)
      var host: BrokerHostTransport? = try await table.host()
      var guest: BrokerGuestTransport? = table.guest(table.atAda)
      try await guest?.connect()
      try await guest?.send([1])
      let peer = try await table.atHost.packet().1
      // Its socket is closed, and nothing is said. No transport knows silence, only sessions do.
      guest = nil
      #expect(await table.atHost.next() == .down(peer, .disconnected))
      let other = table.guest(table.atBo)
      try await other.connect()
      let link = try await table.atBo.up()
      host = nil
      #expect(await table.atBo.next() == .down(link, .disconnected))
      #expect(guest == nil && host == nil)
      await other.close()
    }
  }

  @Test func `a guest that waits is found when the broker and the host are there`() async throws {
    try await LocalBroker.run { broker in
      let table = try Table(broker)
      broker.kill()
      let guest = table.guest(table.atAda)
      await guest.keepConnecting()
      try broker.start()
      let host = try await table.host()
      _ = try await table.atAda.up()
      try await guest.send([1])
      #expect(try await table.atHost.packet().0 == [1])
      broker.kill()
      try await table.atAda.down()
      try await table.atHost.down()
      try broker.start()
      _ = try await table.atAda.up()
      await guest.close()
      await host.close()
    }
  }

  @Test func `a guest whose broker is back knocks at once, however lately it has knocked`()
    async throws
  {
    try await LocalBroker.run { broker in
      let table = try Table(broker)
      let clock = TestClock()
      var access = BrokerAccess()
      access.fraction = { 0.5 }
      let guest = BrokerGuestTransport(
        to: [table.door],
        at: table.brokers,
        known: HostLocation(address: "\(table.brokers)/", name: nil),
        access,
        clock: clock,
        deliver: table.atAda.sink
      )
      await guest.keepConnecting()
      try await table.atAda.found()
      broker.kill()
      try broker.start()
      let host = try await table.host()
      // Only the pause before another attempt to connect ends, and not the one before a knock.
      clock.pass(.milliseconds(500))
      _ = try await table.atAda.up()
      await guest.close()
      await host.close()
    }
  }

  @Test func `a will at the door of the match ends a link that has moved there`() async throws {
    try await LocalBroker.run { broker in
      let table = try Table(broker)
      let host = try await table.host()
      let guest = table.guest(table.atAda)
      try await guest.connect()
      _ = try await table.atAda.up()
      try await guest.send([0])
      _ = try await table.atHost.packet()
      let key = KeyPair.generate().publicKey
      let secret = SecretBytes(copying: Array(repeating: 3, count: 32))
      let player = Acquaintance(key, secret: secret)
      let session = SessionID(rawValue: 7)
      let match = Door(match: session, with: player)
      let other = Introduction(
        peer: PeerID(rawValue: ""),
        name: PlayerName(cleaning: "Ada"),
        player: player,
        code: ComparisonCode(compared: []),
        session: session
      )
      await host.expect(other)
      await guest.expect(other)
      // The broker, which says the will of who is gone.
      let (messages, deliver) = AsyncStream<MQTTClient.Event>.makeStream()
      let client = try await MQTTClient.open(
        MQTTOptions(table.brokers.addresses[0], clientID: "other"),
        on: QueueExecutor(label: "other")
      ) { deliver.yield($0) }
      try await client.subscribe(match.guestTopic("+"))
      while await !guest.isAtMatch { await Task.yield() }
      try await guest.send([1])
      _ = try await table.atHost.packet()
      for await case .message(let message) in messages {
        let id = try #require(message.topic.split(separator: "/").last)
        let topic = match.guestTopic(String(id))
        let nonce = [UInt8](repeating: 1, count: 12)
        try await client.publish(
          match.sealed(.gone, by: .guest, at: topic, nonce: nonce),
          at: topic
        )
        break
      }
      try await table.atHost.down()
      let nonce = [UInt8](repeating: 1, count: 12)
      let will = match.sealed(.gone, by: .host, at: match.hostTopic, nonce: nonce)
      try await client.publish(will, at: match.hostTopic)
      try await table.atAda.down()
      await client.close()
      await guest.close()
      await host.close()
    }
  }

  @Test func `what others say at the topics of a table is nothing`() async throws {
    try await LocalBroker.run { broker in
      let table = try Table(broker)
      let host = try await table.host()
      let guest = table.guest(table.atAda)
      try await guest.connect()
      _ = try await table.atAda.up()
      // Somebody who sees all topics repeats what is said, changed and at other places.
      let (messages, deliver) = AsyncStream<MQTTClient.Event>.makeStream()
      let spy = try await MQTTClient.open(
        MQTTOptions(table.brokers.addresses[0], clientID: "spy"),
        on: QueueExecutor(label: "spy")
      ) { deliver.yield($0) }
      try await spy.subscribe("tabletooth/#")
      try await guest.send([1])
      #expect(try await table.atHost.packet().0 == [1])
      for await case .message(let message) in messages {
        let changed = message.payload.map { $0 ^ 1 }
        try await spy.publish(changed, at: message.topic)
        let cut = message.topic.prefix { $0 != "g" }
        try await spy.publish(message.payload, at: cut + "h")
        let other = message.topic.hasSuffix("0") ? "1" : "0"
        try await spy.publish(message.payload, at: message.topic.dropLast() + other)
        try await spy.publish([], at: message.topic)
        break
      }
      try await guest.send([2])
      #expect(try await table.atHost.packet().0 == [2])
      await host.send([3])
      #expect(try await table.atAda.packet().0 == [3])
      await spy.close()
      await guest.close()
      await host.close()
    }
  }
}
