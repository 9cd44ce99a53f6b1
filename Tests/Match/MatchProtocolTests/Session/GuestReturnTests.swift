import MatchProtocol
import MatchSimulation
import Testing

/// A guest that looks for its host again.
@Suite struct GuestReturnTests {
  /// A guest whose link is lost after it has joined.
  private func waiting(patience: Duration = SessionTimes.seat) -> RawHostPair {
    var pair = RawHostPair.talking(patience: patience)
    _ = pair.guest.linkDown(hostPeer, .disconnected, now: .zero)
    return pair
  }

  @Test func `it asks with a nonce of its own for each link`() {
    var pair = waiting()
    for nonce in UInt64(2)...4 {
      #expect(pair.linkUp() == [.says(resume(nonce: nonce))])
      #expect(pair.guest.linkDown(hostPeer, .disconnected, now: .zero).isEmpty)
    }
    #expect(pair.guest.deadline == .seconds(600))
  }

  @Test func `without an answer it hangs up after fifteen seconds and waits on`() {
    var pair = waiting()
    var heard = pair.linkUp()
    for second in 1...15 {
      heard += pair.host.watch(pair.guest.tick(now: .seconds(second)))
    }
    #expect(heard.count == 16)
    #expect(heard.last == .hangsUp(hostPeer))
    #expect(
      pair.host.watch(pair.guest.tick(now: .seconds(600))) == [.ends(.linkLost(.disconnected))]
    )
  }

  @Test func `the host proves who it is, and then both say what they have`() {
    var pair = waiting()
    _ = pair.host.watch(pair.guest.submit(move(0), now: .zero))
    _ = pair.linkUp()
    #expect(pair.tell(pair.host.greet(resumed())) == [.exchanges])
    #expect(pair.tell(pair.host.words()) == [.exchanges])
    #expect(pair.tell(pair.host.words()) == [.says(confirm)])
    #expect(pair.say(confirm) == [.tells(.resumed(hostPeer)), .says(.match(move(0)))])
  }

  @Test func `three exchanges that break in a minute are all until it is over`() {
    var pair = waiting()
    var heard: [ObservedAction] = []
    for attempt in 0..<5 {
      let now = Duration.seconds(attempt)
      _ = pair.linkUp(now: now)
      let answer = pair.tell(pair.host.greet(resumed(nonce: UInt64(attempt + 2))), now: now)
      #expect(answer.contains(.exchanges) == (attempt < 3))
      if attempt < 3 { _ = pair.tell(pair.host.words(), now: now) }
      heard += answer + pair.host.watch(pair.guest.linkDown(hostPeer, .disconnected, now: now))
    }
    #expect(heard.count { $0 == .tells(.strangerRejected(hostPeer, .brokenExchanges)) } == 1)
    _ = pair.linkUp(now: .seconds(60))
    let answer = pair.tell(pair.host.greet(resumed(nonce: 7)), now: .seconds(60))
    #expect(answer.contains(.exchanges))
  }

  @Test func `exchanges that end well are not counted`() {
    var pair = waiting()
    for attempt in UInt64(2)...7 {
      _ = pair.linkUp()
      _ = pair.host.meet(&pair.guest, pair.host.greet(resumed(nonce: attempt)))
      #expect(pair.say(confirm).contains(.tells(.resumed(hostPeer))))
      _ = pair.guest.linkDown(hostPeer, .disconnected, now: .zero)
    }
  }

  @Test func `whose place another program of the player takes ends, and says nothing more`() {
    var pair = RawHostPair.talking(patience: SessionTimes.seat)
    _ = pair.host.watch(pair.guest.submit(move(0), now: .zero))
    #expect(
      pair.say(.goodbye(.takenOver)) == [.hangsUp(hostPeer), .ends(.peerLeft(.takenOver))]
    )
    #expect(pair.host.watch(pair.guest.tick(now: .seconds(1))).isEmpty)
  }

  @Test func `a host that plays another match is told of once, and looked for on`() {
    var pair = waiting()
    _ = pair.host.watch(pair.guest.submit(move(0), now: .zero))
    _ = pair.linkUp()
    _ = pair.host.meet(&pair.guest, pair.host.greet(resumed()))
    #expect(
      pair.say(.goodbye(.unknownMatch)) == [.rejects(hostPeer, .otherMatch), .hangsUp(hostPeer)]
    )
    // What is done meanwhile tells nothing new.
    #expect(pair.host.watch(pair.guest.submit(move(1), now: .zero)).isEmpty)
    #expect(pair.host.watch(pair.guest.tick(now: .seconds(1))).isEmpty)
    _ = pair.guest.linkDown(hostPeer, .disconnected, now: .zero)
    #expect(pair.linkUp() == [.says(resume(nonce: 3))])
  }

  @Test func `one that ends the link before anything is proved is told of, and looked for on`() {
    var pair = waiting()
    _ = pair.linkUp()
    #expect(pair.guest.linkDown(hostPeer, .disconnected, now: .zero).events.isEmpty)
    for nonce in UInt64(3)...4 {
      _ = pair.linkUp()
      #expect(pair.tell(pair.host.greet(resumed(nonce: nonce))) == [.exchanges])
      #expect(
        pair.guest.linkDown(hostPeer, .disconnected, now: .zero).events
          == [.strangerRejected(hostPeer, .hungUp)]
      )
    }
    #expect(pair.guest.state == .suspended)
  }

  @Test func `where nobody has played only the host's computer has begun anew`() {
    var pair = waiting()
    let elsewhere = PeerID(rawValue: "elsewhere")
    var stranger = RawPeer(.host, as: elsewhere, secrets: SeededSecrets(seed: strangerSeed))
    _ = stranger.watch(pair.guest.linkUp(elsewhere, maximumPacketSize: 180, now: .zero))
    let refusal = refuse(.unknownMatch, nonce: 2)
    #expect(
      stranger.tell(&pair.guest, stranger.greet(refusal))
        == [.rejects(elsewhere, .refused(.unknownMatch)), .hangsUp(elsewhere)]
    )
    _ = pair.guest.linkDown(elsewhere, .disconnected, now: .zero)
    #expect(pair.linkUp() == [.says(resume(nonce: 3))])
    #expect(
      pair.tell(pair.host.greet(refuse(.unknownMatch, nonce: 3)))
        == [.tells(.vacated(hostPeer)), .says(hello(nonce: 4))]
    )
  }

  @Test(arguments: [
    PeerID(rawValue: "host#2", at: "host"),
    PeerID(rawValue: "elsewhere", at: "elsewhere", knowsSecret: true),
  ])
  func `the host's computer is believed on another link, and whoever knows a secret anywhere`(
    peer: PeerID
  ) {
    var pair = waiting()
    var host = RawPeer(.host, as: peer, secrets: SeededSecrets(seed: strangerSeed))
    _ = host.watch(pair.guest.linkUp(peer, maximumPacketSize: 180, now: .zero))
    #expect(
      host.tell(&pair.guest, host.greet(refuse(.unknownMatch, nonce: 2)))
        == [.tells(.vacated(peer)), .says(hello(nonce: 3))]
    )
  }

  @Test func `an impostor is left, and the host is looked for on`() {
    var pair = waiting()
    _ = pair.host.watch(pair.guest.submit(move(0), now: .zero))
    // As often as it likes.
    for nonce in UInt64(2)...40 {
      var impostor = newRawHost(strangerSeed)
      _ = impostor.watch(pair.guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero))
      #expect(
        impostor.meet(&pair.guest, impostor.greet(resumed(nonce: nonce)))
          == [.exchanges, .exchanges, .rejects(hostPeer, .impostor), .hangsUp(hostPeer)]
      )
      _ = pair.guest.linkDown(hostPeer, .disconnected, now: .zero)
    }
    _ = pair.linkUp()
    _ = pair.host.meet(&pair.guest, pair.host.greet(resumed(nonce: 41)))
    #expect(pair.say(confirm) == [.tells(.resumed(hostPeer)), .says(.match(move(0)))])
  }

  @Test func `garbage instead of a proof costs the link and nothing else`() {
    var pair = waiting()
    for nonce in UInt64(2)...40 {
      _ = pair.linkUp()
      _ = pair.tell(pair.host.greet(resumed(nonce: nonce)))
      let heard = pair.tell(pair.host.cut([1, 2, 3]))
      #expect(
        heard == [
          .rejects(hostPeer, .garbage(.insecure(.wrongLength(expected: 112, actual: 3)))),
          .hangsUp(hostPeer),
        ]
      )
      _ = pair.guest.linkDown(hostPeer, .disconnected, now: .zero)
    }
    #expect(pair.linkUp() == [.says(resume(nonce: 41))])
  }

  @Test(arguments: [RefusalReason.unknownMatch, .roomFull])
  func `whoever refuses is asked again and again, and its owner hears of it`(why: RefusalReason) {
    var pair = waiting()
    _ = pair.host.watch(pair.guest.submit(move(0), now: .zero))
    for nonce in UInt64(2)...100 {
      _ = pair.linkUp()
      #expect(
        pair.tell(pair.host.greet(refuse(why, nonce: nonce)))
          == [.rejects(hostPeer, .refused(why)), .hangsUp(hostPeer)]
      )
      _ = pair.guest.linkDown(hostPeer, .disconnected, now: .zero)
    }
    _ = pair.linkUp()
    _ = pair.host.meet(&pair.guest, pair.host.greet(resumed(nonce: 101)))
    #expect(pair.say(confirm).first == .tells(.resumed(hostPeer)))
  }

  @Test func `a guest whom the host never heard asks for its seat again, and all is as new`() {
    var pair = waiting()
    _ = pair.linkUp()
    let heard = pair.tell(pair.host.greet(refuse(.unknownMatch, nonce: 2)))
    #expect(heard == [.tells(.vacated(hostPeer)), .says(hello(nonce: 3))])
    let met = pair.host.meet(&pair.guest, pair.host.greet(welcome(nonce: 3, link: 5, session: 8)))
    #expect(met.introductions.first?.session == SessionID(rawValue: 8))
    _ = pair.say(confirms(received: 0, session: 8))
    #expect(pair.host.watch(pair.guest.accept(now: .zero)).introductions.count == 1)
    #expect(
      pair.host.watch(pair.guest.submit(someMove, now: .zero)) == [.says(.match(someMove))]
    )
  }

  @Test func `a guest waits while the host keeps its seat for a link that it has lost`() {
    var pair = waiting()
    _ = pair.linkUp()
    _ = pair.tell(pair.host.greet(refuse(.unknownMatch, nonce: 2)))
    #expect(pair.tell(pair.host.greet(refuse(nonce: 3))) == [.hangsUp(hostPeer)])
    #expect(pair.guest.deadline == .seconds(600))
    #expect(pair.linkUp() == [.says(hello(nonce: 4))])
  }

  @Test func `a guest that has played never gives its match up for another seat`() {
    for mine in [true, false] {
      var pair = RawHostPair.talking(patience: SessionTimes.seat)
      _ = mine ? pair.host.watch(pair.guest.submit(move(0), now: .zero)) : pair.say(.match(move(0)))
      _ = pair.guest.linkDown(hostPeer, .disconnected, now: .zero)
      _ = pair.linkUp()
      #expect(
        pair.tell(pair.host.greet(refuse(.unknownMatch, nonce: 2)))
          == [.rejects(hostPeer, .refused(.unknownMatch)), .hangsUp(hostPeer)]
      )
    }
  }
}
