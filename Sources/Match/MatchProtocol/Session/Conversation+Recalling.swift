// MARK: - A match of which one side has lost a part

/// The part of a match that the other side sends again, as far as it has come.
struct Recollection: Sendable {
  /// The summary of the other side's record.
  let history: MatchHistory

  /// The number of this side's messages that the other one has.
  let received: UInt32

  /// The entries that have come, from this side's point of view: its own are those that it had
  /// sent.
  private(set) var entries: [JournalEntry] = []
  /// The messages that came after them, before the owner has answered.
  var later: [Envelope] = []

  /// The description of the next message, or of the last one.
  private var announced: Recall?
  private var isDue = false

  /// What comes on a link, or `entries` all at once.
  init(_ history: MatchHistory, received: UInt32, _ entries: [JournalEntry] = []) {
    self.history = history
    self.received = received
    self.entries = entries
  }

  /// True if all of it has come.
  var isWhole: Bool { !isDue && announced?.remaining == 0 }

  /// Takes what is said of the next message; false if it is out of place.
  mutating func announce(_ recall: Recall) -> Bool {
    guard !isDue,
      announced.map({ $0.remaining > 0 && recall.remaining == $0.remaining - 1 }) ?? true
    else { return false }
    announced = recall
    isDue = true
    return true
  }

  /// Takes the next message; false if it is out of place.
  mutating func append(_ message: MatchMessage) -> Bool {
    guard isDue, let announced else { return false }
    isDue = false
    entries.append(JournalEntry(isMine: !announced.isBySender, message))
    return true
  }
}

extension Conversation {
  /// Tells the other side again what it has lost, its own messages too, and goes on.
  mutating func recall(_ lost: [JournalEntry], on link: SecureLink, _ absence: Absence) -> Step {
    var link = link
    for (index, entry) in lost.enumerated() {
      let remaining = UInt32(lost.count - 1 - index)
      link.submit(.recall(Recall(isBySender: entry.isMine, remaining: remaining)))
      link.submit(.match(entry.message))
    }
    outbox.adopt([])
    return .telling(.recalled(link.peer, messages: lost.count)) + goOn(on: link, absence)
  }

  /// Hears that the other side tells something again.
  mutating func handle(_ recall: Recall, now: Duration) -> Step {
    guard case .confirming = phase, recollection?.announce(recall) == true else {
      return violate(.unexpectedMessage, now: now)
    }
    return Step()
  }

  /// Takes a message that the other side tells again; when it was the last, the owner is told.
  mutating func remember(_ message: MatchMessage, now: Duration) -> Step {
    guard case .confirming = phase, recollection?.append(message) == true, let recollection else {
      return violate(.unexpectedMessage, now: now)
    }
    guard recollection.isWhole else { return Step() }
    let (history, received) = (recollection.history, recollection.received)
    guard outbox.fits(recollection.entries, history, received: received) else {
      return differ(now: now)
    }
    return .telling(.remembered(recollection.entries, after: outbox.journal))
  }

  /// Goes on with `entries`, which the owner has put in the order in which they may have been said
  /// and heard here; nil if there is none.
  mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step {
    if case .suspended = phase, let recollection { return adoptFromLetter(entries, recollection) }
    guard case .confirming(let link, let absence) = phase, let recollection,
      recollection.isWhole
    else {
      return Step()
    }
    self.recollection = nil
    let (history, received) = (recollection.history, recollection.received)
    guard let entries, outbox.fits(entries, history, received: received) else {
      return differ(now: now)
    }
    outbox.adopt(entries)
    hasPlayed = hasPlayed || entries.contains { $0.message.isPlayed }
    var step = goOn(on: link, absence)
    for envelope in recollection.later { step += handle(envelope, now: now) }
    return step + send(now: now)
  }

  /// Ends the session, as the two sides have different records, and tells the other side so.
  mutating func differ(now: Duration) -> Step {
    phase.changeLink { if $0.proof != nil { $0.submit(.goodbye(.recordsDiffer)) } }
    comparison = nil
    return send(now: now) + end(.recordsDiffer)
  }
}
