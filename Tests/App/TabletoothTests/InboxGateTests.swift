import MatchProtocol
import Testing

@testable import tabletooth

@Suite struct InboxGateTests {
  private func packet(of peer: String) -> TransportEvent {
    .link(.packet([1], from: PeerID(rawValue: peer), maximumPacketSize: 508))
  }

  @Test func `who says more than is taken does not keep others out, and is let in again`() {
    let gate = InboxGate()
    let flood = (0..<1_000).filter { _ in gate.letsIn(packet(of: "ada")) }
    #expect(flood.count == InboxGate.mostWaiting)
    #expect(gate.letsIn(packet(of: "bo")))
    #expect(gate.letsIn(.link(.down(PeerID(rawValue: "ada"), .disconnected))))
    gate.note(taken: packet(of: "ada"))
    #expect(gate.letsIn(packet(of: "ada")))
    #expect(!gate.letsIn(packet(of: "ada")))
  }
}
