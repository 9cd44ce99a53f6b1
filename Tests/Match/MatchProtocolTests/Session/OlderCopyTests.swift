import MatchProtocol
import MatchSimulation
import Testing

/// A match of which one side has lost a part: its data folder was put back to an older copy.
@Suite struct OlderCopyTests {
  private let journal = [
    JournalEntry(isMine: true, move(0)), JournalEntry(isMine: false, move(1)),
    JournalEntry(isMine: true, move(2)), JournalEntry(isMine: false, move(3)),
  ]

  private func bytes(_ entries: [JournalEntry], mine: Bool) -> [[UInt8]] {
    entries.filter { $0.isMine == mine }.map { Envelope.match($0.message).encoded }
  }

  /// The Confirm of a guest that has these entries, as a host has them.
  private func confirm(of entries: [JournalEntry]) -> Envelope {
    let said = bytes(entries, mine: false)
    let heard = bytes(entries, mine: true)
    let history = MatchHistory(
      said: UInt32(said.count),
      saidDigest: MatchHistory.digest(of: said),
      receivedDigest: MatchHistory.digest(of: heard)
    )
    let session = SessionID(rawValue: 1)
    return .confirm(received: UInt32(heard.count), session, history: history)
  }

  /// A host with `journal`, and its guest, whose key it has seen on a new link.
  private func pair(_ journal: [JournalEntry]) -> RawGuestPair {
    var pair = RawGuestPair(restored: journal)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    return pair
  }

  @Test(arguments: 0...3)
  func `a side that has lost the end is told all of it, its own messages too`(kept: Int) {
    var pair = pair(journal)
    let lost = Array(journal.dropFirst(kept))
    // Only what it has said itself cannot be said again as it is.
    let told = lost.enumerated().flatMap { index, entry in
      [
        Envelope.recall(
          Recall(isBySender: entry.isMine, remaining: UInt32(lost.count - 1 - index))
        ),
        .match(entry.message),
      ]
    }
    #expect(
      pair.say(confirm(of: Array(journal.prefix(kept)))) == [
        .tells(.recalled(guestPeer, messages: lost.count)), .tells(.resumed(guestPeer)),
        .says(confirms(received: 2)),
      ] + told.map(ObservedAction.says)
    )
    #expect(pair.say(.match(move(4))) == [.tells(.message(move(4), from: guestPeer))])
  }

  @Test func `what is said meanwhile comes after what was lost`() {
    var pair = pair(journal)
    _ = pair.host.submit(move(9), now: .zero)
    let said = pair.say(confirm(of: Array(journal.prefix(1)))).said
    #expect(said.last == .match(move(9)))
    #expect(said.count { $0 == .match(move(9)) } == 1)
  }

  @Test func `who is leaving tells all that was lost, and says goodbye again`() {
    var pair = pair(journal)
    _ = pair.say(confirm(of: journal))
    _ = pair.host.submit(.resign, now: .zero)
    _ = pair.host.close(.gameOver, now: .zero)
    _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume(nonce: 3)))
    let said = pair.say(confirm(of: Array(journal.prefix(2)))).said
    #expect(said.suffix(2) == [.match(.resign), .goodbye(.gameOver)])
  }

  @Test func `what a side has lost it takes from the other one, and goes on`() {
    var pair = pair(Array(journal.prefix(1)))
    let heard = pair.say(confirm(of: journal))
    #expect(heard == [.says(confirms(received: 0))])
    #expect(pair.host.state == .confirming)
    for (index, entry) in journal.dropFirst().enumerated() {
      let recall = Recall(isBySender: !entry.isMine, remaining: UInt32(2 - index))
      #expect(pair.say(.recall(recall)).isEmpty)
      let told = pair.say(.match(entry.message)).told
      #expect(
        told
          == (index < 2
            ? [] : [.remembered(Array(journal.dropFirst()), after: Array(journal.prefix(1)))])
      )
    }
    // Before the owner has answered.
    #expect(pair.say(.match(move(5))).isEmpty)
    #expect(
      pair.guest.watch(pair.host.adopt(Array(journal.dropFirst()), now: .zero)) == [
        .tells(.resumed(guestPeer)), .tells(.message(move(5), from: guestPeer)),
      ]
    )
    #expect(pair.guest.watch(pair.host.submit(move(6), now: .zero)) == [.says(.match(move(6)))])
  }

  @Test func `a link that is lost in the middle of it changes nothing`() {
    var pair = pair(Array(journal.prefix(1)))
    _ = pair.say(confirm(of: journal))
    _ = pair.say(.recall(Recall(isBySender: true, remaining: 2)))
    _ = pair.say(.match(move(1)))
    #expect(pair.host.linkDown(guestPeer, .disconnected, now: .zero).isEmpty)
    #expect(pair.host.state == .suspended)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume(nonce: 3)))
    #expect(pair.say(confirm(of: Array(journal.prefix(1)))).told == [.resumed(guestPeer)])
  }

  @Test(arguments: [0, 1])
  func `a side with another record asks its owner for its games`(place: Int) {
    var pair = pair(journal)
    var other = journal
    other[place].message = move(7)
    #expect(
      pair.say(confirm(of: other)) == [
        .tells(.differs(journal, guestPeer)), .says(confirms(received: 2)),
      ]
    )
    var told = self.pair(journal)
    _ = told.say(confirm(of: journal))
    #expect(
      told.say(.goodbye(.recordsDiffer)) == [.hangsUp(guestPeer), .ends(.recordsDiffer)]
    )
  }

  @Test func `sides that have both lost something have different records`() {
    let mine = Array(journal.prefix(2)) + [JournalEntry(isMine: false, move(8))]
    var pair = pair(mine)
    let other = [journal[0], journal[1], journal[2]]
    #expect(pair.say(confirm(of: other)).told == [.differs(mine, guestPeer)])
  }

  @Test func `what is told again and was not announced is a violation`() {
    for words in [Envelope.match(move(1)), .recall(Recall(isBySender: true, remaining: 9))] {
      var pair = pair(Array(journal.prefix(1)))
      _ = pair.say(confirm(of: journal))
      _ = pair.say(.recall(Recall(isBySender: true, remaining: 2)))
      _ = pair.say(.match(move(1)))
      #expect(pair.say(words).last == .ends(.protocolViolation(.unexpectedMessage)))
    }
    var talking = RawGuestPair.talking()
    #expect(
      talking.say(.recall(Recall(isBySender: true, remaining: 0))).last
        == .ends(.protocolViolation(.unexpectedMessage))
    )
  }

  @Test func `something else than was lost is not believed`() {
    var pair = pair(Array(journal.prefix(3)))
    _ = pair.say(confirm(of: journal + [JournalEntry(isMine: true, move(4))]))
    _ = pair.say(.recall(Recall(isBySender: true, remaining: 1)))
    _ = pair.say(.match(move(3)))
    _ = pair.say(.recall(Recall(isBySender: false, remaining: 0)))
    #expect(pair.say(.match(move(5))).last == .ends(.recordsDiffer))
  }
}
