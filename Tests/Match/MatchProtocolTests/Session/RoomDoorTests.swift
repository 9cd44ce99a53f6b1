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

  @Test(arguments: [true, false])
  func `an answer before there is a link goes to the one who asked`(isOpen: Bool) {
    var host = newHost()
    host.admit(isOpen)
    var guest = newGuest()
    let greeting = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    let answer = host.receive(greeting.packets, from: otherPeer)
    #expect(!answer.outgoing.isEmpty)
    #expect(answer.outgoing.allSatisfy { $0.peer == otherPeer })
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

  @Test(arguments: [true, false])
  func `who is sent away cannot go on, and the seat is free`(isLinked: Bool) {
    var pair = pair(isOpen: true)
    pair.connect()
    pair.host { $0.submit(someMove, now: $1) }
    if !isLinked { pair.cut() }
    pair.host { $0.dismissPlayer(now: $1) }
    #expect(pair.hostEnd == nil)
    #expect(pair.host.state == .empty)
    if isLinked {
      #expect(pair.guestEnd == .peerLeft(.kicked))
    } else {
      pair.connect()
      let refused = SessionEvent.strangerRejected(LinkPair.guestPeer, .refused(.unknownMatch))
      #expect(pair.hostEvents.last == refused)
    }
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
