import MatchProtocol
import MatchSimulation
import Sodium
import Testing

/// Two players who look at each other before they play.
@Suite struct IntroductionTests {
  private func pair(seed: UInt64 = 1, patience: Duration = SessionTimes.seat) -> LinkPair {
    LinkPair(seed: seed, patience: patience, acceptsAtOnce: false)
  }

  private func isJoined(_ event: SessionEvent?) -> Bool {
    if case .joined = event { true } else { false }
  }

  @Test func `both see the same six digits, and the key and the name of the other`() {
    var pair = pair()
    pair.connect()
    guard let guest = pair.hostEvents.first?.introduction,
      let host = pair.guestEvents.first?.introduction
    else {
      Issue.record("nobody was introduced")
      return
    }
    #expect(pair.hostEvents == [.introduced(guest)])
    #expect(pair.guestEvents == [.introduced(host)])
    #expect(guest.code == host.code)
    #expect(guest.session == host.session)
    #expect(guest.key != host.key)
    #expect(guest.player.withSecret { $0.copy() } == host.player.withSecret { $0.copy() })
    #expect(guest.name.description == "Gus")
    #expect(host.name.description == "Hana")
    #expect(guest.peer == LinkPair.guestPeer)
    #expect(host.peer == LinkPair.hostPeer)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `they are introduced over a bad link, too`(seed: UInt64) {
    var pair = LinkPair(
      faults: LinkFaults(reordering: 40, duplicated: 20, dropped: 3),
      seed: seed,
      maximumPacketSize: 18,
      patience: SessionTimes.seat
    )
    pair.connect()
    pair.advance(by: .seconds(13))
    #expect(pair.hostEvents.contains { isJoined($0) })
    #expect(pair.guestEvents.contains { isJoined($0) })
  }

  @Test(arguments: [true, false])
  func `the match begins when both have accepted, in either order`(hostFirst: Bool) {
    var pair = pair()
    pair.connect()
    if hostFirst {
      pair.host { $0.accept(now: $1) }
    } else {
      pair.guest { $0.accept(now: $1) }
    }
    pair.advance(by: .seconds(50))
    #expect(pair.hostEvents.count == 1)
    #expect(pair.guestEvents.count == 1)
    if hostFirst {
      pair.guest { $0.accept(now: $1) }
    } else {
      pair.host { $0.accept(now: $1) }
    }
    #expect(isJoined(pair.hostEvents.last))
    #expect(isJoined(pair.guestEvents.last))
    pair.host { $0.submit(move(0), now: $1) }
    pair.guest { $0.submit(move(1), now: $1) }
    #expect(pair.guestEvents.last == .message(move(0), from: hostPeer))
    #expect(pair.hostEvents.last == .message(move(1), from: guestPeer))
  }

  @Test func `both may accept in the same instant, and play at once`() {
    var pair = pair()
    pair.connect()
    pair.both(host: { $0.accept(now: $1) }, guest: { $0.accept(now: $1) })
    #expect(isJoined(pair.hostEvents.last))
    #expect(isJoined(pair.guestEvents.last))
  }

  @Test func `who has accepted twice has accepted once`() {
    var pair = pair()
    pair.connect()
    pair.host { $0.accept(now: $1) }
    pair.host { $0.accept(now: $1) }
    pair.guest { $0.accept(now: $1) }
    pair.guest { $0.accept(now: $1) }
    #expect(pair.hostEvents.count == 2)
    #expect(pair.guestEvents.count == 2)
    pair.host { $0.submit(move(0), now: $1) }
    #expect(pair.guestEvents.last == .message(move(0), from: hostPeer))
  }

  @Test func `what a player says who has not been accepted goes nowhere`() {
    var pair = pair()
    pair.connect()
    pair.guest { $0.accept(now: $1) + $0.submit(move(0), now: $1) }
    pair.host { $0.submit(move(1), now: $1) }
    pair.host { $0.accept(now: $1) }
    #expect(pair.hostEvents.count == 2)
    #expect(pair.guestEvents.count == 2)
  }

  @Test func `a guest that declines leaves, and the next one has the seat`() {
    var pair = pair()
    pair.connect()
    pair.host { $0.accept(now: $1) }
    pair.guest { $0.decline(now: $1) }
    #expect(pair.guestEnd == .closed(.notAccepted))
    #expect(pair.hostEvents.last == .strangerRejected(LinkPair.guestPeer, .left))
    #expect(pair.host.deadline == nil)
    expectSeat(of: pair.host, now: pair.now)
  }

  @Test func `a guest that is declined is told, and the next one has the seat`() {
    var pair = pair()
    pair.connect()
    pair.guest { $0.accept(now: $1) }
    pair.host { $0.decline(now: $1) }
    #expect(pair.guestEnd == .peerLeft(.notAccepted))
    #expect(pair.hostEvents.count == 1)
    #expect(!pair.isUp)
    expectSeat(of: pair.host, now: pair.now)
  }

  @Test func `a question that nobody answers is closed after a minute`() {
    var pair = pair()
    pair.connect()
    pair.advance(by: .milliseconds(59_999))
    #expect(pair.hostEvents.count == 1)
    #expect(pair.guestEvents.count == 1)
    pair.advance(by: .milliseconds(1))
    #expect(pair.hostEvents.last == .strangerRejected(LinkPair.guestPeer, .unanswered))
    #expect(!pair.isUp)
    expectSeat(of: pair.host, now: pair.now)
  }

  @Test(arguments: [true, false])
  func `a question that only one answers is closed after a minute`(hostAccepts: Bool) {
    var pair = pair()
    pair.connect()
    if hostAccepts {
      pair.host { $0.accept(now: $1) }
    } else {
      pair.guest { $0.accept(now: $1) }
    }
    pair.advance(by: .seconds(60))
    #expect(pair.hostEvents.last == .strangerRejected(LinkPair.guestPeer, .unanswered))
    let after = SessionTimes.introduction
    #expect(
      pair.guestEnd == .notAccepted(after: after) || pair.guestEnd == .peerLeft(.notAccepted)
    )
    expectSeat(of: pair.host, now: pair.now)
  }

  @Test func `a link that is lost while the question is open takes it back on both sides`() {
    var pair = pair()
    pair.connect()
    pair.guest { $0.accept(now: $1) }
    pair.cut()
    #expect(pair.hostEvents.last == .strangerRejected(LinkPair.guestPeer, .left))
    #expect(pair.guestEnd == .linkLost(.disconnected))
    pair.connect()
    #expect(pair.guestEvents.count == 1)
    expectSeat(of: pair.host, now: pair.now)
  }

  @Test func `who greets while a known player is looked at is told to come later`() {
    var pair = RawGuestPair()
    _ = pair.introduce()
    var other = newRawGuest(strangerSeed, as: otherPeer)
    #expect(
      other.meet(&pair.host, other.greet(hello(nonce: 9)))
        == [.says(refuse(.later(seconds: 60), nonce: 9))]
    )
    #expect(pair.say(confirm).isEmpty)
    #expect(pair.guest.watch(pair.host.accept(now: .zero)).introductions.count == 1)
  }

  @Test func `a host that closes while it is asked tells the guest and is over`() {
    var pair = pair()
    pair.connect()
    pair.host { $0.close(.left, now: $1) }
    #expect(pair.hostEnd == .closed(.left))
    #expect(pair.guestEnd == .peerLeft(.left))
  }

  // MARK: How many

  @Test func `eight exchanges with strangers in a minute are begun for a seat, and no more`() {
    var host = newHost()
    for index in 0..<8 {
      let now = Duration.seconds(index)
      let peer = PeerID(rawValue: "stranger \(index % 2)")
      var guest = newRawGuest(strangerSeed, as: peer)
      #expect(guest.meet(&host, guest.greet(hello()), now: now).introductions.count == 1)
      _ = guest.watch(host.decline(now: now))
      _ = host.linkDown(peer, .disconnected, now: now)
    }
    var guest = newRawGuest(strangerSeed, as: otherPeer)
    let heard = guest.meet(&host, guest.greet(hello(nonce: 9)), now: .seconds(50))
    #expect(heard.introductions.isEmpty)
    #expect(heard.said.last == refuse(.later(seconds: 10), nonce: 9))
    #expect(heard.told == [.strangerRejected(otherPeer, .tooManyTries)])
    // Who is known needs no turn.
    var known = newRawGuest()
    #expect(known.meet(&host, known.greet(hello()), now: .seconds(55)).introductions.count == 1)
    _ = known.watch(host.decline(now: .seconds(55)))
    _ = host.linkDown(guestPeer, .disconnected, now: .seconds(55))
    let again = guest.greet(hello(nonce: 9))
    #expect(guest.meet(&host, again, now: .seconds(60)).introductions.count == 1)
  }

  @Test func `one stranger has four exchanges in a minute, and leaves the others theirs`() {
    var host = newHost()
    for index in 0..<5 {
      let now = Duration.seconds(index)
      var guest = newRawGuest(strangerSeed, as: otherPeer)
      let heard = guest.meet(&host, guest.greet(hello()), now: now)
      #expect(heard.introductions.count == (index < 4 ? 1 : 0))
      _ = guest.watch(host.decline(now: now))
      _ = host.linkDown(otherPeer, .disconnected, now: now)
    }
    var next = newRawGuest(strangerSeed, as: PeerID(rawValue: "next"))
    #expect(next.meet(&host, next.greet(hello()), now: .seconds(6)).introductions.count == 1)
  }

  /// The table is open: who comes now is introduced.
  private func expectSeat(of host: HostSession, now: Duration) {
    var host = host
    var next = newRawGuest(strangerSeed, as: otherPeer)
    #expect(next.meet(&host, next.greet(hello(nonce: 9)), now: now).introductions.count == 1)
  }

  @Test func `of many players those are tried first who are called like the host`() {
    let others = (1...20).map { Acquaintance.seeded($0) }
    let host = Acquaintance.seeded(hostSeed)
    let named = Acquaintance(
      host.key,
      name: PlayerName(cleaning: "Hana"),
      secret: SecretBytes(copying: host.withSecret { $0.copy() })
    )
    for (known, isKnown) in [(others + [named], true), (others + [host], false)] {
      var pair = RawHostPair()
      pair.guest = GuestSession(
        name: PlayerName(cleaning: "Gus"),
        program: "test/1",
        credentials: .seeded(guestSeed, knowing: known),
        nonce: Nonce(rawValue: 1)
      )
      _ = pair.linkUp()
      let met = pair.host.meet(&pair.guest, pair.host.greet(welcome())).onlyIntroduction
      #expect((met.player == host) == isKnown)
    }
  }
}
