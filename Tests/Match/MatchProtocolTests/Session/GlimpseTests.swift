import MatchSimulation
import Testing

@testable import MatchProtocol

/// What counts only until the next of its kind.
@Suite struct GlimpseTests {
  private func heard(_ events: [SessionEvent]) -> [Glimpse] {
    events.compactMap { event in
      if case .glimpse(let glimpse, _) = event { glimpse } else { nil }
    }
  }

  private func talkingPair(seed: UInt64 = 1, size: Int = 180) -> LinkPair {
    var pair = LinkPair(seed: seed, maximumPacketSize: size, patience: SessionTimes.seat)
    pair.connect()
    return pair
  }

  @Test func `a glimpse is one packet, and nothing answers it`() {
    var pair = talkingPair()
    pair.advance(by: .seconds(1))
    let before = pair.packetsSent
    let glimpse = Glimpse(isTyping: true, cursor: 187)
    pair.host { $0.perform(.glimpse(glimpse), now: $1) }
    pair.advance(by: .seconds(1))
    #expect(heard(pair.guestEvents) == [glimpse])
    #expect(pair.packetsSent == before + 1)
  }

  @Test func `glimpses come once and in order, or not at all, and never in the way`() {
    let counts = (0..<50).map { countOfGlimpses(seed: $0) }
    // Of 2,000 that are said, 30 in 100 are lost, and many more give way to moves.
    #expect(counts.reduce(0, +) > 500)
  }

  /// How many of 40 glimpses come over a bad link, each beside a move.
  private func countOfGlimpses(seed: UInt64) -> Int {
    var random = SeededGenerator(seed: seed)
    var pair = talkingPair(seed: seed)
    pair.setFaults(LinkFaults(reordering: 20, duplicated: 20, dropped: 30))
    for number in 0..<40 {
      pair.host { session, now in
        session.perform(.glimpse(Glimpse(cursor: UInt32(number))), now: now)
          + session.submit(move(number), now: now)
      }
      pair.advance(by: .milliseconds(Int.random(in: 0...300, using: &random)))
      if random.chance(5) {
        pair.cut()
        pair.connect()
      }
    }
    pair.setFaults(.none)
    pair.advance(by: .seconds(30))
    if !pair.isUp { pair.connect() }
    pair.advance(by: .seconds(30))
    let cursors = heard(pair.guestEvents).compactMap(\.cursor)
    #expect(cursors == Array(Set(cursors)).sorted(), "seed \(seed)")
    #expect(pair.hostEnd == nil && pair.guestEnd == nil, "seed \(seed)")
    #expect(pair.host.receipts.match.delivered == 40, "seed \(seed)")
    return cursors.count
  }

  @Test func `a glimpse waits for a move that is not on its way yet`() {
    var pair = talkingPair(size: 30)
    pair.host { session, now in
      var step = Step()
      for number in 0..<80 { step += session.submit(move(number), now: now) }
      // More than may be on the way at once.
      #expect(session.receipts.match.sent < 80)
      let glimpse = session.perform(.glimpse(Glimpse(isTyping: true)), now: now)
      #expect(glimpse.packets.isEmpty)
      return step + glimpse
    }
  }

  @Test func `packets that are too short carry none`() {
    var pair = talkingPair(size: 18)
    pair.host { $0.perform(.glimpse(Glimpse(isTyping: true)), now: $1) }
    #expect(heard(pair.guestEvents) == [])
  }

  @Test func `what is forged, or no glimpse, is passed over`() throws {
    var pair = talkingPair()
    var packets: [[UInt8]] = []
    pair.host { session, now in
      packets = session.perform(.glimpse(Glimpse(isTyping: true)), now: now).packets
      return Step()
    }
    let packet = try #require(packets.first)
    var forged = packet
    forged[10] ^= 1
    let short = Array(packet.prefix(FragmentHeader.size))
    for bad in [forged, short, packet, packet] {
      pair.guest { session, now in
        session.receive(
          .packet(bad, from: LinkPair.hostPeer, maximumPacketSize: 180),
          now: now
        )
      }
    }
    #expect(heard(pair.guestEvents) == [Glimpse(isTyping: true)])
    #expect(pair.guestEnd == nil)
    #expect(pair.guest.state == .talking)
  }

  @Test func `nothing is shown to a program that takes no glimpses`() {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    let step = pair.host.perform(.glimpse(Glimpse(isTyping: true)), now: .zero)
    #expect(step.isEmpty)
  }
}
