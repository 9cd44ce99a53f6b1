import MatchProtocol
import TestSupport
import Testing

/// Links that are lost and found again.
@Suite struct ResumeTests {
  private let patience = SessionTimes.seat

  private func move(_ ply: Int) -> Message {
    .move(Message.Move(ply: ply, text: "m\(ply)"))
  }

  private func seatedPair(patience: Duration = SessionTimes.seat) -> LinkPair {
    var pair = LinkPair(patience: patience)
    pair.connect()
    return pair
  }

  @Test func `what was said while the link was away arrives once, on both sides`() {
    var pair = seatedPair()
    pair.host { $0.submit(move(0), now: $1) }
    pair.cut()
    pair.host { $0.submit(move(1), now: $1) }
    pair.guest { $0.submit(move(2), now: $1) }
    pair.advance(by: .seconds(20))
    pair.connect(maximumPacketSize: 18)
    pair.host { $0.submit(move(3), now: $1) }
    let lost = SessionEvent.suspended(.lost(.disconnected))
    #expect(
      pair.guestEvents.dropFirst() == [
        .message(move(0)), lost, .resumed(LinkPair.hostPeer), .message(move(1)),
        .message(move(3)),
      ]
    )
    #expect(
      pair.hostEvents.dropFirst() == [lost, .resumed(LinkPair.guestPeer), .message(move(2))]
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
    for events in [pair.hostEvents, pair.guestEvents] {
      let heard = events.filter { if case .message = $0 { true } else { false } }
      #expect(heard == (0..<40).map { .message(move($0)) })
    }
  }

  @Test func `a silent link is given up after fifteen seconds, and the next one goes on`() {
    var pair = seatedPair()
    pair.setFaults(LinkFaults(dropped: 100))
    pair.host { $0.submit(move(0), now: $1) }
    pair.advance(by: .seconds(30))
    #expect(pair.hostEvents.last == .suspended(.silent(after: .seconds(15))))
    #expect(!pair.isUp)
    pair.setFaults(.none)
    pair.connect()
    #expect(pair.guestEvents.suffix(2) == [.resumed(LinkPair.hostPeer), .message(move(0))])
  }

  @Test func `a seat is kept for two minutes and the session then ends for what broke its link`() {
    var pair = seatedPair()
    pair.cut(.serviceGone)
    pair.advance(by: .milliseconds(119_999))
    #expect(pair.hostEvents.last == .suspended(.lost(.serviceGone)))
    pair.advance(by: .milliseconds(1))
    #expect(pair.hostEvents.last == .ended(.linkLost(.serviceGone)))
    #expect(pair.guestEvents.last == .ended(.linkLost(.serviceGone)))
  }

  @Test func `nobody else gets the seat while its guest is away`() {
    var host = seatedHost
    _ = host.linkDown(guestPeer, .disconnected, now: .zero)
    #expect(
      deeds(host.receive(hello(nonce: 2), from: otherPeer))
        == [.refuses(.roomFull, nonce: 2), .rejects(otherPeer, .refused(.roomFull))]
    )
  }

  // MARK: The host alone

  private var seatedHost: HostSession {
    var host = newHost(patience: patience)
    _ = host.receive(hello() + [keepAlive()])
    return host
  }

  private func resume(nonce: UInt64 = 2, session: UInt128 = 1, received: UInt32 = 0) -> [[UInt8]] {
    packets(
      .resume(
        Resume(
          nonce: Nonce(rawValue: nonce),
          session: SessionID(rawValue: session),
          received: received
        )
      ),
      link: .unassigned,
      sequence: UInt16(nonce * 50)
    )
  }

  private func resumed(nonce: UInt64 = 2, link: UInt8 = 2, received: UInt32 = 0) -> Deed {
    .says(
      .resumed(
        Resumed(
          nonce: Nonce(rawValue: nonce),
          linkID: LinkID(rawValue: link),
          received: received
        )
      )
    )
  }

  private let lost = Deed.tells(.suspended(.lost(.disconnected)))

  @Test func `a guest who comes back before its loss was noticed takes the old link's place`() {
    var host = seatedHost
    _ = host.receive(packets(.match(someMove)))
    #expect(
      deeds(host.receive(resume(), from: otherPeer))
        == [.hangsUp(guestPeer), lost, resumed(received: 1)]
    )
    #expect(host.receive(packets(.match(someMove), sequence: 1)).isEmpty)
    #expect(
      deeds(host.receive([keepAlive(link: LinkID(rawValue: 2))], from: otherPeer))
        == [.tells(.resumed(otherPeer))]
    )
    #expect(deeds(host.submit(someMove, now: .zero)) == [.says(.match(someMove))])
  }

  @Test func `a Resume that is repeated gets the same answer, and nothing after the link stands`() {
    var host = seatedHost
    #expect(deeds(host.receive(resume())) == [lost, resumed()])
    let again = packets(
      .resume(
        Resume(nonce: Nonce(rawValue: 2), session: SessionID(rawValue: 1), received: 0)
      ),
      link: .unassigned,
      sequence: 120
    )
    #expect(deeds(host.receive(again)) == [resumed()])
    _ = host.receive([keepAlive(link: LinkID(rawValue: 2))])
    #expect(host.receive(resume()).isEmpty)
    #expect(deeds(host.receive(resume(nonce: 3))) == [lost, resumed(nonce: 3, link: 3)])
  }

  @Test func `a Resume of another match, or after messages never said, is refused`() {
    var host = seatedHost
    let unknown = RefusalReason.unknownMatch
    #expect(
      deeds(host.receive(resume(session: 9), from: otherPeer))
        == [.refuses(unknown, nonce: 2), .rejects(otherPeer, .refused(unknown))]
    )
    #expect(
      deeds(host.receive(resume(nonce: 3, received: 1), from: otherPeer))
        == [.refuses(unknown, nonce: 3)]
    )
    #expect(deeds(host.submit(someMove, now: .zero)) == [.says(.match(someMove))])
    #expect(host.linkDown(guestPeer, .disconnected, now: .zero).count == 1)
    #expect(deeds(host.receive(resume(nonce: 4, received: 1))) == [resumed(nonce: 4)])
  }

  @Test func `a guest that comes back and goes again keeps its seat`() {
    var host = seatedHost
    _ = host.receive(resume(), from: otherPeer)
    #expect(deeds(host.tick(now: .seconds(15))) == [.hangsUp(otherPeer)])
    #expect(
      deeds(host.receive(resume(nonce: 3), now: .seconds(20))) == [resumed(nonce: 3, link: 3)]
    )
    _ = host.linkDown(guestPeer, .disconnected, now: .seconds(21))
    #expect(host.deadline == .seconds(120))
    #expect(deeds(host.tick(now: .seconds(120))) == [.ends(.linkLost(.disconnected))])
  }

  @Test func `a new program of the guest who is away ends the game it knows nothing of`() {
    var host = seatedHost
    _ = host.submit(someMove, now: .zero)
    _ = host.receive(resume(), from: otherPeer)
    #expect(deeds(host.receive(hello(nonce: 7, sequence: 400))) == [.refuses(.roomFull, nonce: 7)])
    #expect(
      deeds(host.receive([keepAlive(link: LinkID(rawValue: 2))], from: otherPeer))
        == [.hangsUp(otherPeer)]
    )
    #expect(deeds(host.tick(now: farewell)) == [.hangsUp(guestPeer), .ends(.peerRestarted)])
  }

  // MARK: The guest alone

  private var waitingGuest: GuestSession {
    var guest = newGuest(patience: patience)
    _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    _ = guest.receive(welcome())
    _ = guest.linkDown(hostPeer, .disconnected, now: .zero)
    return guest
  }

  private func answer(_ envelope: Envelope) -> [[UInt8]] {
    packets(envelope, link: .unassigned, sequence: 700)
  }

  @Test func `a guest asks with a nonce of its own for each link, and its count`() {
    var guest = waitingGuest
    for nonce in UInt64(2)...4 {
      let words = Resume(
        nonce: Nonce(rawValue: nonce),
        session: SessionID(rawValue: 1),
        received: 0
      )
      #expect(
        deeds(guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero))
          == [.says(.resume(words))]
      )
      #expect(guest.linkDown(hostPeer, .disconnected, now: .zero).isEmpty)
    }
    #expect(guest.deadline == .seconds(120))
  }

  @Test func `a guest without an answer hangs up after fifteen seconds and waits on`() {
    var guest = waitingGuest
    var actions = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    for second in 1...15 {
      actions += guest.tick(now: .seconds(second))
    }
    #expect(deeds(actions).count == 6)
    #expect(deeds(actions).last == .hangsUp(hostPeer))
    #expect(deeds(guest.tick(now: .seconds(120))) == [.ends(.linkLost(.disconnected))])
  }

  @Test func `a host that claims to have more than was said breaks the protocol`() {
    var guest = waitingGuest
    _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    let resumed = Resumed(nonce: Nonce(rawValue: 2), linkID: LinkID(rawValue: 2), received: 1)
    #expect(
      deeds(guest.receive(answer(.resumed(resumed)))) == [
        .hangsUp(hostPeer),
        .ends(.protocolViolation(.impossibleCount(claimed: 1, known: 0...0))),
      ]
    )
  }

  @Test func `a guest whom the host never heard on the link asks for its seat again`() {
    var guest = waitingGuest
    _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    let refusal = Refuse(nonce: Nonce(rawValue: 2), reason: .unknownMatch)
    guard case .says(.hello(let again)) = deeds(guest.receive(answer(.refuse(refusal)))).first
    else {
      Issue.record("no Hello")
      return
    }
    #expect(again.nonce == Nonce(rawValue: 3))
    #expect(
      deeds(guest.receive(welcome(nonce: 3, link: 5)))
        == [.tells(.resumed(hostPeer)), .pings(0)]
    )
    #expect(deeds(guest.submit(someMove, now: .zero)) == [.says(.match(someMove))])
  }

  @Test func `a guest waits while the host keeps its seat for a link that it has lost`() {
    var guest = waitingGuest
    _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    let unknown = Refuse(nonce: Nonce(rawValue: 2), reason: .unknownMatch)
    _ = guest.receive(answer(.refuse(unknown)))
    let full = Refuse(nonce: Nonce(rawValue: 3), reason: .roomFull)
    #expect(
      deeds(guest.receive(packets(.refuse(full), link: .unassigned, sequence: 800)))
        == [.hangsUp(hostPeer)]
    )
    #expect(guest.deadline == .seconds(120))
  }

  @Test func `a guest that has heard the host is told when its match is gone`() {
    var guest = newGuest(patience: patience)
    _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    _ = guest.receive(welcome() + [keepAlive()])
    _ = guest.linkDown(hostPeer, .disconnected, now: .zero)
    _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    let refusal = Refuse(nonce: Nonce(rawValue: 2), reason: .unknownMatch)
    #expect(
      deeds(guest.receive(answer(.refuse(refusal))))
        == [.hangsUp(hostPeer), .ends(.refused(.unknownMatch))]
    )
  }

  @Test func `who closes while the other side is away leaves at once`() {
    var guest = waitingGuest
    #expect(deeds(guest.close(.left, now: .zero)) == [.ends(.closed(.left))])
    var host = seatedHost
    _ = host.receive(resume(), from: otherPeer)
    #expect(
      deeds(host.close(.left, now: .zero)) == [.hangsUp(otherPeer), .ends(.closed(.left))]
    )
  }

  @Test func `no more than 256 messages wait for the other side`() {
    var guest = waitingGuest
    for _ in 0..<256 {
      #expect(guest.submit(someMove, now: .zero).isEmpty)
    }
    #expect(deeds(guest.submit(someMove, now: .zero)) == [.ends(.outboxFull(limit: 256))])
  }
}
