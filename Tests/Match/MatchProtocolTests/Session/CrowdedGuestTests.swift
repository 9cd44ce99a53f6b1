import MatchProtocol
import MatchSimulation
import Testing

/// A guest whose host hangs up without an answer, as a crowded table does.
@Suite struct CrowdedGuestTests {
  private static func patientGuest() -> GuestSession {
    var guest = newGuest()
    guest.crowdPatience = .seconds(30)
    return guest
  }

  @Test func `a guest that is hung up on tries again for 30 seconds, and says so once`() {
    var guest = Self.patientGuest()
    for second in [0, 1, 3, 7, 15, 29] {
      let now = Duration.seconds(second)
      let peer = PeerID(rawValue: "link \(second)")
      let greeting = guest.linkUp(peer, maximumPacketSize: 4_106, now: now)
      #expect(greeting.packets.isEmpty == false)
      let step = guest.linkDown(peer, .disconnected, now: now)
      #expect(step.events == (second == 0 ? [.crowded(peer, for: .seconds(30))] : []))
      #expect(step.end == nil)
    }
    #expect(guest.deadline == .seconds(30))
    #expect(guest.tick(now: .seconds(29)).end == nil)
    #expect(guest.tick(now: .seconds(30)).end == .hungUp(for: .seconds(30)))
  }

  @Test func `a guest that gets in after a crowd meets its host`() {
    var guest = Self.patientGuest()
    _ = guest.linkUp(otherPeer, maximumPacketSize: 180, now: .zero)
    _ = guest.linkDown(otherPeer, .disconnected, now: .zero)
    let step = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .seconds(1))
    #expect(observed(step) == [.says(hello(nonce: 2))])
    var pair = RawHostPair()
    pair.guest = guest
    _ = pair.tell(packets(welcome(nonce: 2)))
    #expect(pair.guest.state == .meeting)
  }

  @Test func `a refusal ends the attempts`() {
    var guest = Self.patientGuest()
    _ = guest.linkUp(otherPeer, maximumPacketSize: 180, now: .zero)
    _ = guest.linkDown(otherPeer, .disconnected, now: .zero)
    _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .seconds(1))
    var step = Step()
    for packet in packets(refuse(.notInvited, nonce: 2)) {
      step += guest.receive(packet, from: hostPeer, maximumPacketSize: 180, now: .seconds(1))
    }
    #expect(step.end == .refused(.notInvited))
  }

  @Test func `a link that breaks otherwise ends the session at once`() {
    var guest = Self.patientGuest()
    _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    let step = guest.linkDown(hostPeer, .transportGone, now: .zero)
    #expect(step.end == .linkLost(.transportGone))
  }
}
