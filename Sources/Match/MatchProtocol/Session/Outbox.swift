/// The messages that one side of a session has sent and received on one channel, over all its
/// links: enough to resume, and to send the other side again what it has lost.
///
/// Acknowledgements are not authentic, so all that was said stays here: the other side's Confirm,
/// which is, may say that less of it has come than a link had acknowledged.
struct Outbox: Sendable {
  /// Whose messages these are.
  let channel: Channel

  /// All that was said, the oldest first.
  private(set) var said: [[UInt8]] = []

  /// The number of messages the other side has acknowledged, as far as this is known.
  private(set) var acknowledged = 0

  /// All that was received, the oldest first.
  private(set) var heard: [Envelope] = []

  /// True if each message was said, in the order in which they were said and received.
  private(set) var order: [Bool] = []

  /// The number of messages a program before this one has said; while they wait they need no room.
  private let inherited: Int

  /// Nothing was said or received on `channel`.
  init(_ channel: Channel) {
    self.channel = channel
    inherited = 0
  }

  /// Makes the outbox of an earlier program with this journal of the match.
  init(_ journal: [JournalEntry]) {
    channel = .match
    said = journal.filter { $0.isMine }.map { Envelope.match($0.message).encoded }
    inherited = said.count
    heard = journal.filter { !$0.isMine }.map { Envelope.match($0.message) }
    order = journal.map { $0.isMine }
  }

  /// The number of messages received from the other side.
  var received: UInt32 { UInt32(heard.count) }

  /// The messages that are not acknowledged, the oldest first.
  var unacknowledged: ArraySlice<[UInt8]> { said[acknowledged...] }

  /// True if something that a game depends on is not acknowledged.
  var hasUnheardPlay: Bool {
    unacknowledged.contains { message in
      guard case .match(let content)? = try? Envelope(decoding: message) else { return false }
      return content.decidesGame
    }
  }

  /// True if one more message may be said.
  var hasRoom: Bool {
    unacknowledged.count < channel.capacity + max(0, inherited - acknowledged)
  }

  /// The number of messages the other side can have.
  var possible: ClosedRange<UInt32> { 0...UInt32(said.count) }

  /// Keeps `message`.
  mutating func append(_ message: [UInt8]) {
    said.append(message)
    order.append(true)
  }

  /// One more message of the other side has come.
  mutating func noteReceived(_ envelope: Envelope) {
    heard.append(envelope)
    order.append(false)
  }

  /// A link has had `count` more messages acknowledged.
  mutating func acknowledge(_ count: Int) {
    acknowledged = min(acknowledged + count, said.count)
  }

  /// The other side says itself how many messages it has, one of ``possible``.
  mutating func confirm(_ count: UInt32) {
    acknowledged = Int(clamping: count)
  }
}

// MARK: - What the other side has

extension Outbox {
  /// The relation of this side's record of the match to the other side's.
  enum Standing: Hashable {
    /// Each has all that the other one has heard.
    case fits
    /// The other side has lost some of what it has said.
    case otherLacks
    /// This side has.
    case thisLacks
    /// Something else was said than was received.
    case differs
    /// The other side claims what cannot be, and does not say what it has.
    case impossible
  }

  /// The messages of the match: the goodbye, which comes last, is not one of them.
  private var saidInMatch: ArraySlice<[UInt8]> {
    guard let last = said.last, case .goodbye? = try? Envelope(decoding: last) else {
      return said[...]
    }
    return said.dropLast()
  }

  /// The digest of the first `count` messages that were received, or of all, if there are fewer.
  private func heardDigest(of count: Int) -> UInt64 {
    MatchHistory.digest(of: heard.prefix(count).lazy.map { $0.encoded })
  }

  /// The summary of this side's record.
  var history: MatchHistory { history(said: saidInMatch.count) }

  /// The summary of this side's record as if it had said only so many messages.
  func history(said count: Int) -> MatchHistory {
    MatchHistory(
      said: UInt32(count),
      saidDigest: MatchHistory.digest(of: said.prefix(count)),
      receivedDigest: heardDigest(of: heard.count)
    )
  }

  /// The number of messages of the match that were said.
  var saidCount: Int { saidInMatch.count }

  /// The relation to a side that has received so many messages, and has `history`.
  func standing(received count: UInt32, _ history: MatchHistory?) -> Standing {
    guard let history else { return possible.contains(count) ? .fits : .impossible }
    let lacks = (
      this: Int(clamping: count) > said.count, other: Int(clamping: history.said) < heard.count
    )
    let isSame =
      lacks.this
      || MatchHistory.digest(of: said.prefix(Int(clamping: count))) == history.receivedDigest
    let isSameThere =
      Int(clamping: history.said) > heard.count
      || heardDigest(of: Int(clamping: history.said)) == history.saidDigest
    guard isSame, isSameThere else { return .differs }
    switch lacks {
    case (true, true): return .differs
    case (true, false): return .thisLacks
    case (false, true): return .otherLacks
    case (false, false): return .fits
    }
  }

  /// The entries that a side lacks which has sent and received only so many messages, in this
  /// side's order.
  func lost(afterSaid theirSaid: UInt32, received theirReceived: UInt32) -> [JournalEntry] {
    entries(said: Int(clamping: theirReceived), heard: Int(clamping: theirSaid))
  }

  /// All that was said and heard, but for the goodbye.
  var journal: [JournalEntry] { entries(said: 0, heard: 0) }

  /// The number of messages that were said and heard, the goodbye included.
  var count: Int { order.count }

  /// The messages of the match that were said and heard after `count` others.
  func journal(after count: Int) -> [JournalEntry] {
    let said = order.prefix(count).count { $0 }
    return entries(said: said, heard: count - said)
  }

  /// The messages of the match after so many that were said, and so many that were heard.
  func entries(said firstSaid: Int, heard firstHeard: Int) -> [JournalEntry] {
    var next = (said: 0, heard: 0)
    return order.compactMap { isMine in
      let index = isMine ? next.said : next.heard
      if isMine { next.said += 1 } else { next.heard += 1 }
      guard index >= (isMine ? firstSaid : firstHeard) else { return nil }
      let envelope = isMine ? try? Envelope(decoding: said[index]) : heard[index]
      guard case .match(let content)? = envelope else { return nil }
      return JournalEntry(isMine: isMine, content)
    }
  }

  /// True if it would be as `history` and `count` say, with `recalled`; the other side may have
  /// said more since it told its history.
  func fits(_ recalled: [JournalEntry], _ history: MatchHistory, received count: UInt32) -> Bool {
    var whole = self
    whole.adopt(recalled)
    return whole.said.count == Int(clamping: count)
      && whole.heard.count >= Int(clamping: history.said)
      && MatchHistory.digest(of: whole.said) == history.receivedDigest
      && whole.heardDigest(of: Int(clamping: history.said)) == history.saidDigest
  }

  /// Takes over what was lost; the other side has all of it, but for a goodbye.
  mutating func adopt(_ recalled: [JournalEntry]) {
    for entry in recalled {
      let envelope = Envelope.match(entry.message)
      if entry.isMine { append(envelope.encoded) } else { noteReceived(envelope) }
    }
    acknowledged = saidInMatch.count
  }
}
