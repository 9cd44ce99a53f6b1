import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

@Suite struct HostStrangerTests {
  @Test func `garbage is reported once and what follows it is not looked at`() {
    var host = newHost()
    #expect(observed(host.receive([[1]])).count == 2)
    #expect(host.receive([[1], [2], [3]] + packets(hello())).isEmpty)
    _ = host.linkDown(guestPeer, .disconnected, now: .zero)
    #expect(observed(host.receive(packets(hello()))) == [.says(welcome())])
  }

  @Test func `a claim of 1 MiB is reported as such`() {
    var host = newHost()
    let claim: [UInt8] = [0x0a, 4, 0x22, 0x80, 0x80, 0x40]
    let error = ProtocolError.messageTooLarge(claimed: 1 << 20, limit: 4_096)
    #expect(
      observed(host.receive(packets(of: claim)))
        == [.rejects(guestPeer, .garbage(error)), .hangsUp(guestPeer)]
    )
  }

  @Test func `a name with an escape is garbage`() {
    var host = newHost()
    let bytes: [UInt8] = [0x0a, 8, 8, 4, 16, 4, 0x22, 2, 0x1b, 0x63]
    #expect(
      observed(host.receive(packets(of: bytes)))
        == [.rejects(guestPeer, .garbage(.forbiddenText(.name))), .hangsUp(guestPeer)]
    )
  }

  @Test func `a refused guest that asks again is refused again and reported once`() {
    var host = HostSituation.played.pair.host
    #expect(observed(host.receive(packets(hello(nonce: 2)), from: otherPeer)).count == 2)
    #expect(
      observed(host.receive(packets(hello(nonce: 2), sequence: 50), from: otherPeer))
        == [.says(refuse(nonce: 2))]
    )
  }

  @Test func `the ninth stranger takes the place of the one who has greeted for longest`() {
    var host = newHost()
    let names = (0..<8).map { PeerID(rawValue: "\($0)") }
    for (index, peer) in names.enumerated() {
      let now = Duration.milliseconds(index)
      #expect(host.receive([packets(hello())[0]], from: peer, now: now).isEmpty)
    }
    #expect(
      observed(host.receive(packets(hello()), from: guestPeer, now: .seconds(1)))
        == [.rejects(names[0], .tooManyStrangers), .says(welcome()), .hangsUp(names[0])]
    )
  }

  @Test func `two guests greet at once and their packets do not mix`() {
    var host = newHost()
    let first = packets(hello(nonce: 1))
    let second = packets(hello(nonce: 2))
    var step = Step()
    for (mine, other) in zip(first, second) {
      step += host.receive([mine], from: guestPeer)
      step += host.receive([other], from: otherPeer)
    }
    #expect(
      observed(step) == [
        .says(welcome()), .says(welcome(nonce: 2, link: 2, session: 2)),
      ]
    )
  }

  @Test func `a guest whose program was restarted on the same link gets a new id`() {
    var host = HostSituation.offered.pair.host
    let again = host.receive(packets(hello(nonce: 2), sequence: 100))
    guard case .says(.welcome(let welcome)) = observed(again).first else {
      Issue.record("no welcome in \(observed(again))")
      return
    }
    #expect(welcome.linkID == LinkID(rawValue: 2))
  }

  @Test func `link ids go round without 0`() {
    var host = newHost()
    var ids: [UInt8] = []
    for nonce in UInt64(1)...256 {
      let now = Duration.seconds(15 * nonce)
      let answer = observed(host.receive(packets(hello(nonce: nonce)), now: now))
      if case .says(.welcome(let welcome)) = answer.first {
        ids.append(welcome.linkID.rawValue)
      }
      _ = host.linkDown(guestPeer, .disconnected, now: now)
    }
    #expect(ids == (1...255) + [1])
  }

  @Test func `strangers are disconnected when the match ends`() {
    var host = RawGuestPair.talking().host
    _ = host.receive([packets(hello())[0]], from: otherPeer)
    #expect(
      observed(host.linkDown(guestPeer, .disconnected, now: .zero))
        == [.hangsUp(otherPeer), .ends(.linkLost(.disconnected))]
    )
  }

  @Test func `everything the host says to link 0 fits the smallest packet`() {
    var host = newHost()
    let step =
      host.receive(packets(hello())) + host.receive(packets(hello(nonce: 2)), from: otherPeer)
    for packet in step.packets {
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
      var step = host.receive(packet, from: peer, maximumPacketSize: 180, now: now)
      step += host.tick(now: now)
      for gone in step.hangUps {
        _ = host.linkDown(gone, .disconnected, now: now)
      }
      #expect(step.end == nil)
    }
    // The last of them may still be greeting; in 15 s they are not.
    for gone in host.tick(now: now + .seconds(15)).hangUps {
      _ = host.linkDown(gone, .disconnected, now: now + .seconds(15))
    }
    #expect(
      observed(host.receive(packets(hello()), from: guestPeer, now: now + .seconds(16))) == [
        .says(welcome())
      ]
    )
  }
}
