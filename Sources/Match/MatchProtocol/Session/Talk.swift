/// The chat of the two players, as one side of a session has it: enough to send the rest on the
/// next link.
///
/// Each words have a number, so that a link that says some again does no harm. What neither side
/// has any more is passed over, as words are worth no quarrel.
struct Talk: Sendable {
  /// The number of received messages that are kept, for an acknowledgement that was not true.
  private static let keptAtMost = 256

  /// The last messages sent, the oldest first; their numbers have no gap.
  private var said: [Say]
  /// The number of the next words that are said here.
  private(set) var next: UInt32
  /// The number of messages sent here that the other side has, as far as this is known.
  private(set) var acknowledged: UInt32 = 0
  /// The number of the words that are expected next.
  private(set) var received: UInt32
  /// The messages that the player here has seen, as far as the other side is told.
  var seen = Seen()
  /// The messages that the other player has seen.
  private(set) var seenThere = Seen()
  /// True if the other side's program takes words; nil as long as it has not said Confirm.
  private(set) var isUnderstood: Bool?

  /// Nothing was said yet, but for `past`.
  init(_ past: SavedTalk = SavedTalk()) {
    said = past.said
    next = past.said.last.map { $0.number &+ 1 } ?? 0
    received = past.received
  }

  /// The state that this side sends at the beginning of a link.
  var state: TalkState {
    TalkState(received: received, seen: seen, takesFiles: true)
  }

  /// The messages that are not acknowledged, the oldest first.
  var unacknowledged: ArraySlice<Say> { said.drop { $0.number < acknowledged } }

  /// True if more words may be said.
  var hasRoom: Bool { unacknowledged.count < Channel.words.capacity && next < .max }

  /// Keeps `words`, and numbers them.
  mutating func append(_ words: Words) -> Say {
    let say = Say(number: next, text: words.text)
    next += 1
    said.append(say)
    if said.count > Self.keptAtMost + Channel.words.capacity { said.removeFirst() }
    return say
  }

  /// So many more words have come, a link says.
  mutating func acknowledge(_ count: Int) {
    acknowledged = min(acknowledged + UInt32(count), next)
  }

  /// The other side says what it has, at the beginning of a link; nil if it takes no words.
  mutating func confirm(_ state: TalkState?) {
    isUnderstood = state != nil
    guard let state else { return }
    seenThere = state.seen
    if state.received > next {
      // What this side had said is lost here.
      (said, next) = ([], state.received)
    }
    acknowledged = state.received
  }

  /// Hears words; false if they have come before.
  mutating func hear(_ say: Say) -> Bool {
    guard say.number >= received, say.number < .max else { return false }
    received = say.number + 1
    seenThere.isTyping = false
    return true
  }

  /// Hears what the other player has seen.
  mutating func hear(_ seen: Seen) {
    seenThere = seen
  }
}

/// The chat of a match whose program has ended.
public struct SavedTalk: Hashable, Sendable {
  /// The last messages sent here, the oldest first, without gaps in their numbers.
  public var said: [Say]
  /// The number after that of the last words that were heard.
  public var received: UInt32

  /// Nothing, or this.
  public init(said: [Say] = [], received: UInt32 = 0) {
    self.said = said
    self.received = received
  }
}

/// The progress of one side's messages, by channel.
public struct Receipts: Hashable, Sendable {
  /// Counts of messages, from the first of the session on.
  public struct Counts: Hashable, Sendable {
    /// The number of messages sent by the player.
    public var said = 0
    /// The number of them that were put on the air.
    public var sent = 0
    /// The number of them that the other side's program has.
    public var delivered = 0
    /// The number of them that the other player has seen, as far as that program tells.
    public var seen = 0

    /// So many.
    public init(said: Int = 0, sent: Int = 0, delivered: Int = 0, seen: Int = 0) {
      (self.said, self.sent, self.delivered, self.seen) = (said, sent, delivered, seen)
    }
  }

  /// The stage of one message.
  public enum Stage: Int, Hashable, Sendable, Comparable {
    /// It waits for the link.
    case queued
    /// It is on the air.
    case sent
    /// The other side's program has it.
    case delivered
    /// The other player has seen it.
    case seen

    /// True if one is less far than the other.
    public static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  /// Of the messages of the match.
  public var match = Counts()
  /// Of words.
  public var words = Counts()
  /// True if the other side's program takes words; nil as long as that is not known.
  public var isUnderstood: Bool?
  /// True if the other player wants to hear no words.
  public var isDeafThere = false
  /// True if the other player is typing words.
  public var isTypingThere = false
  /// The smoothed round-trip time on the current link; nil without a link, or before it was
  /// measured.
  public var delay: Duration?
  /// When a packet was last received on the link that stands, since the session began; nil while
  /// none does.
  public var lastHeard: Duration?

  /// Nothing was said.
  public init() {}
}

extension Receipts.Counts {
  /// The stage of the message number `index`, from 0.
  public func stage(of index: Int) -> Receipts.Stage {
    if index < seen { return .seen }
    if index < delivered { return .delivered }
    return index < sent ? .sent : .queued
  }
}

// MARK: - In a conversation

extension Conversation {
  /// The progress of the messages sent here.
  var receipts: Receipts {
    var receipts = Receipts()
    let said = Int(clamping: outbox.possible.upperBound)
    receipts.match = Receipts.Counts(
      said: said,
      sent: isOnAir ? said - waitingCount(on: .match) : outbox.acknowledged,
      delivered: outbox.acknowledged,
      seen: Int(clamping: talk.seenThere.match)
    )
    let next = Int(clamping: talk.next)
    let isHeard = isOnAir && talk.isUnderstood == true
    receipts.words = Receipts.Counts(
      said: next,
      sent: isHeard ? next - waitingCount(on: .words) : Int(clamping: talk.acknowledged),
      delivered: Int(clamping: talk.acknowledged),
      seen: Int(clamping: talk.seenThere.words)
    )
    receipts.isUnderstood = talk.isUnderstood
    receipts.isDeafThere = talk.seenThere.isDeaf
    receipts.isTypingThere = isOnAir && talk.seenThere.isTyping
    receipts.delay = phase.onLink { $0.delay } ?? nil
    receipts.lastHeard = phase.onLink { $0.lastHeard }
    return receipts
  }

  /// True if what is said goes out at once.
  private var isOnAir: Bool {
    switch phase {
    case .talking, .leaving: true
    case .meeting, .asking, .suspended, .confirming, .over: false
    }
  }

  private func waitingCount(on channel: Channel) -> Int {
    phase.onLink { $0.waitingCount(on: channel) } ?? 0
  }

  /// Says `words` to the other player; while there is no link, later.
  mutating func say(_ words: Words, now: Duration) -> Step {
    guard canSpeak, talk.hasRoom else { return Step() }
    let say = talk.append(words)
    // The other side knows by the words.
    talk.seen.isTyping = false
    guard isOnAir, talk.isUnderstood == true else { return Step() }
    phase.changeLink { $0.submit(Envelope.say(say).encoded, on: .words) }
    return send(now: now)
  }

  /// The player here has seen all that was heard, if `hasSeen`, wants words or does not, and is
  /// typing some or is not.
  mutating func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step {
    let before = talk.seen
    talk.seen.isDeaf = isDeaf
    talk.seen.isTyping = isTyping
    if hasSeen { (talk.seen.words, talk.seen.match) = (talk.received, outbox.received) }
    let seen = talk.seen
    guard seen != before, isOnAir, talk.isUnderstood == true else { return Step() }
    phase.changeLink { $0.submit(Envelope.seen(seen).encoded, on: .receipts) }
    return send(now: now)
  }

  /// Does what the owner wants besides the match.
  mutating func perform(_ action: SideAction, now: Duration) -> Step {
    switch action {
    case .file(let action): return perform(action, now: now)
    case .pipe(let action): return perform(action, now: now)
    case .record(let action): return perform(action, now: now)
    }
  }

  /// Says again, on a new link, which words the other side does not have.
  mutating func repeatTalk(on link: inout SecureLink) {
    if files.isUnderstood { link.submit(files.begin()) }
    if let taken = pipe.begin() { link.submit(Envelope.pipe(.taken(taken)).encoded, on: .files) }
    guard talk.isUnderstood == true else { return }
    for say in talk.unacknowledged { link.submit(Envelope.say(say).encoded, on: .words) }
    if talk.seen != Seen() { link.submit(Envelope.seen(talk.seen).encoded, on: .receipts) }
  }

  /// Hears what is said beside the match; who is leaving hears it too.
  mutating func hearTalk(_ envelope: Envelope, now: Duration) -> Step {
    switch phase {
    case .talking(let link, _), .leaving(let link, _, _):
      return hearTalk(envelope, on: link, now: now)
    case .meeting, .asking, .confirming: return violate(.unexpectedMessage, now: now)
    case .suspended, .over: return Step()
    }
  }

  private mutating func hearTalk(
    _ envelope: Envelope,
    on link: SecureLink,
    now: Duration
  ) -> Step {
    if case .seen(let seen) = envelope { talk.hear(seen) }
    if case .file(let message) = envelope {
      return hear(message, from: link.peer, now: now)
    }
    if case .pipe(let message) = envelope { return hear(message, on: link) }
    guard case .say(let say) = envelope, talk.hear(say), let words = try? Words(say.text) else {
      return Step()
    }
    return .telling(.words(words, number: say.number, from: link.peer))
  }
}
