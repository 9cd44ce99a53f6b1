import MatchProtocol
import MatchSimulation
import Testing

/// A guest's program that is killed and started anew without its match, while the link of the old
/// one stands.
@Suite struct HostRestartTests {
  /// The new program: the same player, and the same computer.
  private func newProgram() -> RawPeer {
    newRawGuest()
  }

  @Test func `before the first move the new program gets the seat, with a link id of its own`() {
    var pair = HostSituation.talking.pair
    let start = MatchMessage.start(.init(game: "gomoku", rule: "freestyle", first: .host))
    _ = pair.host.submit(start, now: .zero)
    var again = newProgram()
    let heard = again.meet(&pair.host, again.greet(hello(nonce: 2)))
    #expect(
      heard.prefix(3) == [
        .says(welcome(nonce: 2, link: 2, session: 2)), .exchanges, .tells(.vacated(guestPeer)),
      ]
    )
    #expect(heard.introductions.first?.session == SessionID(rawValue: 2))
    _ = again.say(confirms(received: 0, session: 2), to: &pair.host)
    #expect(again.watch(pair.host.accept(now: .zero)).introductions.count == 1)
    #expect(pair.tell([pair.guest.report()]).isEmpty)
    #expect(again.watch(pair.host.submit(someMove, now: .zero)) == [.says(.match(someMove))])
  }

  @Test func `the match of a new program that knows nothing of it waits for one that does`() {
    for move in [true, false] {
      var pair = RawGuestPair.talking(patience: SessionTimes.seat)
      if move {
        _ = pair.say(.match(someMove))
      } else {
        _ = pair.guest.watch(pair.host.submit(someMove, now: .zero))
        _ = pair.tell([pair.guest.report()])
      }
      var again = newProgram()
      #expect(again.meet(&pair.host, again.greet(hello(nonce: 2))) == [.says(refuse(nonce: 2))])
      _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
      #expect(
        again.meet(&pair.host, again.greet(hello(nonce: 3)))
          == [.rejects(guestPeer, .refused(.seatKept)), .says(refuse(.seatKept, nonce: 3))]
      )
      _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
      // The one that does has the journal.
      _ = again.meet(&pair.host, again.greet(resume(nonce: 4)))
      let count: UInt32 = move ? 0 : 1
      #expect(
        again.say(confirms(received: count), to: &pair.host).told == [.resumed(guestPeer)]
      )
    }
  }

  @Test func `who was accepted, and lost the link before it was heard, is known`() {
    var host = newHost(patience: SessionTimes.seat)
    var guest = newRawGuest(strangerSeed)
    let first = guest.meet(&host, guest.greet(hello())).onlyIntroduction
    _ = guest.watch(host.accept(now: .zero))
    _ = host.linkDown(guestPeer, .disconnected, now: .zero)
    let again = guest.meet(&host, guest.greet(hello(nonce: 2))).onlyIntroduction
    #expect(again.player == first.player)
    _ = host.decline(now: .zero)
    _ = host.linkDown(guestPeer, .disconnected, now: .zero)
    var other = newRawGuest(strangerSeed + 1)
    let another = other.meet(&host, other.greet(hello(nonce: 3))).onlyIntroduction
    #expect(another.player != first.player)
  }

  @Test func `a host that has moved, and was never answered, begins anew`() {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    _ = pair.host.submit(someMove, now: .zero)
    _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
    var again = RawPeer(.guest, as: otherPeer, secrets: SeededSecrets(seed: guestSeed))
    let heard = again.meet(&pair.host, again.greet(hello(nonce: 2)))
    #expect(heard.contains(.tells(.vacated(otherPeer))))
    #expect(heard.introductions.count == 1)
    _ = again.say(confirms(received: 0, session: 2), to: &pair.host)
    #expect(again.watch(pair.host.accept(now: .zero)).introductions.count == 1)
    // What was said in the match that is gone is not said in this one.
    #expect(again.watch(pair.host.submit(move(1), now: .zero)) == [.says(.match(move(1)))])
  }

  @Test func `a new program gets the seat of one that is away and has not played`() {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
    var impostor = newRawGuest(strangerSeed, as: PeerID(rawValue: "impostor"))
    _ = impostor.tell(&pair.host, impostor.greet(resume()))
    var again = RawPeer(.guest, as: otherPeer, secrets: SeededSecrets(seed: guestSeed))
    let heard = again.meet(&pair.host, again.greet(hello(nonce: 2)))
    #expect(
      heard.dropFirst(2).first == .tells(.vacated(otherPeer))
    )
    #expect(heard.last == .hangsUp(impostor.peer))
    #expect(heard.introductions.count == 1)
  }

  @Test(arguments: [true, false], [otherPeer, guestPeer])
  func `nobody else gets the seat, though nobody has played`(isAway: Bool, peer: PeerID) {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    if isAway { _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero) }
    var stranger = newRawGuest(strangerSeed, as: peer)
    let heard = stranger.meet(&pair.host, stranger.greet(hello(nonce: 2)))
    #expect(heard.told == [.strangerRejected(peer, .impostor)])
    #expect(heard.contains(.hangsUp(peer)) == (isAway || peer == otherPeer))
    #expect(heard.contains(.says(refuse(isAway ? .seatKept : .roomFull, nonce: 2))))
    _ = pair.host.linkDown(otherPeer, .disconnected, now: .zero)
    if isAway {
      _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
      _ = pair.guest.meet(&pair.host, pair.guest.greet(resume(nonce: 3)))
      #expect(pair.say(confirm).told == [.resumed(guestPeer)])
    }
    #expect(pair.say(.match(someMove)) == [.tells(.message(someMove, from: guestPeer))])
  }

  @Test func `a match is not begun anew that is played while the new program proves its key`() {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    var again = RawPeer(.guest, as: otherPeer, secrets: SeededSecrets(seed: guestSeed))
    _ = again.tell(&pair.host, again.greet(hello(nonce: 2)))
    _ = again.tell(&pair.host, again.words())
    #expect(pair.say(.match(someMove)) == [.tells(.message(someMove, from: guestPeer))])
    #expect(again.tell(&pair.host, again.words()) == [.hangsUp(otherPeer)])
    #expect(pair.say(.match(move(1))) == [.tells(.message(move(1), from: guestPeer))])
  }

  @Test func `a Hello that is repeated gets the same answer`() {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    let answer = ObservedAction.says(welcome(nonce: 2, link: 2, session: 2))
    var again = newProgram()
    #expect(again.tell(&pair.host, again.greet(hello(nonce: 2))) == [answer])
    #expect(again.tell(&pair.host, again.greet(hello(nonce: 2))) == [answer])
  }

  @Test(arguments: [HostSituation.talking, .played])
  func `a new program of another version is told ours`(
    situation: HostSituation
  ) {
    var pair = situation.pair
    var again = newProgram()
    let heard = again.meet(&pair.host, again.greet(hello(nonce: 2, versions: 5...6)))
    #expect(heard.said == [refuse(.protocolVersion(host: 4...4), nonce: 2)])
  }

  @Test func `late copies of the first greeting are nothing, in any order`() {
    let copies = packets(hello())
    for cut in 0...copies.count {
      var pair = HostSituation.played.pair
      let late = Array(copies.dropFirst(cut) + copies.prefix(cut))
      #expect(pair.tell(late + late).isEmpty)
    }
  }

  @Test func `a new program is understood at its second greeting if the first meets late copies`() {
    var pair = HostSituation.played.pair
    let first = packets(hello())
    // Hello of the old program, number 0, came twice.
    #expect(pair.tell([first[0]]).isEmpty)
    #expect(pair.tell(packets(hello(nonce: 2))).isEmpty)
    #expect(
      pair.tell(packets(hello(nonce: 2), sequence: UInt16(first.count)))
        == [.says(refuse(nonce: 2))]
    )
  }
}
