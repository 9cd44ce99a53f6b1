import MatchProtocol
import MatchSimulation
import Testing

/// Sessions that go on with the match of a program that is no more.
@Suite struct RestoredSessionTests {
  private let journal = [
    JournalEntry(isMine: true, move(0)), JournalEntry(isMine: false, move(1)),
    JournalEntry(isMine: true, move(2)),
  ]

  // MARK: The host

  @Test func `a restored host is suspended, and says again what its guest does not have`() {
    for count in UInt32(0)...2 {
      var pair = RawGuestPair(restored: journal)
      #expect(pair.host.deadline == SessionTimes.seat)
      let heard = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
      #expect(heard == [.says(resumed(link: 1)), .exchanges, .exchanges])
      let again = [move(0), move(2)].dropFirst(Int(count)).map { ObservedAction.says(.match($0)) }
      #expect(
        pair.say(confirms(received: count))
          == [.tells(.resumed(guestPeer)), .says(confirms(received: 1))] + again
      )
      #expect(pair.say(.match(move(3))) == [.tells(.message(move(3), from: guestPeer))])
    }
  }

  @Test func `what is said before the guest is back comes after what is on disk`() {
    var pair = RawGuestPair(restored: journal)
    #expect(pair.host.submit(move(4), now: .zero).isEmpty)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    #expect(
      pair.say(confirms(received: 1)) == [
        .tells(.resumed(guestPeer)), .says(confirms(received: 1)), .says(.match(move(2))),
        .says(.match(move(4))),
      ]
    )
  }

  @Test func `a guest that has more than was written down is not believed`() {
    var pair = RawGuestPair(restored: journal)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    let error = ProtocolError.impossibleCount(claimed: 3, known: 0...2)
    #expect(
      pair.say(confirms(received: 3))
        == [
          .says(confirms(received: 1)), .says(.goodbye(.protocolViolation)), .hangsUp(guestPeer),
          .ends(.protocolViolation(error)),
        ]
    )
  }

  @Test func `a restored host keeps its seat for ten minutes, and from everybody else`() {
    var pair = RawGuestPair(restored: journal)
    var stranger = newRawGuest(strangerSeed, as: otherPeer)
    #expect(stranger.meet(&pair.host, stranger.greet(hello())).said == [refuse(.seatKept)])
    _ = pair.host.linkDown(otherPeer, .disconnected, now: .zero)
    #expect(
      stranger.meet(&pair.host, stranger.greet(resume())).suffix(2)
        == [.rejects(otherPeer, .impostor), .hangsUp(otherPeer)]
    )
    #expect(pair.guest.watch(pair.host.tick(now: .milliseconds(599_999))).isEmpty)
    #expect(
      pair.guest.watch(pair.host.tick(now: .seconds(600))).last
        == .ends(.linkLost(.disconnected))
    )
  }

  @Test func `a restored host in whose match nobody has played begins anew with the same player`() {
    let start = MatchMessage.start(.init(game: "gomoku", rule: "freestyle", first: .host))
    var pair = RawGuestPair(restored: [JournalEntry(isMine: true, start)])
    let heard = pair.guest.meet(&pair.host, pair.guest.greet(hello()))
    #expect(
      heard.prefix(3)
        == [.says(welcome(session: 2)), .exchanges, .tells(.vacated(guestPeer))]
    )
    #expect(heard.introductions.first?.session == SessionID(rawValue: 2))
  }

  @Test func `a seat that was given, and perhaps not taken, is open to all who say Hello`() {
    for isSame in [true, false] {
      var pair = RawGuestPair(restored: [])
      var guest = isSame ? pair.guest : newRawGuest(strangerSeed, as: otherPeer)
      let heard = guest.meet(&pair.host, guest.greet(hello()))
      #expect(heard.contains(.tells(.vacated(guest.peer))))
      #expect(heard.introductions.count == 1)
    }
    var pair = RawGuestPair(restored: [])
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    #expect(pair.say(confirm).told == [.resumed(guestPeer)])
    var stranger = newRawGuest(strangerSeed, as: otherPeer)
    let heard = stranger.meet(&pair.host, stranger.greet(hello(nonce: 3)))
    #expect(heard.told == [.strangerRejected(otherPeer, .impostor)])
  }

  @Test func `more than 256 messages of a program before do not fill the outbox`() {
    var pair = RawGuestPair(
      restored: (0..<300).map { JournalEntry(isMine: true, move($0)) }
    )
    #expect(pair.host.submit(move(300), now: .zero).isEmpty)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    #expect(
      pair.say(confirms(received: 299)) == [
        .tells(.resumed(guestPeer)), .says(confirm), .says(.match(move(299))),
        .says(.match(move(300))),
      ]
    )
  }

  // MARK: The guest

  @Test func `a restored guest looks for its host, and says again what that does not have`() {
    for count in UInt32(0)...2 {
      var pair = RawHostPair(restored: journal)
      #expect(pair.guest.deadline == SessionTimes.seat)
      #expect(pair.linkUp() == [.says(resume(nonce: 1))])
      let heard = pair.host.meet(&pair.guest, pair.host.greet(resumed(nonce: 1)))
      #expect(heard == [.exchanges, .exchanges, .says(confirms(received: 1))])
      let again = [move(0), move(2)].dropFirst(Int(count)).map { ObservedAction.says(.match($0)) }
      #expect(pair.say(confirms(received: count)) == [.tells(.resumed(hostPeer))] + again)
      #expect(pair.say(.match(move(3))) == [.tells(.message(move(3), from: hostPeer))])
    }
  }

  @Test func `a guest that was killed after it had accepted goes on, or joins again`() {
    var going = RawHostPair(restored: [])
    _ = going.linkUp()
    _ = going.host.meet(&going.guest, going.host.greet(resumed(nonce: 1)))
    #expect(going.say(confirm) == [.tells(.resumed(hostPeer))])
    var joining = RawHostPair(restored: [])
    _ = joining.linkUp()
    #expect(
      joining.tell(joining.host.greet(refuse(.unknownMatch)))
        == [.tells(.vacated(hostPeer)), .says(hello(nonce: 2))]
    )
  }

  @Test func `a restored guest that finds no host ends after ten minutes`() {
    var pair = RawHostPair(restored: journal)
    #expect(pair.host.watch(pair.guest.tick(now: .milliseconds(599_999))).isEmpty)
    #expect(
      pair.host.watch(pair.guest.tick(now: .seconds(600))) == [.ends(.linkLost(.disconnected))]
    )
  }
}
