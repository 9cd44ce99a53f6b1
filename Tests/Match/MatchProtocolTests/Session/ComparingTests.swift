import MatchProtocol
import MatchSimulation
import Testing

/// Two sides that have different records of a match, and what each says to the other about it.
@Suite struct ComparingTests {
  private let journal = [JournalEntry(isMine: true, move(0)), JournalEntry(isMine: false, move(1))]
  private let line = GameLine(game: 0, remaining: 0, digests: [1, 2])
  private let yes = GoBack(agrees: true, game: 0, moves: 1)

  /// A host with `journal`, whose guest has something else, and which has told of its games.
  private func pair() -> RawGuestPair {
    var pair = RawGuestPair(restored: journal)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    let history = MatchHistory(said: 1, saidDigest: 7, receivedDigest: 8)
    let session = SessionID(rawValue: 1)
    let heard = pair.say(.confirm(received: 1, session, history: history))
    #expect(heard.told == [.differs(journal, guestPeer)])
    #expect(perform(.show([line]), &pair) == [.says(.gameLine(line))])
    return pair
  }

  private func perform(_ action: RecordAction, _ pair: inout RawGuestPair) -> [ObservedAction] {
    pair.guest.watch(pair.host.perform(.record(action), now: .zero))
  }

  @Test func `what the other side has comes to the owner when it is whole`() {
    var pair = pair()
    let lines = (0..<3).map { GameLine(game: 0, remaining: UInt32(2 - $0), digests: [9]) }
    #expect(pair.say(.gameLine(lines[0])).isEmpty)
    #expect(pair.say(.gameLine(lines[1])).isEmpty)
    #expect(pair.say(.gameLine(lines[2])) == [.tells(.compared(lines, guestPeer))])
  }

  @Test func `who hears the last yes hangs up a little later, and goes on with the next link`() {
    var pair = pair()
    _ = pair.say(.gameLine(line))
    #expect(perform(.agree(yes, [journal[0]]), &pair) == [.says(.goBack(yes))])
    #expect(pair.say(.goBack(yes)) == [.tells(.wentBack([journal[0]]))])
    #expect(pair.host.state == .confirming)
    #expect(pair.guest.watch(pair.host.tick(now: .seconds(2))).contains(.hangsUp(guestPeer)))
    #expect(pair.host.state == .suspended)
  }

  @Test func `who says the last yes may be hung up on before`() {
    var pair = pair()
    _ = pair.say(.gameLine(line))
    #expect(pair.say(.goBack(yes)).isEmpty)
    #expect(
      perform(.agree(yes, [journal[0]]), &pair)
        == [.tells(.wentBack([journal[0]])), .says(.goBack(yes))]
    )
    #expect(pair.say(.match(move(5))).isEmpty)
    #expect(pair.host.linkDown(guestPeer, .disconnected, now: .zero).isEmpty)
    #expect(pair.host.state == .suspended)
  }

  @Test func `a no of either side ends it, and the other side hears so`() {
    let no = GoBack(agrees: false, game: 0, moves: 0)
    let end: [ObservedAction] = [
      .says(.goodbye(.recordsDiffer)), .hangsUp(guestPeer), .ends(.recordsDiffer),
    ]
    var asked = pair()
    #expect(asked.say(.goBack(no)) == [.tells(.keepsRecord)] + end)
    var refusing = pair()
    #expect(perform(.refuse, &refusing) == [.says(.goBack(no))] + end)
  }

  @Test func `two different answers end it`() {
    var pair = pair()
    _ = perform(.agree(yes, [journal[0]]), &pair)
    let other = GoBack(agrees: true, game: 0, moves: 2)
    #expect(pair.say(.goBack(other)).last == .ends(.recordsDiffer))
  }

  @Test func `what was said before the other side knew is passed over`() {
    var pair = pair()
    for words in [Envelope.match(move(5)), .recall(Recall(isBySender: true, remaining: 0))] {
      #expect(pair.say(words).isEmpty)
    }
    #expect(pair.host.state == .confirming)
  }

  @Test func `games that are told out of order are a violation`() {
    var pair = pair()
    _ = pair.say(.gameLine(GameLine(game: 0, remaining: 3, digests: [1])))
    let wrong = Envelope.gameLine(GameLine(game: 0, remaining: 1, digests: [1]))
    #expect(pair.say(wrong).last == .ends(.protocolViolation(.unexpectedMessage)))
  }

  @Test func `a link that is lost takes the question back`() {
    var pair = pair()
    #expect(
      pair.guest.watch(pair.host.linkDown(guestPeer, .disconnected, now: .zero))
        == [.tells(.suspended(guestPeer, .lost(.disconnected)))]
    )
  }

  @Test func `who goes on already hears that the records differ`() {
    var pair = RawGuestPair(restored: journal)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    _ = pair.say(.confirm(received: 1, SessionID(rawValue: 1)))
    #expect(pair.host.state == .talking)
    let told = pair.say(.gameLine(line)).told
    #expect(told.first == .suspended(guestPeer, .lost(.disconnected)))
    #expect(told.last == .compared([line], guestPeer))
    #expect(pair.host.state == .confirming)
  }

  @Test func `nobody else says so`() {
    var pair = RawGuestPair.talking()
    let wrong = pair.say(.goBack(yes))
    #expect(wrong.last == .ends(.protocolViolation(.unexpectedMessage)))
  }
}
