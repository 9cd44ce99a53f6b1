public import MatchProtocol

/// The chat at a table, as far as this program knows it.
public struct TableTalk: Hashable, Sendable {
  /// Something that was said here.
  package struct Line: Hashable, Sendable {
    /// The text; nil for a move.
    package let words: Words?
    /// Its place among all of its kind that were said here, from 0.
    package let number: Int
    /// When it was said, since the program began.
    package let saidAt: Duration
    /// The time until the other program had it, once it has.
    package internal(set) var travel: Duration?
  }

  /// The number of own messages that are remembered.
  private static let remembered = 20

  /// The last messages sent here, the latest last.
  package internal(set) var lines: [Line] = []
  /// The last move that was made here in this program.
  package internal(set) var move: Line?
  /// The progress of all messages sent here.
  package internal(set) var receipts = Receipts()
  /// True if the words of the other player are kept and not shown.
  package internal(set) var isMuted = false
  /// True if the player here wants no words at all.
  package internal(set) var isDeaf = false
  /// True if something was heard that the player here has not seen yet.
  package internal(set) var hasUnseen = false
  /// True if the player here is typing words.
  package internal(set) var isTyping = false
  /// True if the other side is told what the player here has seen.
  var tellsSeen = true
  /// The chat limits of the other player and of the player here.
  var hearing = WordLimits(burst: WordLimits.heard)
  var saying = WordLimits(burst: WordLimits.said)
  /// The chat limit of spectators.
  var remarks = WordLimits(burst: WordLimits.heard)
  /// When the link was lost, as long as it is.
  var lostAt: Duration?

  /// Notes how far all is at `now`.
  mutating func note(_ receipts: Receipts, now: Duration) {
    self.receipts = receipts
    for index in lines.indices where lines[index].travel == nil {
      guard receipts.words.stage(of: lines[index].number) >= .delivered else { continue }
      lines[index].travel = now - lines[index].saidAt
    }
    guard let line = move, line.travel == nil,
      receipts.match.stage(of: line.number) >= .delivered
    else { return }
    move?.travel = now - line.saidAt
  }

  /// The progress of a message.
  package func stage(of line: Line) -> Receipts.Stage {
    (line.words == nil ? receipts.match : receipts.words).stage(of: line.number)
  }
}

/// A notice about chat.
public enum TalkNotice: Hashable, Sendable {
  /// The player here has said this, which is number `number`; later, where the link is lost.
  case said(Words, number: Int, isLater: Bool)
  /// The player here, who watches, has said this to all at the table.
  case remarked(Words)
  /// The other player has.
  case heard(Words)
  /// The player's message is not sent.
  case refused(TalkRefusal)
  /// So much comes that nothing is shown for a while.
  case muting
  /// The words of the other player are shown, or not any more.
  case mute(Bool)
  /// The player here wants no words at all, or wants them again.
  case deaf(Bool)
}

/// The reason why something is not said.
public enum TalkRefusal: Hashable, Sendable {
  /// There is nobody on the other side, or not any more.
  case nobody
  /// The other side's program takes no words.
  case notUnderstood
  /// The other player wants no words.
  case unwanted
  /// The player here wants no words.
  case deaf
  /// The player here has said so much that the other one would not be shown it.
  case tooFast
  /// Too much waits for the link already.
  case tooMuch
  /// Those who watch may not talk at this table.
  case onlyPlayers
  /// The link to the table is lost, and words of those who watch do not wait for another.
  case noLink
}

/// A wish of a player about chat.
public enum TalkAction: Hashable, Sendable {
  /// Say this.
  case say(Words)
  /// All that was heard has been seen, as a prompt was shown after it.
  case see
  /// Show the words of the other player no more, or show them again.
  case mute(Bool)
  /// Hear and say nothing besides the game, or do again.
  case deafen(Bool)
  /// Words are being typed, or not any longer.
  case typing(Bool)
}

/// The result of a message that is sent or received.
struct TalkOutcome {
  var keeps: [JournalChange] = []
  var notices: [TalkNotice] = []
  /// The input for the session.
  var input: Input?

  enum Input {
    case say(Words)
    case note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool)
  }
}

extension TableTalk {
  /// True if words may be said now, which counts them then; nil if so.
  private mutating func refusal(now: Duration) -> TalkRefusal? {
    if isDeaf { return .deaf }
    if receipts.isUnderstood == false { return .notUnderstood }
    if receipts.isDeafThere { return .unwanted }
    if receipts.words.said - receipts.words.delivered >= Channel.mostWaiting { return .tooMuch }
    return saying.note(now: now) == .taken ? nil : .tooFast
  }

  private mutating func say(_ words: Words, isLater: Bool, now: Duration) -> TalkOutcome {
    if let refusal = refusal(now: now) { return TalkOutcome(notices: [.refused(refusal)]) }
    let number = receipts.words.said
    isTyping = false
    lines.append(Line(words: words, number: number, saidAt: now))
    if lines.count > Self.remembered { lines.removeFirst() }
    return TalkOutcome(
      keeps: [.say(SpokenWords(isMine: true, number: UInt32(number), words))],
      notices: [.said(words, number: number, isLater: isLater)],
      input: .say(words)
    )
  }

  /// Does what the player here wants, while the link is lost or not.
  mutating func perform(_ action: TalkAction, isLater: Bool, now: Duration) -> TalkOutcome {
    switch action {
    case .say(let words): return say(words, isLater: isLater, now: now)
    case .see:
      defer { hasUnseen = false }
      let input = note(hasSeen: true)
      return TalkOutcome(input: hasUnseen && tellsSeen ? input : nil)
    case .mute(let isOn):
      isMuted = isOn
      return TalkOutcome(notices: [.mute(isOn)])
    case .deafen(let isOn):
      isDeaf = isOn
      return TalkOutcome(notices: [.deaf(isOn)], input: note(hasSeen: false))
    case .typing(let isOn):
      guard isOn != isTyping else { return TalkOutcome() }
      isTyping = isOn
      return TalkOutcome(input: isDeaf ? nil : note(hasSeen: false))
    }
  }

  private func note(hasSeen: Bool) -> TalkOutcome.Input {
    .note(hasSeen: hasSeen, isDeaf: isDeaf, isTyping: isTyping)
  }

  /// Hears words; those that are too many are not kept either.
  mutating func hear(_ words: Words, number: UInt32, now: Duration) -> TalkOutcome {
    guard !isDeaf else { return TalkOutcome() }
    switch hearing.note(now: now) {
    case .taken: break
    case .muting: return TalkOutcome(notices: [.muting])
    case .muted: return TalkOutcome()
    }
    let keep = JournalChange.say(SpokenWords(isMine: false, number: number, words))
    hasUnseen = hasUnseen || !isMuted
    return TalkOutcome(keeps: [keep], notices: isMuted ? [] : [.heard(words)])
  }

  /// Notes that the link is lost, or stands again: what was said meanwhile comes at once then.
  mutating func noteLink(isLost: Bool, now: Duration) {
    if !isLost, let lostAt { hearing.excuse(now - lostAt) }
    lostAt = isLost ? lostAt ?? now : nil
  }

  /// Forgets a session in which nobody had played.
  mutating func forget() {
    (lines, move, isTyping) = ([], nil, false)
  }
}

extension Table {
  mutating func talk(_ action: TalkAction, now: Duration) {
    guard let session, phase.hasOther else {
      return action.isTyping ? () : tell(.talk(.refused(.nobody)))
    }
    if action.isTyping, rules.isQuiet { return }
    talk.note(session.receipts, now: now)
    carryOut(talk.perform(action, isLater: isSuspended, now: now), now: now)
  }

  mutating func carryOut(_ outcome: TalkOutcome, now: Duration) {
    orders.keeps += outcome.keeps
    switch outcome.input {
    case .say(let words): converse(now: now) { $0.say(words, now: $1) }
    case .note(let hasSeen, let isDeaf, let isTyping):
      converse(now: now) { $0.note(hasSeen: hasSeen, isDeaf: isDeaf, isTyping: isTyping, now: $1) }
    case nil: break
    }
    for notice in outcome.notices { tell(.talk(notice)) }
  }

  /// True if to show that the other player is typing words.
  package var isOtherTyping: Bool {
    !rules.isQuiet && !talk.isMuted && session?.receipts.isTypingThere == true
  }
}

extension TalkAction {
  fileprivate var isTyping: Bool {
    switch self {
    case .typing: true
    default: false
    }
  }
}
