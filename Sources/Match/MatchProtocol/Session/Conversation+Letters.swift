/// The last letter of the other side, as far as the next one to it depends on that.
public struct HeardLetter: Hashable, Sendable {
  /// When it was written, in milliseconds since 1970.
  public var time: UInt64
  /// The number of match messages of this side that its writer had.
  public var received: UInt32
  /// The number of match messages that its writer had said.
  public var said: UInt32
  /// The number of match messages that its writer knew this side to have.
  public var known: UInt32
  /// The number of words of this side that its writer had.
  public var words: UInt32
  /// The number of messages that this side had said and heard once it was read.
  public var entries: UInt32

  /// States all of it.
  public init(
    time: UInt64,
    received: UInt32,
    said: UInt32,
    known: UInt32,
    words: UInt32,
    entries: UInt32
  ) {
    (self.time, self.received, self.said) = (time, received, said)
    (self.known, self.words, self.entries) = (known, words, entries)
  }
}

/// What one side says to another one that is away, in the place of a link.
extension Conversation {
  /// The peer of what a letter brought.
  private static let writer = PeerID(rawValue: "letter")

  /// The letter that the other side should find now; nil where a link says all of it.
  ///
  /// One lies there also if there is nothing to say: it shows a side that was restored from an
  /// older copy what that lacks.
  var letter: Letter? {
    guard case .suspended(let absence) = phase, absence.farewell == nil, comparison == nil else {
      return nil
    }
    let first = min(outbox.heard(after: heardLetter), outbox.saidCount)
    let lost = heardLetter.map { outbox.lost(since: $0) } ?? []
    let words = talk.unacknowledged.filter { $0.number >= heardLetter?.words ?? 0 }
    var letter = Letter(
      received: outbox.received,
      history: outbox.history(said: lost.isEmpty ? first : outbox.saidCount),
      talk: talk.state
    )
    letter.recalled = lost
    // Who has lost more than a letter holds hears it on a link.
    guard letter.hasRoom(in: session) else { return nil }
    if lost.isEmpty { add(from: first, to: &letter) }
    for say in words {
      letter.words.append(say)
      guard letter.hasRoom(in: session) else {
        letter.words.removeLast()
        break
      }
    }
    let owesReceipt = heardLetter.map { $0.known != outbox.received } ?? false
    letter.isDue = letter.saysSomething || owesReceipt
    return letter
  }

  /// Adds what was said in the match from the message of this number on, as far as there is room.
  private func add(from first: Int, to letter: inout Letter) {
    let messages = outbox.said(from: first)
    letter.messages = messages
    while !letter.messages.isEmpty, !letter.hasRoom(in: session) { letter.messages.removeLast() }
    letter.history = outbox.history(said: first + letter.messages.count)
  }

  /// Reads a letter of the other side, in place of what a link would have brought.
  mutating func read(_ letter: Letter, now: Duration) -> Step {
    guard case .suspended(var absence) = phase, absence.farewell == nil, comparison == nil else {
      return Step()
    }
    let isNew = letter.time > heardLetter?.time ?? 0
    var step = Step()
    switch outbox.standing(received: letter.received, letter.history) {
    case .fits where outbox.fits(letter):
      absence.until = max(absence.until, now + patience)
      phase = .suspended(absence)
      step = take(letter, isNew: isNew)
    case .thisLacks: step = remember(letter)
    // It comes late; or its writer has lost something, and is told in the next one.
    case .otherLacks: break
    // The two find out on a link.
    case .fits, .differs, .impossible: break
    }
    if isNew { note(letter) }
    return step + (heardLetter.map { .telling(.letter($0)) } ?? Step())
  }

  private mutating func note(_ letter: Letter) {
    heardLetter = HeardLetter(
      time: letter.time,
      received: letter.received,
      said: letter.history.said,
      known: letter.first,
      words: letter.talk.received,
      entries: UInt32(outbox.count)
    )
  }

  private mutating func take(_ letter: Letter, isNew: Bool) -> Step {
    isTentative = false
    if isNew || outbox.acknowledged < Int(clamping: letter.received) {
      outbox.confirm(letter.received)
      talk.confirm(letter.talk)
    }
    var step = Step()
    let known = letter.first <= outbox.received ? Int(outbox.received - letter.first) : .max
    for message in letter.messages.dropFirst(known) {
      outbox.noteReceived(.match(message))
      hasPlayed = hasPlayed || message.isPlayed
      step += .telling(.message(message, from: Self.writer))
    }
    for say in letter.words where talk.hear(say) {
      guard let words = try? Words(say.text) else { continue }
      step += .telling(.words(words, number: say.number, from: Self.writer))
    }
    return step
  }

  /// Takes what the letter tells again of a match of which this side has lost a part.
  private mutating func remember(_ letter: Letter) -> Step {
    // What its writer had said is what this side heard.
    let entries = letter.recalled.map { JournalEntry(isMine: !$0.isMine, $0.message) }
    guard !entries.isEmpty,
      outbox.fits(entries, letter.history, received: letter.received)
    else { return Step() }
    recollection = Recollection(letter.history, received: letter.received, entries)
    return .telling(.remembered(entries, after: outbox.journal))
  }

  /// Goes on without a link after what a letter told again.
  mutating func adoptFromLetter(_ entries: [JournalEntry]?, _ recollection: Recollection) -> Step {
    self.recollection = nil
    guard let entries,
      outbox.fits(entries, recollection.history, received: recollection.received)
    else { return Step() }
    outbox.adopt(entries)
    hasPlayed = hasPlayed || entries.contains { $0.message.isPlayed }
    return Step()
  }
}

extension Letter {
  fileprivate func hasRoom(in session: SessionID) -> Bool { content(in: session, at: 0) != nil }
}

extension Outbox {
  /// True if what this side has heard goes before the messages of `letter`.
  fileprivate func fits(_ letter: Letter) -> Bool {
    // What it lacks before that comes with the next one.
    guard letter.first <= received else { return true }
    let new = letter.messages.dropFirst(Int(received - letter.first))
    let messages = heard.map { $0.encoded } + new.map { Envelope.match($0).encoded }
    return MatchHistory.digest(of: messages) == letter.history.saidDigest
  }

  /// The messages of the match from the one of this number on.
  fileprivate func said(from first: Int) -> [MatchMessage] {
    entries(said: first, heard: Int.max).map { $0.message }
  }

  /// The number of messages of this side that the other one has, as far as its last letter and what
  /// it has said since then tell.
  ///
  /// Who makes a move has received all that came before it.
  fileprivate func heard(after letter: HeardLetter?) -> Int {
    let start = min(Int(clamping: letter?.entries ?? 0), order.count)
    var (mine, other) = (order.prefix(start).count { $0 }, order.prefix(start).count { !$0 })
    var moves: [(ply: Int, count: Int)] = []
    var known = max(acknowledged, Int(clamping: letter?.received ?? 0))
    for isMine in order.dropFirst(start) {
      if isMine {
        mine += 1
        if let ply = ply(ofSaid: mine - 1) { moves.append((ply, mine)) }
      } else {
        other += 1
        guard let ply = ply(ofHeard: other - 1) else { continue }
        known = max(known, moves.last { $0.ply < ply }?.count ?? 0)
      }
    }
    return known
  }

  private func ply(ofSaid index: Int) -> Int? {
    guard case .match(.move(let move))? = try? Envelope(decoding: said[index]) else { return nil }
    return move.ply
  }

  private func ply(ofHeard index: Int) -> Int? {
    guard case .match(.move(let move)) = heard[index] else { return nil }
    return move.ply
  }

  /// The messages that the other side had lost when it wrote `letter`, and did not get since.
  fileprivate func lost(since letter: HeardLetter) -> [JournalEntry] {
    let before = order.prefix(Int(clamping: letter.entries))
    guard before.count(where: { !$0 }) > Int(clamping: letter.said),
      !order.dropFirst(before.count).contains(false)
    else { return [] }
    return lost(afterSaid: letter.said, received: letter.received)
  }
}
