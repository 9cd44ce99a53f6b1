import MatchProtocol
import TestSupport
import Testing

@Suite struct HostStrangerTests {
  @Test(arguments: [2...3, 9...9] as [ClosedRange<UInt16>])
  func `a guest of another version is told ours and the host goes on`(
    versions: ClosedRange<UInt16>
  ) {
    var host = newHost()
    let reason = RefusalReason.protocolVersion(host: 1...1)
    #expect(
      deeds(host.receive(hello(versions: versions)))
        == [.refuses(reason), .rejects(guestPeer, .refused(reason))]
    )
    #expect(host.deadline == farewell)
    #expect(deeds(host.tick(now: farewell)) == [.hangsUp(guestPeer)])
    #expect(deeds(host.receive(hello(), from: otherPeer, now: .seconds(3))) == [.welcomes])
  }

  @Test func `a guest that speaks more versions gets the one both know`() {
    var host = newHost()
    #expect(deeds(host.receive(hello(versions: 1...7))) == [.welcomes])
  }

  @Test func `garbage is reported once and what follows it is not looked at`() {
    var host = newHost()
    #expect(deeds(host.receive([[1]])).count == 2)
    #expect(host.receive([[1], [2], [3]] + hello()).isEmpty)
    _ = host.linkDown(guestPeer, .disconnected, now: .zero)
    #expect(deeds(host.receive(hello())) == [.welcomes])
  }

  @Test func `a claim of 1 MiB is reported as such`() {
    var host = newHost()
    let claim: [UInt8] = [0x0a, 4, 0x22, 0x80, 0x80, 0x40]
    var fragmenter = Fragmenter(linkID: .unassigned, limit: 512)
    let packets = (try? fragmenter.split(claim, packetSize: 18)) ?? []
    let error = ProtocolError.messageTooLarge(claimed: 1 << 20, limit: 4_096)
    #expect(
      deeds(host.receive(packets))
        == [.hangsUp(guestPeer), .rejects(guestPeer, .garbage(error))]
    )
  }

  @Test func `a name with an escape is garbage`() {
    var host = newHost()
    let bytes: [UInt8] = [0x0a, 8, 8, 1, 16, 1, 0x22, 2, 0x1b, 0x63]
    var fragmenter = Fragmenter(linkID: .unassigned, limit: 512)
    let packets = (try? fragmenter.split(bytes, packetSize: 18)) ?? []
    #expect(
      deeds(host.receive(packets))
        == [.hangsUp(guestPeer), .rejects(guestPeer, .garbage(.forbiddenText(.name)))]
    )
  }

  @Test func `a refused guest that asks again is refused again and reported once`() {
    var host = HostState.taken.session
    #expect(deeds(host.receive(hello(nonce: 2), from: otherPeer)).count == 2)
    #expect(
      deeds(host.receive(hello(nonce: 2, sequence: 50), from: otherPeer))
        == [.refuses(.roomFull, nonce: 2)]
    )
  }

  @Test func `the ninth stranger is sent away until one has gone`() {
    var host = newHost()
    for index in 0..<8 {
      #expect(host.receive([hello()[0]], from: PeerID(rawValue: "\(index)")).isEmpty)
    }
    #expect(
      deeds(host.receive(hello(), from: guestPeer))
        == [.hangsUp(guestPeer), .rejects(guestPeer, .tooManyStrangers)]
    )
    _ = host.linkDown(PeerID(rawValue: "3"), .disconnected, now: .zero)
    #expect(deeds(host.receive(hello(), from: guestPeer)) == [.welcomes])
  }

  @Test func `two guests greet at once and their packets do not mix`() {
    var host = newHost()
    let first = hello(nonce: 1)
    let second = hello(nonce: 2)
    var actions: [SessionAction] = []
    for (mine, other) in zip(first, second) {
      actions += host.receive([mine], from: guestPeer)
      actions += host.receive([other], from: otherPeer)
    }
    #expect(
      deeds(actions) == [
        .welcomes, .refuses(.roomFull, nonce: 2), .rejects(otherPeer, .refused(.roomFull)),
      ]
    )
  }

  @Test func `a guest whose program was restarted on the same link gets a new id`() {
    var host = HostState.offered.session
    let again = host.receive(hello(nonce: 2, sequence: 100))
    guard case .says(.welcome(let welcome)) = deeds(again).first else {
      Issue.record("no welcome in \(deeds(again))")
      return
    }
    #expect(welcome.linkID == LinkID(rawValue: 2))
  }

  @Test func `link ids go round without 0`() {
    var host = newHost()
    var ids: [UInt8] = []
    for nonce in UInt64(1)...256 {
      if case .says(.welcome(let welcome)) = deeds(host.receive(hello(nonce: nonce))).first {
        ids.append(welcome.linkID.rawValue)
      }
      _ = host.linkDown(guestPeer, .disconnected, now: .zero)
    }
    #expect(ids == (1...255) + [1])
  }

  @Test func `strangers are disconnected when the match ends`() {
    var host = HostState.taken.session
    _ = host.receive([hello()[0]], from: otherPeer)
    #expect(
      deeds(host.linkDown(guestPeer, .disconnected, now: .zero))
        == [.hangsUp(otherPeer), .ends(.linkLost(.disconnected))]
    )
  }

  @Test func `everything the host says to link 0 fits the smallest packet`() {
    var host = newHost()
    let actions = host.receive(hello()) + host.receive(hello(nonce: 2), from: otherPeer)
    for case .send(let packet) in actions {
      #expect(packet.count <= 18)
      #expect(packet[1] == 0)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random packets from many peers never end the wait for a guest`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var host = newHost()
    var now = Duration.zero
    for _ in 0..<5_000 {
      var packet = random.bytes(Int.random(in: 0...24, using: &random))
      if random.chance(80), packet.count > 2 {
        packet[0] = 0x40 | packet[0] & 0x30
        packet[1] = 0
      }
      now += .milliseconds(Int.random(in: 0...200, using: &random))
      let peer = PeerID(rawValue: "\(Int.random(in: 0..<30, using: &random))")
      var actions = host.receive(packet, from: peer, maximumPacketSize: 180, now: now)
      actions += host.tick(now: now)
      for case .disconnect(let gone) in actions {
        _ = host.linkDown(gone, .disconnected, now: now)
      }
      #expect(!actions.contains { if case .event(.ended) = $0 { true } else { false } })
    }
    // The last of them may still be greeting; in 15 s they are not.
    for case .disconnect(let gone) in host.tick(now: now + .seconds(15)) {
      _ = host.linkDown(gone, .disconnected, now: now + .seconds(15))
    }
    #expect(deeds(host.receive(hello(), from: guestPeer, now: now + .seconds(16))) == [.welcomes])
  }
}
