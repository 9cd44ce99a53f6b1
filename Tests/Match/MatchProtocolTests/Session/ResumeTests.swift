import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

/// Links that are lost and found again.
@Suite struct ResumeTests {
  private let patience = SessionTimes.seat

  private func talkingPair(patience: Duration = SessionTimes.seat) -> LinkPair {
    var pair = LinkPair(patience: patience)
    pair.connect()
    return pair
  }

  @Test func `what was said while the link was away arrives once, on both sides`() {
    var pair = talkingPair()
    pair.host { $0.submit(move(0), now: $1) }
    pair.cut()
    pair.host { $0.submit(move(1), now: $1) }
    pair.guest { $0.submit(move(2), now: $1) }
    pair.advance(by: .seconds(20))
    pair.connect(maximumPacketSize: 18)
    pair.host { $0.submit(move(3), now: $1) }
    let lost = LinkBreak.lost(.disconnected)
    #expect(
      pair.guestEvents.dropFirst(2) == [
        .message(move(0), from: hostPeer), .suspended(hostPeer, lost), .resumed(LinkPair.hostPeer),
        .message(move(1), from: hostPeer),
        .message(move(3), from: hostPeer),
      ]
    )
    #expect(
      pair.hostEvents.dropFirst(2) == [
        .suspended(guestPeer, lost), .resumed(LinkPair.guestPeer),
        .message(move(2), from: guestPeer),
      ]
    )
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a match survives cuts at any packet`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var pair = LinkPair(seed: seed, maximumPacketSize: 18, patience: patience)
    pair.connect()
    pair.setFaults(LinkFaults(reordering: 20, duplicated: 20, dropped: 10))
    for ply in 0..<40 {
      pair.both(
        host: { $0.submit(move(ply), now: $1) },
        guest: { $0.submit(move(ply), now: $1) }
      )
      pair.advance(by: .milliseconds(Int.random(in: 0...1_200, using: &random)))
      if random.chance(20) {
        pair.cut()
        pair.advance(by: .seconds(Int.random(in: 0...20, using: &random)))
        pair.connect(maximumPacketSize: Int.random(in: 18...508, using: &random))
      }
    }
    pair.setFaults(.none)
    pair.advance(by: .seconds(40))
    if !pair.isUp { pair.connect() }
    pair.advance(by: .seconds(40))
    for (events, peer) in [(pair.hostEvents, guestPeer), (pair.guestEvents, hostPeer)] {
      let heard = events.filter { if case .message = $0 { true } else { false } }
      #expect(heard == (0..<40).map { .message(move($0), from: peer) })
    }
  }

  @Test func `a silent link is given up after fifteen seconds, and the next one goes on`() {
    var pair = talkingPair()
    pair.setFaults(LinkFaults(dropped: 100))
    pair.host { $0.submit(move(0), now: $1) }
    pair.advance(by: .seconds(30))
    #expect(pair.hostEvents.last == .suspended(guestPeer, .silent(after: .seconds(15))))
    #expect(!pair.isUp)
    pair.setFaults(.none)
    pair.connect()
    #expect(
      pair.guestEvents.suffix(2) == [
        .resumed(LinkPair.hostPeer), .message(move(0), from: hostPeer),
      ]
    )
  }

  @Test func `a seat is kept for ten minutes and the session then ends for what broke its link`() {
    var pair = talkingPair()
    pair.cut(.serviceGone)
    pair.advance(by: .milliseconds(599_999))
    #expect(pair.hostEvents.last == .suspended(guestPeer, .lost(.serviceGone)))
    pair.advance(by: .milliseconds(1))
    #expect(pair.hostEnd == .linkLost(.serviceGone))
    #expect(pair.guestEnd == .linkLost(.serviceGone))
  }

  @Test func `who closes while the other side is away leaves at once`() {
    var pair = talkingPair()
    pair.cut()
    pair.guest { $0.close(.left, now: $1) }
    pair.host { $0.close(.gameOver, now: $1) }
    #expect(pair.guestEnd == .closed(.left))
    #expect(pair.hostEnd == .closed(.gameOver))
  }

  @Test func `a last move and the goodbye after it arrive over another link`() {
    var pair = talkingPair()
    pair.setFaults(LinkFaults(dropped: 100))
    pair.guest { $0.submit(move(0), now: $1) + $0.close(.left, now: $1) }
    pair.cut()
    pair.setFaults(.none)
    pair.connect()
    #expect(pair.hostEvents.last == .message(move(0), from: guestPeer))
    #expect(pair.hostEnd == .peerLeft(.left))
    #expect(pair.guestEnd == .closed(.left))
  }

  @Test func `no more than 256 messages wait for the other side`() {
    var pair = talkingPair()
    pair.cut()
    for ply in 0..<256 {
      pair.guest { $0.submit(move(ply), now: $1) }
    }
    #expect(pair.guestEvents.last == .suspended(hostPeer, .lost(.disconnected)))
    pair.guest { $0.submit(move(256), now: $1) }
    #expect(pair.guestEnd == .outboxFull(limit: 256))
  }

  @Test func `a link that goes while it is being proven is nothing, and the next one will do`() {
    var pair = talkingPair()
    pair.guest { $0.submit(move(0), now: $1) }
    pair.cut()
    pair.setFaults(LinkFaults(dropped: 100))
    pair.connect()
    pair.advance(by: .seconds(2))
    pair.cut()
    #expect(pair.hostEvents.last == .suspended(guestPeer, .lost(.disconnected)))
    #expect(pair.guestEvents.last == .suspended(hostPeer, .lost(.disconnected)))
    pair.setFaults(.none)
    pair.connect()
    #expect(pair.hostEvents.last == .resumed(LinkPair.guestPeer))
    #expect(pair.guestEvents.last == .resumed(LinkPair.hostPeer))
  }

  @Test func `nothing that was said on one link has the bytes of another`() {
    var pair = RawGuestPair.talking(patience: patience)
    let before = pair.guest.say(.match(someMove))
    _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    _ = pair.say(confirm)
    #expect(pair.guest.say(.match(someMove)).map { $0.suffix(20) } != before.map { $0.suffix(20) })
  }
}
