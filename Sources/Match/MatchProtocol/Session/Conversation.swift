internal import Sodium

/// One seat from its first link to its end, as either side has it.
///
/// The two exchange keys, accept each other, talk, lose each other and meet again, and part. What
/// comes before a link id is known is the affair of ``HostSession`` and ``GuestSession``.
struct Conversation: Sendable {
  /// The phase of a conversation; each case has what it needs, and a link if there is one.
  ///
  /// Indirect here, for a guest and for a seat: what a step of a session costs is mostly the copies
  /// of large values that it passes on as they are.
  indirect enum Phase: Sendable {
    /// Keys are exchanged for the first time, with somebody of this name.
    case meeting(SecureLink, PlayerName, until: Duration)

    /// The players look at each other.
    case asking(SecureLink, Question)

    /// The match is on; the owner may know that nothing was heard for a while.
    case talking(SecureLink, isToldQuiet: Bool)

    /// The link is lost, and a new one is waited for.
    case suspended(Absence)

    /// There is a new link, and the other side has not said yet how much it has received.
    case confirming(SecureLink, Absence)

    /// This side has said goodbye.
    case leaving(SecureLink, GoodbyeReason, until: Duration)

    /// Nothing follows; whether the two had accepted each other.
    case over(hadJoined: Bool)
  }

  /// The question that both players answer: is the other one the right player.
  struct Question: Sendable {
    var introduction: Introduction
    let until: Duration
    var hasAccepted = false
    var isAccepted = false
  }

  /// The reason why the link was lost, and how long a new one is waited for.
  struct Absence: Sendable {
    let why: LinkBreak
    var until: Duration
    /// The reason for which this side was leaving when the link was lost; it comes back to finish
    /// its goodbye only.
    var farewell: GoodbyeReason?
    /// True if the other side has said, on the last link, that it does not know the match.
    var isUnknownThere = false
  }

  /// The host's id of the match.
  let session: SessionID

  /// The time to wait after a lost link.
  let patience: Duration

  /// The other side, once it is known.
  private(set) var opponent: Acquaintance?

  var phase: Phase

  /// The host's offer, for a guest.
  var offer: Offer?

  /// The guest's challenge, for a guest that sends one and for a host that has received it.
  var challenge: Challenge?

  /// True if a host waits for the guest's challenge before its player is asked.
  var awaitsChallenge = false

  /// The messages of the match.
  var outbox: Outbox

  /// The chat of the players.
  var talk: Talk

  /// The files that go forth and back.
  var files = Files()

  /// The last letter of the other side.
  var heardLetter: HeardLetter?

  /// The bytes that go forth and back, where that is what the two have met for.
  var pipe = Pipe()

  /// The spectators according to the host's last message; nil before any.
  var watchers: Watchers?

  /// True if a program before this one has accepted the other side, and nothing shows that the
  /// other side has accepted this one.
  var isTentative = false

  /// True if more was said or heard than what is played.
  var hasPlayed = false

  /// The part of the match that the other side sends again, after this side has lost it.
  var recollection: Recollection?

  /// The comparison of the two records, while they differ.
  var comparison: Comparison?

  /// The number of times the record was replaced by an earlier one.
  var revision = 0

  /// A conversation with somebody called `name` that begins on `link`.
  init(
    _ session: SessionID,
    with name: PlayerName,
    on link: SecureLink,
    patience: Duration,
    now: Duration
  ) {
    self.session = session
    self.patience = patience
    outbox = Outbox(.match)
    talk = Talk()
    phase = .meeting(link, name, until: now + SessionTimes.handshake)
  }

  /// A conversation that another program has begun; it is suspended from time zero on.
  init(_ past: SavedSession, with opponent: Acquaintance, patience: Duration) {
    session = past.session
    self.opponent = opponent
    self.patience = patience
    outbox = Outbox(past.journal)
    talk = Talk(past.talk)
    heardLetter = past.letter
    isTentative = past.journal.isEmpty
    hasPlayed = past.journal.contains { $0.message.isPlayed }
    phase = .suspended(Absence(why: .lost(.disconnected), until: patience))
  }
}

// MARK: - Where it is

extension Conversation {
  /// The link that stands.
  var link: SecureLink? {
    phase.link
  }

  /// The other side's end of the link that stands.
  var peer: PeerID? { phase.onLink { $0.peer } }

  /// The id of packets on the current link.
  var linkID: LinkID? { phase.onLink { $0.id } }

  /// The state of docs/reference/protocol.md.
  var state: SessionState {
    switch phase {
    case .meeting: .meeting
    case .asking: .asking
    case .talking: .talking
    case .suspended: .suspended
    case .confirming: .confirming
    case .leaving: .leaving
    case .over: .over
    }
  }

  /// True if both players have accepted each other.
  var hasJoined: Bool {
    switch phase {
    case .meeting, .asking: false
    case .talking, .suspended, .confirming, .leaving: true
    case .over(let hadJoined): hadJoined
    }
  }

  /// Until when the players may look at each other, while they do.
  var questionUntil: Duration? {
    if case .asking(_, let question) = phase { question.until } else { nil }
  }

  /// True if this side has said that it takes the other for the right one.
  var hasAccepted: Bool {
    if case .asking(_, let question) = phase { question.hasAccepted } else { hasJoined }
  }

  /// Until when another link is waited for, if the other side has said on the last one that it does
  /// not know the match.
  var unknownThereUntil: Duration? {
    guard case .suspended(let absence) = phase, absence.isUnknownThere else {
      return nil
    }
    return absence.until
  }

  /// True if the match goes on, on another link.
  var canReturn: Bool {
    state != .over && hasJoined
  }

  /// True if what this side says reaches the other one, on this link or the next.
  var canSpeak: Bool {
    switch phase {
    case .talking: true
    case .suspended(let absence), .confirming(_, let absence): absence.farewell == nil
    case .meeting, .asking, .leaving, .over: false
    }
  }

  /// True if little is lost with the match: neither side has played, or none of this side's
  /// messages seems to have reached the other, which may not know that it has the seat.
  var canBeginAnew: Bool {
    canSpeak && outbox.received == 0 && (!hasPlayed || outbox.acknowledged == 0)
  }

  /// True if neither side has played.
  var isUntouched: Bool {
    canBeginAnew && !hasPlayed
  }

  /// True if the other side has not received all that was said before the goodbye.
  var hasLastWords: Bool {
    outbox.unacknowledged.count > 1
      || talk.isUnderstood == true && !talk.unacknowledged.isEmpty || pipe.hasLastWords
  }

  /// True if a side that has said goodbye for `reason` waits for another link if this one is lost.
  ///
  /// After a game it does so only if the other side may not know how the game ended.
  func returns(toLeaveFor reason: GoodbyeReason) -> Bool {
    patience > .zero && hasLastWords && (reason != .gameOver || outbox.hasUnheardPlay)
  }

  /// When something is due next.
  var deadline: Duration? {
    switch phase {
    case .talking(let link, _): link.deadline
    case .meeting(let link, _, let until), .leaving(let link, _, let until):
      min(until, link.deadline)
    case .asking(let link, let question): min(question.until, link.deadline)
    case .confirming(let link, let absence):
      min(absence.until, link.deadline, comparison?.settledUntil ?? absence.until)
    case .suspended(let absence): absence.until
    case .over: nil
    }
  }
}

// MARK: - Acceptance

extension Conversation {
  /// Tells the owner who is there, once the exchange of keys is finished.
  mutating func introduce(now: Duration) -> Step {
    guard case .meeting(let link, let name, _) = phase, let proof = link.proof else {
      return Step()
    }
    opponent = proof.player
    let introduction = Introduction(
      peer: link.peer,
      name: name,
      player: proof.player,
      code: proof.code,
      session: session,
      offer: offer
    )
    let until = now + SessionTimes.introduction
    phase = .asking(link, Question(introduction: introduction, until: until))
    return awaitsChallenge ? Step() : .telling(.introduced(introduction))
  }

  /// The guest wants to play by its own terms, which its Confirm follows.
  mutating func hear(_ challenge: Challenge, now: Duration) -> Step {
    switch phase {
    case .asking(_, let question)
    where awaitsChallenge && self.challenge == nil && !question.isAccepted:
      self.challenge = challenge
      return Step()
    case .asking, .talking, .confirming:
      return violate(.unexpectedMessage, now: now)
    case .leaving(_, let reason, _):
      return end(.closed(reason))
    case .meeting, .suspended, .over:
      return Step()
    }
  }

  /// The guest's Confirm has come: whoever has said that it challenges is introduced with that.
  private mutating func introduceChallenger() -> Step {
    guard awaitsChallenge, case .asking(let link, var question) = phase else { return Step() }
    awaitsChallenge = false
    question.introduction.challenge = challenge
    phase = .asking(link, question)
    return .telling(.introduced(question.introduction))
  }

  /// The player takes the other for the right one.
  mutating func accept(now: Duration) -> Step {
    guard case .asking(var link, var question) = phase, !question.hasAccepted else {
      return Step()
    }
    question.hasAccepted = true
    if let challenge, !question.isAccepted { link.submit(.challenge(challenge)) }
    link.confirm(received: 0, session, talk.state)
    phase = .asking(link, question)
    let step = send(now: now)
    return step + joinIfBothAccept()
  }

  /// The player does not take the other for the right one.
  mutating func decline(_ reason: GoodbyeReason = .notAccepted, now: Duration) -> Step {
    guard case .asking = phase else {
      return Step()
    }
    return say(.goodbye(reason), now: now) + end(.closed(reason))
  }

  /// The other side's first sealed message.
  mutating func handleConfirm(
    _ received: UInt32,
    _ theirs: SessionID,
    _ history: MatchHistory?,
    _ state: TalkState?,
    now: Duration
  ) -> Step {
    phase.changeLink { $0.note(state) }
    switch phase {
    case .asking(let link, var question)
    where !question.isAccepted && received == 0 && theirs == session:
      talk.confirm(state)
      files.isUnderstood = state?.takesFiles == true
      question.isAccepted = true
      phase = .asking(link, question)
      return introduceChallenger() + joinIfBothAccept()
    case .confirming(let link, let absence) where theirs == session && recollection == nil:
      talk.confirm(state)
      files.isUnderstood = state?.takesFiles == true
      return resume(on: link, after: received, history, absence, now: now)
    case .leaving(_, let reason, _):
      return end(.closed(reason))
    case .asking, .talking, .confirming:
      return violate(.unexpectedMessage, now: now)
    case .meeting, .suspended, .over:
      return Step()
    }
  }

  private mutating func joinIfBothAccept() -> Step {
    guard case .asking(var link, let question) = phase, question.hasAccepted, question.isAccepted
    else {
      return Step()
    }
    if let watchers { link.submit(.watchers(watchers)) }
    phase = .talking(link, isToldQuiet: false)
    return .telling(.joined(question.introduction))
  }
}
