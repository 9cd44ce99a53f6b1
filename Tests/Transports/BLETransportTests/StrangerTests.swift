import BLETransport
import BlueZ
import MatchProtocol
import Testing
import VirtualBlueZ

/// Those who have no seat, or no manners.
@Suite(.timeLimit(.minutes(1))) struct StrangerTests {
  /// The packets of a greeting by one who speaks `versions`.
  private static func greeting(_ versions: ClosedRange<UInt16>) throws -> [[UInt8]] {
    let hello = Hello(
      versions: versions,
      nonce: Nonce(rawValue: 9),
      name: PlayerName(cleaning: "Eve"),
      program: "test/1"
    )
    return try packets(Envelope.hello(hello).encoded, .unassigned)
  }

  private static func packets(
    _ message: [UInt8],
    _ link: LinkID,
    first: UInt16 = 0
  ) throws
    -> [[UInt8]]
  {
    var fragmenter = Fragmenter(linkID: link, limit: MessageLimit.handshake, firstSequence: first)
    return try fragmenter.split(message, packetSize: PacketSize.smallest)
  }

  /// The first fragment of a message that claims 65 535 bytes, the most that its field holds.
  private static func claim(_ link: LinkID, sequence: UInt16) -> [UInt8] {
    let kind = FragmentHeader.Kind.message
    let header = FragmentHeader(kind: kind, isFirst: true, linkID: link, sequence: sequence)
    return header.encoded + [0xff, 0xff, 0, 0, 1]
  }

  /// A greeting whose one field claims 1 MiB.
  private static let mebibyte: [UInt8] = [0x0a, 0x80, 0x80, 0x40]

  static let garbage: [(packets: [[UInt8]], error: ProtocolError)] = [
    ([[1, 2, 3]], .packetTooShort(length: 3, minimum: 6)),
    ([[UInt8](repeating: 0xff, count: 12)], .unknownFrameVersion(3)),
    ([[0x4f, 0, 0, 0, 0, 0, 1]], .unknownKind(15)),
    ([claim(.unassigned, sequence: 0)], .messageTooLarge(claimed: 65_535, limit: 512)),
    (
      (try? packets(mebibyte, .unassigned)) ?? [],
      .messageTooLarge(claimed: 1 << 20, limit: 4_096)
    ),
    ((try? packets([0xff, 0xff], .unassigned)) ?? [], .undecodable),
  ]

  @Test(arguments: 0..<garbage.count)
  func `garbage from a stranger ends his link, and the host goes on`(number: Int) async throws {
    let (packets, error) = Self.garbage[number]
    try await withRoom(adapters: 3) { room async throws in
      let host = try await room.host()
      let ada = Player(hosting: host)
      let eve = try await room.connectedGuest(on: "hci1")
      try await eve.send(packets)
      #expect(await ada.rejection() == .garbage(error))
      #expect(await eve.events.loss() == .disconnected)
      #expect(await !eve.isConnected(expecting: false))
      try await Self.play(room, host, ada, from: "hci2")
    }
  }

  /// Lets a guest who knows how sit down and say something.
  private static func play(
    _ room: Room,
    _ host: HostSide,
    _ ada: Player,
    from adapter: String
  ) async throws {
    await host.welcomeNext()
    let guest = try await room.guest(on: adapter)
    let bob = Player("Bob", joining: guest)
    try await guest.transport.connect(toTableOf: "Ada")
    #expect(await ada.joined() == "Bob")
    #expect(await bob.joined() == "Ada")
    bob.say([.numbered(1)])
    #expect(await ada.heard(1) == [.numbered(1)])
    ada.say([.numbered(2)])
    #expect(await bob.heard(1) == [.numbered(2)])
  }

  @Test func `a guest of another version is told ours, and the host goes on`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let host = try await room.host()
      let ada = Player(hosting: host)
      let eve = try await room.connectedGuest(on: "hci1")
      try await eve.send(Self.greeting(200...201))
      let reason = RefusalReason.protocolVersion(host: ProtocolVersion.supported)
      #expect(await ada.rejection() == .refused(reason))
      var answer = HandshakeReassembler()
      var envelope: Envelope?
      for await event in eve.events {
        guard let packet = event.packet else { continue }
        guard let message = try answer.append(packet, FragmentHeader(decoding: packet)) else {
          continue
        }
        envelope = try Envelope(decoding: message)
        break
      }
      #expect(envelope == .refuse(Refuse(nonce: Nonce(rawValue: 9), reason: reason)))
      // Who does not leave by himself is sent away.
      ada.pass(.seconds(2))
      #expect(await eve.events.loss() == .disconnected)
      #expect(await !eve.isConnected(expecting: false))
      try await Self.play(room, host, ada, from: "hci2")
    }
  }

  @Test func `a stranger who says nothing sensible in time is sent away`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      let ada = Player(hosting: host)
      let eve = try await room.connectedGuest()
      // The beginning of a greeting that never ends.
      try await eve.send([Self.greeting(1...1)[0]])
      while await eve.service.devices(on: eve.adapter).contains(where: \.isConnected) {
        try await eve.service.reload("org.bluez.Adapter1", at: eve.adapter.path)
        ada.pass(.seconds(15))
        await ada.settle()
      }
      #expect(await ada.rejection() == .handshakeTimeout)
    }
  }

  @Test func `later guests find the room full, and the first plays on`() async throws {
    try await withRoom(adapters: 4) { room async throws in
      let host = try await room.host()
      let ada = Player(hosting: host)
      let guest = try await room.guest(on: "hci1")
      let bob = Player("Bob", joining: guest)
      try await guest.transport.connect(toTableOf: "Ada")
      #expect(await ada.joined() == "Bob")
      #expect(await bob.joined() == "Ada")
      // Until somebody has played, a newcomer may be Bob, whose program was started anew.
      bob.say([.numbered(0)])
      #expect(await ada.heard(1) == [.numbered(0)])
      for (adapter, name) in [("hci2", "Carl"), ("hci3", "Dora")] {
        await host.welcomeNext()
        let late = try await room.guest(on: adapter)
        let player = Player(name, joining: late)
        try await late.transport.connect(toTableOf: "Ada")
        #expect(await player.end() == .refused(.roomFull))
        #expect(await ada.rejection() == .refused(.roomFull))
        #expect(await !late.isConnected(expecting: false))
        bob.say([.numbered(1), .numbered(2)])
        #expect(await ada.heard(2) == [.numbered(1), .numbered(2)])
        ada.say([.numbered(3)])
        #expect(await bob.heard(1) == [.numbered(3)])
      }
      #expect(await guest.isConnected(expecting: true))
    }
  }

  @Test func `garbage from a stranger does not reach those who play`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let host = try await room.host()
      let ada = Player(hosting: host)
      let guest = try await room.guest(on: "hci1")
      let bob = Player("Bob", joining: guest)
      try await guest.transport.connect(toTableOf: "Ada")
      #expect(await ada.joined() == "Bob")
      #expect(await bob.joined() == "Ada")
      await host.welcomeNext()
      let eve = try await room.connectedGuest(on: "hci2")
      // She pretends to be on Bob's link.
      try await eve.send([Self.claim(LinkID(rawValue: 1), sequence: 1), [1, 2, 3]])
      #expect(await ada.rejection() == .garbage(.packetTooShort(length: 3, minimum: 6)))
      #expect(await eve.events.loss() == .disconnected)
      bob.say([.numbered(1)])
      #expect(await ada.heard(1) == [.numbered(1)])
      #expect(await guest.isConnected(expecting: true))
    }
  }

  static let offences: [(packets: [[UInt8]], error: ProtocolError)] = [
    ([[1, 2, 3]], .packetTooShort(length: 3, minimum: 6)),
    ([[UInt8](repeating: 0xff, count: 12)], .unknownFrameVersion(3)),
    (
      // Two messages of the exchange of keys and a confirmation came before.
      [claim(LinkID(rawValue: 1), sequence: 3)],
      .messageTooLarge(claimed: 65_535, limit: 4_096)
    ),
  ]

  @Test(arguments: 0..<offences.count)
  func `garbage from the guest ends the match, and the link`(number: Int) async throws {
    let (packets, error) = Self.offences[number]
    try await withRoom { room async throws in
      let host = try await room.host()
      let ada = Player(hosting: host)
      let guest = try await room.guest()
      let bob = Player("Bob", joining: guest)
      try await guest.transport.connect(toTableOf: "Ada")
      #expect(await ada.joined() == "Bob")
      #expect(await bob.joined() == "Ada")
      try await guest.send(packets)
      #expect(await ada.end() == .protocolViolation(error))
      #expect(await !guest.isConnected(expecting: false))
    }
  }
}
