import MatchProtocol
import MatchSimulation
import Testing

/// Those who say to a host that they are its guest, and those who are.
@Suite struct HostReturnTests {
  private let patience = SessionTimes.seat
  private let lost = ObservedAction.tells(.suspended(guestPeer, .lost(.disconnected)))

  private func talking() -> RawGuestPair {
    .talking(patience: patience)
  }

  /// The guest, with a new link under the name `peer`.
  private func returning(as peer: PeerID = otherPeer) -> RawPeer {
    RawPeer(.guest, as: peer, secrets: SeededSecrets(seed: guestSeed))
  }

  /// The guest's link stands, and what is said on it is heard on both sides.
  private func expectTalk(_ pair: inout RawGuestPair, now: Duration = .zero) {
    #expect(
      pair.guest.say(.match(move(70)), to: &pair.host, now: now)
        == [.tells(.message(move(70), from: guestPeer))]
    )
    #expect(
      pair.guest.watch(pair.host.submit(move(71), now: now)) == [.says(.match(move(71)))]
    )
  }

  // MARK: The guest

  @Test func `a guest who comes back before its loss was noticed takes the old link's place`() {
    var pair = talking()
    _ = pair.say(.match(someMove))
    var again = returning()
    #expect(again.tell(&pair.host, again.greet(resume())) == [.says(resumed())])
    #expect(again.tell(&pair.host, again.words()) == [.exchanges])
    #expect(again.tell(&pair.host, again.words()) == [.exchanges])
    #expect(
      again.say(confirms(received: 0), to: &pair.host)
        == [
          lost, .tells(.resumed(otherPeer)), .mumbles, .says(confirms(received: 1)),
          .hangsUp(guestPeer),
        ]
    )
    #expect(pair.say(.match(someMove)).isEmpty)
    #expect(again.watch(pair.host.submit(someMove, now: .zero)) == [.says(.match(someMove))])
    #expect(pair.host.linkDown(guestPeer, .disconnected, now: .zero).isEmpty)
    #expect(
      again.say(.match(move(1)), to: &pair.host) == [.tells(.message(move(1), from: otherPeer))]
    )
  }

  @Test func `the program whose place another one of its player takes is told so`() {
    var pair = talking()
    var again = returning()
    _ = again.meet(&pair.host, again.greet(resume()))
    var step = Step()
    for packet in again.say(confirms(received: 0)) {
      step += pair.host.receive(packet, from: otherPeer, maximumPacketSize: 180, now: .zero)
    }
    _ = again.watch(step)
    let seen = pair.guest.watch(step)
    #expect(seen.contains(.says(.goodbye(.takenOver))))
    #expect(seen.last == .hangsUp(guestPeer))
    // It is no message of the match, and nobody waits for an answer.
    #expect(again.watch(pair.host.submit(move(0), now: .zero)) == [.says(.match(move(0)))])
    #expect(pair.host.linkDown(guestPeer, .disconnected, now: .zero).isEmpty)
  }

  @Test func `the talk on the old link goes on until the new one is proven`() {
    var pair = talking()
    var again = returning()
    _ = again.tell(&pair.host, again.greet(resume()))
    expectTalk(&pair)
    _ = again.tell(&pair.host, again.words())
    expectTalk(&pair)
    _ = again.tell(&pair.host, again.words())
    expectTalk(&pair)
    // Of the three moves that the host has said, the guest has heard two.
    #expect(
      again.say(confirms(received: 2), to: &pair.host)
        == [
          lost, .tells(.resumed(otherPeer)), .mumbles, .says(confirms(received: 3)),
          .says(.match(move(71))), .hangsUp(guestPeer),
        ]
    )
  }

  @Test func `a guest may come back on the same link, with another id`() {
    var pair = talking()
    let heard = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    #expect(heard == [.says(resumed()), .exchanges, .exchanges])
    #expect(pair.say(confirm) == [lost, .tells(.resumed(guestPeer)), .says(confirm)])
    expectTalk(&pair)
  }

  @Test func `a Resume that is repeated gets the same answer, and nothing after the link stands`() {
    var pair = talking()
    #expect(pair.tell(pair.guest.greet(resume())) == [.says(resumed())])
    #expect(pair.tell(packets(resume(), sequence: 120)) == [.says(resumed())])
    _ = pair.guest.meet(&pair.host, [])
    #expect(pair.say(confirm).contains(.tells(.resumed(guestPeer))))
    #expect(pair.tell(packets(resume(), sequence: 180)).isEmpty)
    #expect(
      pair.tell(packets(resume(nonce: 3), sequence: 240)) == [.says(resumed(nonce: 3, link: 3))]
    )
  }

  @Test func `the right player who means another match is told so, and the link stands`() {
    var pair = talking()
    var again = RawPeer(.guest, as: otherPeer, secrets: SeededSecrets(seed: guestSeed))
    _ = again.meet(&pair.host, again.greet(resume()))
    #expect(
      again.say(confirms(received: 0, session: 9), to: &pair.host)
        == [
          .rejects(otherPeer, .otherMatch), .says(.goodbye(.unknownMatch)),
          .hangsUp(otherPeer),
        ]
    )
    expectTalk(&pair)
  }

  @Test func `a guest that comes back and goes again keeps its seat`() {
    var pair = talking()
    var again = returning()
    _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
    _ = again.tell(&pair.host, again.greet(resume()))
    _ = again.tell(&pair.host, again.words())
    #expect(again.watch(pair.host.tick(now: .seconds(15))).last == .hangsUp(otherPeer))
    #expect(pair.host.linkDown(otherPeer, .disconnected, now: .seconds(15)).isEmpty)
    var third = returning()
    let now = Duration.seconds(20)
    #expect(
      third.meet(&pair.host, third.greet(resume(nonce: 3)), now: now)
        == [.says(resumed(nonce: 3, link: 3)), .exchanges, .exchanges]
    )
    // Proven, and gone before it has said what it has received.
    _ = pair.host.linkDown(otherPeer, .disconnected, now: .seconds(21))
    #expect(pair.host.deadline == .seconds(600))
    #expect(observed(pair.host.tick(now: .seconds(600))) == [.ends(.linkLost(.disconnected))])
  }

  @Test func `nobody else gets the seat of one who has played and is away`() {
    var pair = talking()
    _ = pair.say(.match(someMove))
    _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
    #expect(
      observed(pair.host.receive(packets(hello(nonce: 2)), from: otherPeer))
        == [.rejects(otherPeer, .refused(.seatKept)), .says(refuse(.seatKept, nonce: 2))]
    )
  }

  @Test func `the link of a returning guest has an id that nobody else has`() {
    var pair = talking()
    var ids: Set<LinkID> = []
    for round in 0..<300 {
      var stranger = newRawGuest(strangerSeed, as: PeerID(rawValue: "\(round)"))
      let nonce = UInt64(round)
      _ = stranger.tell(&pair.host, stranger.greet(resume(nonce: nonce)))
      if let id = stranger.linkID { ids.insert(id) }
      _ = pair.host.linkDown(stranger.peer, .disconnected, now: .zero)
    }
    #expect(ids.count == 254)
    #expect(!ids.contains(firstLink))
  }

  // MARK: Impostors

  @Test(arguments: [otherPeer, guestPeer])
  func `an impostor that knows the match interrupts nothing`(peer: PeerID) {
    var pair = talking()
    var impostor = newRawGuest(strangerSeed, as: peer)
    #expect(impostor.tell(&pair.host, impostor.greet(resume())) == [.says(resumed())])
    expectTalk(&pair)
    #expect(impostor.tell(&pair.host, impostor.words()) == [.exchanges])
    expectTalk(&pair)
    let rejected = ObservedAction.rejects(peer, .impostor)
    #expect(
      impostor.tell(&pair.host, impostor.words())
        == (peer == guestPeer ? [rejected] : [rejected, .hangsUp(peer)])
    )
    expectTalk(&pair)
    #expect(impostor.say(confirms(received: 0), to: &pair.host).isEmpty)
    #expect(impostor.say(.goodbye(.left), to: &pair.host).isEmpty)
    expectTalk(&pair)
  }

  @Test(arguments: [otherPeer, guestPeer])
  func `an impostor that does not know how interrupts nothing either`(peer: PeerID) {
    for broken in [0, 1] {
      var pair = talking()
      var impostor = newRawGuest(strangerSeed, as: peer)
      _ = impostor.tell(&pair.host, impostor.greet(resume()))
      if broken == 1 { _ = impostor.tell(&pair.host, impostor.words()) }
      let size = KeyExchange.messageSizes[2 * broken]
      let error = ProtocolError.insecure(.wrongLength(expected: size, actual: 3))
      let rejected = ObservedAction.rejects(peer, .garbage(error))
      #expect(
        impostor.tell(&pair.host, impostor.cut([1, 2, 3]))
          == (peer == guestPeer ? [rejected] : [rejected, .hangsUp(peer)])
      )
      expectTalk(&pair)
    }
  }

  @Test func `a greeting of the guest's computer while one is proven does not cost the link`() {
    var pair = talking()
    expectTalk(&pair)
    var other = newRawGuest(strangerSeed)
    _ = other.tell(&pair.host, other.greet(resume()))
    #expect(other.tell(&pair.host, other.greet(hello(nonce: 7))) == [.says(refuse(nonce: 7))])
    #expect(other.watch(pair.host.tick(now: farewell)).allSatisfy { $0 != .hangsUp(guestPeer) })
    expectTalk(&pair, now: farewell)
    _ = other.tell(&pair.host, other.greet(resume(nonce: 8)))
    #expect(other.tell(&pair.host, other.cutForZero([0x82, 1, 0])).isEmpty)
    expectTalk(&pair, now: farewell)
  }

  @Test func `one who does not finish is sent away after fifteen seconds`() {
    var pair = talking()
    var impostor = newRawGuest(strangerSeed, as: otherPeer)
    _ = impostor.tell(&pair.host, impostor.greet(resume()))
    for second in 1..<15 {
      _ = pair.host.tick(now: .seconds(second))
      expectTalk(&pair, now: .seconds(second))
    }
    #expect(observed(pair.host.tick(now: .seconds(15))).contains(.hangsUp(otherPeer)))
    expectTalk(&pair, now: .seconds(15))
  }

  @Test func `16 may be proving that they are the guest, and another takes the oldest's place`() {
    var pair = talking()
    var strangers = (0..<16).map {
      newRawGuest(strangerSeed, as: PeerID(rawValue: "stranger \($0)"))
    }
    for index in strangers.indices {
      let now = Duration.milliseconds(index)
      let packets = strangers[index].greet(resume())
      #expect(
        strangers[index].tell(&pair.host, packets, now: now)
          == [.says(resumed(link: UInt8(2 + index)))]
      )
    }
    var guest = returning()
    let now = Duration.seconds(4)
    #expect(
      guest.tell(&pair.host, guest.greet(resume(nonce: 9)), now: now)
        == [.says(resumed(nonce: 9, link: 18)), .hangsUp(strangers[0].peer)]
    )
    #expect(strangers[0].tell(&pair.host, strangers[0].words(), now: now).isEmpty)
    #expect(strangers[1].tell(&pair.host, strangers[1].words(), now: now) == [.exchanges])
    expectTalk(&pair, now: now)
    // Once one has shown who it is, the others need not try any more.
    #expect(guest.meet(&pair.host, [], now: now) == [.exchanges, .exchanges])
    let others = strangers.dropFirst().map { $0.peer }.sorted { $0.rawValue < $1.rawValue }
    let told = guest.say(confirms(received: 1), to: &pair.host, now: now)
    #expect(
      told
        == [lost, .tells(.resumed(otherPeer)), .mumbles, .says(confirms(received: 1))]
        + others.map { .hangsUp($0) } + [.hangsUp(guestPeer)]
    )
    #expect(strangers[1].tell(&pair.host, strangers[1].words(), now: now).isEmpty)
  }

  @Test func `an older exchange of the guest itself does not count any more`() {
    var pair = talking()
    var older = returning()
    _ = older.tell(&pair.host, older.greet(resume()))
    _ = older.tell(&pair.host, older.words())
    var newer = returning(as: PeerID(rawValue: "newer"))
    _ = newer.meet(&pair.host, newer.greet(resume(nonce: 3)))
    _ = newer.say(confirm, to: &pair.host)
    #expect(older.tell(&pair.host, older.words()).isEmpty)
    #expect(
      newer.say(.match(someMove), to: &pair.host) == [.tells(.message(someMove, from: newer.peer))]
    )
  }

  @Test func `each may begin eight times in a minute`() {
    var pair = talking()
    var stranger = newRawGuest(strangerSeed, as: otherPeer)
    for index in 0..<8 {
      let nonce = UInt64(2 + index)
      let answer = stranger.tell(&pair.host, stranger.greet(resume(nonce: nonce)))
      #expect(answer == [.says(resumed(nonce: nonce, link: UInt8(2 + index)))])
      _ = pair.host.linkDown(otherPeer, .disconnected, now: .zero)
    }
    let refusal = RefusalReason.tooManyTries(seconds: 60)
    let refused = ObservedAction.rejects(otherPeer, .refused(refusal))
    #expect(
      stranger.tell(&pair.host, stranger.greet(resume(nonce: 20)), now: .seconds(59))
        == [refused, .says(refuse(refusal, nonce: 20))]
    )
    _ = pair.host.linkDown(otherPeer, .disconnected, now: .seconds(59))
    // Another one is not limited by it.
    var third = newRawGuest(strangerSeed, as: PeerID(rawValue: "third"))
    #expect(third.tell(&pair.host, third.greet(resume(nonce: 21)), now: .seconds(59)).count == 1)
    #expect(third.linkID != nil)
    #expect(
      stranger.tell(&pair.host, stranger.greet(resume(nonce: 22)), now: .seconds(60)).count == 1
    )
    #expect(stranger.linkID != nil)
  }

  @Test func `those who prove something lose their links when the match ends`() {
    var pair = talking()
    var stranger = newRawGuest(strangerSeed, as: otherPeer)
    _ = stranger.tell(&pair.host, stranger.greet(resume()))
    #expect(
      pair.say(.goodbye(.left))
        == [
          .says(.goodbye(.left)), .hangsUp(otherPeer), .hangsUp(guestPeer), .ends(.peerLeft(.left)),
        ]
    )
  }
}
