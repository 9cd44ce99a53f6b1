import MatchProtocol
import Testing

/// Peers that this project did not write, and what they cost.
@MainActor @Suite struct HostilePeerTests {
  /// Seats a hostile guest that has the first move.
  private func withGuest(
    _ body: (_ host: WorldProgram, _ guest: inout HostileGuest) async throws -> Void
  ) async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "guest")
      var guest = try HostileGuest(in: world)
      try await guest.sit()
      try await host.prints("Eve joined your table.")
      try await body(host, &guest)
      guest.leave()
    }
  }

  @Test(arguments: ["p16", "zzz"])
  func `an illegal move`(move: String) async throws {
    try await withGuest { host, guest in
      guest.say(.move(.init(ply: 0, text: move, position: 0)))
      try await guest.hearsEnd()
      await expectEnd(of: host, code: 26, saying: move)
    }
  }

  @Test(arguments: [
    [1, 2, 3], [0x70, 1, 0, 3, 0, 0, 0, 8, 0, 0, 0x4a, 4, 0x12, 0x80, 0x80, 0x40],
  ])
  func `garbage on the guest's link costs the link, and not the match`(
    packet: [UInt8]
  ) async throws {
    try await withGuest { host, guest in
      guest.send(packet)
      try await host.prints("Connection to Eve lost.")
      try await guest.isCut()
      host.type("quit")
      #expect(await host.end() == .init(code: 0, complaints: []))
    }
  }

  @Test func `garbage and other versions from strangers do not end the wait`() async throws {
    try await World.run { world in
      let host = try await world.openTable()
      let stranger = try HostileGuest(in: world)
      stranger.send([1, 2, 3])
      try await host.prints("A device without Tabletooth was turned away.")
      stranger.leave()
      var later = try HostileGuest(in: world)
      try later.greet(versions: 8...9)
      try await host.prints("A player with another Tabletooth version")
      guard case .refuse(let refusal) = try await later.answer() else {
        Issue.record("no refusal")
        return
      }
      #expect(refusal.reason == .protocolVersion(host: ProtocolVersion.supported))
      later.leave()
      let guest = await world.join(adapter: "hci2")
      try await guest.prints("You are at Anna's table.")
    }
  }

  @Test func `a stranger who asks again and again does not keep a new guest out`() async throws {
    try await World.run { world in
      let host = try await world.openTable()
      var stranger = try HostileGuest(in: world)
      for nonce in 1...12 {
        try stranger.greet(nonce: UInt64(nonce))
        _ = try await stranger.answer()
      }
      try await host.prints("Somebody keeps asking for the seat at your table without taking it.")
      let guest = await world.join(adapter: "hci2")
      try await guest.prints("You are at Anna's table.")
      stranger.leave()
    }
  }

  @Test func `who goes no further keeps no seat from a second guest`() async throws {
    try await World.run { world in
      let host = try await world.openTable()
      var first = try HostileGuest(in: world)
      try first.greet()
      _ = try await first.answer()
      let second = await world.join(adapter: "hci2")
      try await second.prints("You are at Anna's table.")
      try await host.prints("Gus joined your table.")
      first.leave()
    }
  }

  /// Opens a table that answers the first whole Hello by `answer`.
  private func withHost(
    _ answer: (WorldPeer, Nonce) throws -> Void,
    _ body: (_ guest: WorldProgram) async throws -> Void
  ) async throws {
    try await World.run { world in
      let host = WorldPeer(in: world)
      host.open(tableOf: "Anna")
      let guest = await world.join()
      var incoming = HandshakeReassembler()
      while true {
        guard case .packet(let packet, _, _) = try await host.next() else { continue }
        let header = try FragmentHeader(decoding: packet)
        guard let message = try incoming.append(packet, header) else { continue }
        guard case .hello(let hello) = try Envelope(decoding: message) else { continue }
        try answer(host, hello.nonce)
        break
      }
      try await body(guest)
    }
  }

  @Test func `a host of another version`() async throws {
    try await withHost { host, nonce in
      let refusal = Refuse(nonce: nonce, reason: .protocolVersion(host: 8...9))
      var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
      for packet in try greetings.split(Envelope.refuse(refusal).encoded, packetSize: 18) {
        host.send(packet)
      }
    } _: { guest in
      await expectEnd(of: guest, code: 23, saying: "the host uses protocol versions 8 to 9")
    }
  }

  @Test func `a host that hangs up on a greeting`() async throws {
    try await withHost { host, _ in
      host.hangUp()
    } _: { guest in
      await expectEnd(of: guest, code: 27, saying: "connection lost before you got a seat")
    }
  }
}
