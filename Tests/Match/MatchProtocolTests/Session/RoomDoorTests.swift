import MatchProtocol
import MatchSimulation
import Testing

/// Who is let in, and what the others are told.
@Suite struct RoomDoorTests {
  private func pair(isOpen: Bool, acceptsAtOnce: Bool = true) -> LinkPair {
    var pair = LinkPair(patience: SessionTimes.seat, acceptsAtOnce: acceptsAtOnce)
    pair.host { host, _ in
      host.admit(isOpen)
      return Step()
    }
    return pair
  }

  @Test func `a closed table says so, and opens again`() {
    var closed = pair(isOpen: false)
    closed.connect()
    #expect(closed.guestEnd == .refused(.closed))
    #expect(closed.hostEvents == [.strangerRejected(LinkPair.guestPeer, .refused(.closed))])
    var open = pair(isOpen: true)
    open.connect()
    #expect(open.guestEnd == nil)
  }

  @Test func `who plays comes back to a closed table`() {
    var pair = pair(isOpen: true)
    pair.connect()
    pair.host { host, now in
      host.admit(false)
      return host.submit(.start(.init(game: "gomoku", rule: "freestyle", first: .host)), now: now)
    }
    pair.cut()
    pair.connect()
    #expect(pair.guestEnd == nil)
    #expect(pair.guestEvents.contains { if case .resumed = $0 { true } else { false } })
  }

  @Test(arguments: [GoodbyeReason.notAccepted, .notInvited, .kicked])
  func `who is not let in hears why`(reason: GoodbyeReason) {
    var pair = pair(isOpen: true, acceptsAtOnce: false)
    pair.connect()
    pair.host { $0.decline(reason, now: $1) }
    #expect(pair.guestEnd == .peerLeft(reason))
    #expect(pair.hostEnd == nil)
  }
}
