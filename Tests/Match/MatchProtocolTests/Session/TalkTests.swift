import MatchSimulation
import TestSupport
import Testing

@testable import MatchProtocol

/// Words beside the match, between two sessions.
@Suite struct TalkTests {
  private func words(_ text: String) -> Words {
    do {
      return try Words(text)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func heard(_ events: [SessionEvent]) -> [String] {
    events.compactMap { event in
      if case .words(let words, _, _) = event { words.text } else { nil }
    }
  }

  private func talkingPair(size: Int = 180) -> LinkPair {
    var pair = LinkPair(maximumPacketSize: size, patience: SessionTimes.seat)
    pair.connect()
    return pair
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `words arrive once and in order through loss and cuts`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var pair = LinkPair(seed: seed, maximumPacketSize: 18, patience: SessionTimes.seat)
    pair.connect()
    pair.setFaults(LinkFaults(reordering: 20, duplicated: 20, dropped: 10))
    let said = (0..<20).map { "word \($0) 棋" }
    for (index, text) in said.enumerated() {
      let words = words(text)
      pair.both(host: { $0.say(words, now: $1) }, guest: { $0.say(words, now: $1) })
      pair.host { $0.submit(move(index), now: $1) }
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
    #expect(heard(pair.hostEvents) == said)
    #expect(heard(pair.guestEvents) == said)
    #expect(pair.host.receipts.words.delivered == 20)
  }

  @Test func `words wait for the link, and tell how far they are`() {
    var pair = talkingPair()
    pair.cut()
    let hello = words("hello")
    pair.host { $0.say(hello, now: $1) }
    #expect(pair.host.receipts.words.stage(of: 0) == .queued)
    pair.connect()
    #expect(heard(pair.guestEvents) == ["hello"])
    pair.advance(by: .milliseconds(200))
    #expect(pair.host.receipts.words.stage(of: 0) == .delivered)
    pair.guest { $0.note(hasSeen: true, isDeaf: false, isTyping: false, now: $1) }
    #expect(pair.host.receipts.words.stage(of: 0) == .seen)
    #expect(pair.host.receipts.match == Receipts.Counts())
  }

  @Test func `a move tells how far it is`() {
    var pair = talkingPair()
    pair.host { $0.submit(move(0), now: $1) }
    #expect(pair.host.receipts.match.stage(of: 0) == .sent)
    pair.advance(by: .milliseconds(200))
    #expect(pair.host.receipts.match.stage(of: 0) == .delivered)
    pair.guest { $0.note(hasSeen: true, isDeaf: false, isTyping: false, now: $1) }
    #expect(pair.host.receipts.match.stage(of: 0) == .seen)
  }

  @Test func `what was seen while the link was away is told with the next`() {
    var pair = talkingPair()
    let hello = words("hello")
    pair.host { $0.say(hello, now: $1) }
    pair.cut()
    pair.guest { $0.note(hasSeen: true, isDeaf: true, isTyping: false, now: $1) }
    pair.connect()
    #expect(pair.host.receipts.words.seen == 1)
    #expect(pair.host.receipts.isDeafThere)
  }

  @Test func `a player types until the words come, or no longer types`() {
    var pair = talkingPair()
    func type(_ isTyping: Bool) {
      pair.guest { $0.note(hasSeen: false, isDeaf: false, isTyping: isTyping, now: $1) }
      pair.advance(by: .milliseconds(200))
    }
    type(true)
    #expect(pair.host.receipts.isTypingThere)
    type(false)
    #expect(!pair.host.receipts.isTypingThere)
    type(true)
    let hello = words("hello")
    pair.guest { $0.say(hello, now: $1) }
    pair.advance(by: .milliseconds(200))
    #expect(!pair.host.receipts.isTypingThere)
    let before = pair.packetsSent
    type(false)
    #expect(pair.packetsSent == before)
  }

  @Test func `nobody is shown typing while the link is away, and the next link tells`() {
    var pair = talkingPair()
    pair.guest { $0.note(hasSeen: false, isDeaf: false, isTyping: true, now: $1) }
    pair.advance(by: .milliseconds(200))
    pair.cut()
    #expect(!pair.host.receipts.isTypingThere)
    pair.connect()
    #expect(pair.host.receipts.isTypingThere)
  }

  @Test func `a move goes before the words that were said before it`() {
    var pair = talkingPair(size: 18)
    let long = words(String(repeating: "long ", count: 90))
    pair.host { session, now in
      // More than may be on the way at once: what waits is overtaken.
      var step = Step()
      for _ in 0..<12 { step += session.say(long, now: now) }
      return step + session.submit(move(0), now: now)
    }
    pair.advance(by: .seconds(5))
    let order = pair.guestEvents.dropFirst(2).map { event in
      if case .message = event { "move" } else { "words" }
    }
    #expect(order.filter { $0 == "words" }.count == 12)
    #expect((order.firstIndex(of: "move") ?? .max) < 4)
  }

  @Test func `words arrive before the goodbye that comes after them`() {
    var pair = talkingPair(size: 18)
    let long = words(String(repeating: "long ", count: 90))
    pair.guest { session, now in
      var step = Step()
      for _ in 0..<12 { step += session.say(long, now: now) }
      return step + session.close(.left, now: now)
    }
    pair.advance(by: .seconds(10))
    #expect(heard(pair.hostEvents).count == 12)
    #expect(pair.hostEnd == .peerLeft(.left))
  }

  @Test func `nothing is said to a program that takes no words`() {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    let hello = words("hello")
    let said = pair.host.say(hello, now: .zero)
    let noted = pair.host.note(hasSeen: true, isDeaf: true, isTyping: false, now: .zero)
    #expect(said.isEmpty && noted.isEmpty)
    #expect(pair.host.receipts.isUnderstood == false)
  }

  @Test
  func `a program that is started again says what was not delivered, and hears nothing twice`() {
    var talk = Talk(SavedTalk(said: [Say(number: 7, text: "late")], received: 3))
    #expect(talk.next == 8)
    talk.confirm(TalkState(received: 8))
    #expect(talk.unacknowledged.isEmpty)
    talk.confirm(TalkState(received: 2))
    #expect(talk.unacknowledged.map(\.number) == [7])
    let isNew = [2, 5].map { talk.hear(Say(number: $0, text: "words")) }
    #expect(isNew == [false, true])
    #expect(talk.received == 6)
    talk.confirm(TalkState(received: 20))
    #expect(talk.next == 20)
    #expect(talk.unacknowledged.isEmpty)
  }

  @Test(arguments: [
    ("hello", "hello"), ("  a \t b\n", "a b"), ("\u{1B}[2Jx", "[2Jx"), ("\u{202E}abc", "abc"),
    ("👩‍💻", "👩‍💻"), ("a\0b", "ab"),
  ])
  func `words are cleaned`(text: String, clean: String) throws {
    #expect(try Words(text).text == clean)
  }

  @Test func `nothing to be seen is no words, and 500 code points are the most`() throws {
    #expect(throws: Words.Flaw.empty) { try Words(" \u{200D}\u{202E}") }
    #expect(throws: Words.Flaw.tooLong(501)) { try Words(String(repeating: "a", count: 501)) }
    #expect(try Words(String(repeating: "棋", count: 500)).text.count == 500)
    #expect(throws: ProtocolError.forbiddenText(.words)) {
      try Envelope(decoding: [0xb2, 4, 2, 0x08, 1])
    }
  }
}
