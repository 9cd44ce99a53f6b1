import BLETransport
import BlueZ
import MatchProtocol
import Testing
import VirtualBlueZ

/// Whole sessions over the transports.
@Suite(.timeLimit(.minutes(1))) struct MatchTests {
  /// Runs `body` with two players who sit at one board.
  private func withMatch(
    behaving behaviour: Behaviour = Behaviour(),
    patience: Duration = .zero,
    _ body: (Room, HostSide, GuestSide, Player, Player) async throws -> Void
  ) async throws {
    try await withRoom(behaving: behaviour) { room async throws in
      let host = try await room.host()
      let ada = Player(hosting: host, patience: patience)
      let guest = try await room.guest()
      let bob = Player("Bob", joining: guest, patience: patience)
      try await guest.transport.connect(toTableOf: "Ada")
      #expect(await ada.joined() == "Bob")
      #expect(await bob.joined() == "Ada")
      try await body(room, host, guest, ada, bob)
    }
  }

  @Test(arguments: [(23, 0), (23, 79), (517, 0), (517, 79)])
  func `messages come in order, however packets do`(mtu: Int, displacement: Int) async throws {
    let behaviour = Behaviour.with {
      $0.mtu = mtu
      $0.displacement = displacement
    }
    try await withMatch(behaving: behaviour) { _, _, _, ada, bob in
      let start = MatchMessage.start(.init(game: "gomoku", rule: "freestyle", first: .host))
      let messages = [start] + (0..<60).map(MatchMessage.numbered)
      ada.say(messages)
      bob.say(messages)
      #expect(await bob.heard(messages.count) == messages)
      #expect(await ada.heard(messages.count) == messages)
    }
  }

  @Test func `a player who leaves is not taken for a broken link`() async throws {
    try await withMatch { _, _, guest, ada, bob in
      bob.close()
      #expect(await ada.end() == .peerLeft(.left))
      #expect(await bob.end() == .closed(.left))
      #expect(await !guest.isConnected(expecting: false))
    }
  }

  @Test func `a link that loses packets loses no message`() async throws {
    try await withMatch { room, host, guest, ada, bob in
      await room.set { $0.lossRate = 0.3 }
      let messages = (0..<20).map(MatchMessage.numbered)
      ada.say(messages)
      bob.say(messages)
      for second in 0..<40 {
        if second == 10 { await room.set { $0.lossRate = 0 } }
        for player in [ada, bob] { player.pass(.seconds(1)) }
        for player in [ada, bob] { await player.settle() }
        // What was sent has been through bluetoothd behind the answers to these.
        try await host.service.reload("org.bluez.Adapter1", at: guest.adapter.path)
        try await guest.service.reload("org.bluez.Adapter1", at: guest.adapter.path)
      }
      #expect(await bob.heard(messages.count) == messages)
      #expect(await ada.heard(messages.count) == messages)
    }
  }

  @Test func `a link that carries nothing any more ends the match of both sides`() async throws {
    try await withMatch { room, _, guest, ada, bob in
      await room.set { $0.lossRate = 1 }
      bob.pass(.seconds(8))
      #expect(await bob.quiet() == .seconds(8))
      bob.pass(.seconds(7))
      #expect(await bob.end() == .silent(after: .seconds(15)))
      #expect(await !guest.isConnected(expecting: false))
      #expect(await ada.end() == .linkLost(.disconnected))
    }
  }

  @Test func `a restart of bluetoothd ends the match of both sides`() async throws {
    try await withMatch { room, host, _, ada, bob in
      try await room.air.restart()
      #expect(await ada.end() == .linkLost(.transportGone))
      #expect(await bob.end() == .linkLost(.transportGone))
      await host.wait(for: .available)
    }
  }

  @Test(arguments: ReconnectTests.Trouble.allCases.filter { $0 != .hostRestart })
  func `what is said while the link is lost is heard on the next`(
    trouble: ReconnectTests.Trouble
  ) async throws {
    try await withMatch(patience: SessionTimes.seat) { room, host, guest, ada, bob in
      let messages = (0..<30).map(MatchMessage.numbered)
      ada.say(Array(messages[..<10]))
      bob.say(Array(messages[..<10]))
      #expect(await ada.heard(10) == Array(messages[..<10]))
      #expect(await bob.heard(10) == Array(messages[..<10]))
      // Some is on the air when the link goes.
      ada.say(Array(messages[10..<20]))
      bob.say(Array(messages[10..<20]))
      try await trouble.strike(room, host, guest)
      // It ends with the transport.
      Task { await guest.connectAgain() }
      ada.say(Array(messages[20...]))
      bob.say(Array(messages[20...]))
      #expect(await ada.heard(20) == Array(messages[10...]))
      #expect(await bob.heard(20) == Array(messages[10...]))
    }
  }

  @Test func `a host whose program is gone ends the match`() async throws {
    try await withMatch { _, host, _, _, bob in
      await host.service.close()
      #expect(await bob.end() == .linkLost(.serviceGone))
    }
  }

  @Test func `a guest whose program is gone is missed after fifteen seconds`() async throws {
    try await withMatch { _, _, guest, ada, _ in
      await guest.service.close()
      ada.pass(.seconds(8))
      #expect(await ada.quiet() == .seconds(8))
      ada.pass(.seconds(7))
      #expect(await ada.end() == .silent(after: .seconds(15)))
    }
  }

  @Test func `a guest out of reach ends the match`() async throws {
    try await withMatch { room, _, _, ada, bob in
      await room.air.setPowered(false, adapter: 1)
      #expect(await ada.end() == .linkLost(.disconnected))
      #expect(await bob.end() == .linkLost(.disconnected))
    }
  }

  @Test func `one match follows another, whoever starts first`() async throws {
    try await withRoom { room async throws in
      for _ in 0..<10 {
        async let opening = room.host()
        let guest = try await room.guest()
        try await guest.transport.connect(toTableOf: "Ada")
        let host = try await opening
        let ada = Player(hosting: host)
        let bob = Player("Bob", joining: guest)
        #expect(await ada.joined() == "Bob")
        #expect(await bob.joined() == "Ada")
        bob.close()
        #expect(await ada.end() == .peerLeft(.left))
        async let gone: Void = guest.close()
        await host.close()
        await gone
      }
    }
  }
}
