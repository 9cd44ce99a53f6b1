internal import Sodium

/// What host and guest do alike once both know their link: exchange keys, accept each other, talk, lose each other and meet again, and part.
struct Conversation: Sendable {
  enum Phase: Sendable {
    /// Keys are exchanged, for the first time.
    case meeting(until: Duration)
    /// The players look at each other: whether this one has accepted, and the other one.
    case asking(mine: Bool, theirs: Bool, until: Duration)
    case talking
    /// The link is lost, and a new one is waited for; if this side is leaving, to say its last words.
    case suspended(LinkBreak, until: Duration, leaving: GoodbyeReason?)
    /// There is a new link, and the other side has not said yet how much it has received.
    case returning(LinkBreak, until: Duration, leaving: GoodbyeReason?)
    case leaving(GoodbyeReason, until: Duration)
    case over
  }

  /// How many links in a row may break by what is not authentic.
  static let patienceWithGarbage = 3

  /// The match.
  let session: SessionID

  /// The other player's name, as far as this side knows it.
  let name: PlayerName?

  let patience: Duration

  /// The key of the other side, once it is known.
  private(set) var opponent: PublicKey?

  /// The link, in all phases that have one.
  var link: SecureLink?

  /// The other side, by the link that stands or stood last.
  private(set) var peer: PeerID?

  var phase: Phase
  var outbox: Outbox
  var hasPlayed = false
  /// How many links in a row were cut for what came on them.
  var brokenLinks = 0
  private var joinedOnce = false
  /// Whether the owner knows that the other side is quiet.
  var isToldQuiet = false

  /// A conversation with somebody called `name` that begins on `link`, and waits for a lost link for `patience`.
  init(
    _ session: SessionID,
    with name: PlayerName,
    on link: SecureLink,
    patience: Duration,
    now: Duration
  ) {
    self.session = session
    self.name = name
    self.patience = patience
    self.link = link
    peer = link.peer
    outbox = Outbox()
    phase = .meeting(until: now + SessionTimes.handshake)
  }

  /// A conversation that another program has begun, from time zero on.
  init(_ past: SavedSession, patience: Duration) {
    session = past.session
    name = nil
    opponent = past.opponent
    self.patience = patience
    outbox = Outbox(past.journal)
    joinedOnce = true
    hasPlayed = past.journal.contains { $0.message.isPlayed }
    phase = .suspended(.lost(.disconnected), until: patience, leaving: nil)
  }

  /// The id of the link that stands.
  var linkID: LinkID? {
    link?.id
  }

  var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// Whether the owner waits for a new link, or for the other side to show up there.
  var isSuspended: Bool {
    switch phase {
    case .suspended, .returning: true
    case .meeting, .asking, .talking, .leaving, .over: false
    }
  }

  /// Whether both players have accepted each other.
  var hasJoined: Bool {
    switch phase {
    case .meeting, .asking: false
    case .talking, .suspended, .returning, .leaving: true
    case .over: joinedOnce
    }
  }

  /// Whether neither side has played, so that nothing is lost by beginning anew.
  var canBeginAnew: Bool {
    switch phase {
    case .talking, .suspended(_, _, leaving: nil), .returning(_, _, leaving: nil): !hasPlayed
    case .meeting, .asking, .suspended, .returning, .leaving, .over: false
    }
  }

  /// Whether the match goes on, on another link.
  var canReturn: Bool {
    switch phase {
    case .talking, .suspended, .returning, .leaving: true
    case .meeting, .asking, .over: false
    }
  }

  /// Whether nothing of the other side was ever received.
  var hasHeardNothing: Bool {
    outbox.received == 0
  }

  var deadline: Duration? {
    switch phase {
    case .talking: link?.deadline
    case .meeting(let until), .asking(_, _, let until), .leaving(_, let until),
      .returning(_, let until, _), .suspended(_, let until, _):
      min(until, link?.deadline ?? until)
    case .over: nil
    }
  }
}

// MARK: - Acceptance

extension Conversation {
  /// Tells the owner who is there, once the exchange of keys is finished.
  mutating func introduce(now: Duration) -> Step {
    guard case .meeting = phase, let link, let proof = link.proof, let introduction else {
      return Step()
    }
    opponent = proof.key
    phase = .asking(mine: false, theirs: false, until: now + SessionTimes.introduction)
    return .telling(.introduced(introduction))
  }

  /// Who is there.
  private var introduction: Introduction? {
    guard let link, let proof = link.proof, let name else {
      return nil
    }
    return Introduction(
      peer: link.peer,
      name: name,
      key: proof.key,
      code: proof.code,
      session: session
    )
  }

  /// The player takes the other for the right one.
  mutating func accept(now: Duration) -> Step {
    guard case .asking(mine: false, let theirs, let until) = phase else {
      return Step()
    }
    phase = .asking(mine: true, theirs: theirs, until: until)
    link?.submit(Envelope.confirm(received: 0).encoded)
    return send(now: now) + joinIfAccepted()
  }

  /// The player does not.
  mutating func decline(now: Duration) -> Step {
    guard case .asking = phase else {
      return Step()
    }
    return say(.goodbye(.notAccepted), now: now) + end(.closed(.notAccepted))
  }

  /// The other side's first sealed message.
  mutating func take(confirmed received: UInt32, now: Duration) -> Step {
    switch phase {
    case .asking(let mine, theirs: false, let until) where received == 0:
      phase = .asking(mine: mine, theirs: true, until: until)
      return joinIfAccepted()
    case .returning(_, let until, let leaving):
      return resume(after: received, until: until, leaving: leaving, now: now)
    case .leaving(let reason, _):
      return end(.closed(reason))
    case .asking, .talking:
      return violate(.unexpectedMessage, now: now)
    case .meeting, .suspended, .over:
      return Step()
    }
  }

  private mutating func joinIfAccepted() -> Step {
    guard case .asking(mine: true, theirs: true, _) = phase, let introduction else {
      return Step()
    }
    phase = .talking
    joinedOnce = true
    return .telling(.joined(introduction))
  }
}

// MARK: - A new link

extension Conversation {
  /// Goes on with a link that was proven to be the other side's: says how much was received, and takes what was heard besides.
  mutating func resume(
    on link: SecureLink,
    hearing heard: SecureLink.Heard,
    now: Duration
  ) -> Step {
    guard case .suspended(let why, let until, let leaving) = phase else {
      return Step()
    }
    self.link = link
    peer = link.peer
    phase = .returning(why, until: until, leaving: leaving)
    self.link?.submit(Envelope.confirm(received: outbox.received).encoded)
    return take(heard, now: now)
  }

  /// The other side has received so many messages: what it does not have is said again.
  private mutating func resume(
    after theirs: UInt32,
    until: Duration,
    leaving: GoodbyeReason?,
    now: Duration
  ) -> Step {
    guard outbox.possible.contains(theirs), let link else {
      return violate(
        .impossibleCount(claimed: theirs, known: outbox.possible),
        now: now
      )
    }
    outbox.forget(Int(theirs - outbox.acknowledged))
    for message in outbox.unacknowledged {
      self.link?.submit(message)
    }
    phase = leaving.map { .leaving($0, until: until) } ?? .talking
    return .telling(.resumed(link.peer))
  }

  /// The link is gone.
  mutating func linkDown(_ loss: LinkLoss, now: Duration) -> Step {
    link == nil ? Step() : lose(.lost(loss), now: now)
  }

  /// Lets go of a link that another one is to take the place of.
  mutating func dropLink(now: Duration) -> Step {
    linkDown(.disconnected, now: now)
  }

  /// The link is of no use any more; whoever finds that out without the transport cuts it.
  mutating func lose(_ why: LinkBreak, now: Duration) -> Step {
    let peer = link?.peer
    link = nil
    isToldQuiet = false
    switch phase {
    case .meeting, .asking:
      return end(why.end)
    case .talking where patience == .zero:
      return end(why.end)
    case .talking:
      phase = .suspended(why, until: now + patience, leaving: nil)
      return .telling(.suspended(peer, why))
    case .returning(let why, let until, let leaving):
      phase = .suspended(why, until: until, leaving: leaving)
      return Step()
    case .leaving(let reason, let until):
      // Who is leaving comes back only for what it said before its goodbye.
      guard patience > .zero, hasLastWords else {
        return end(.closed(reason))
      }
      phase = .suspended(why, until: until, leaving: reason)
      return .telling(.suspended(peer, why))
    case .suspended, .over:
      return Step()
    }
  }

  /// Cuts a link on which something came that the other side has not said.
  mutating func cut(_ error: ProtocolError, now: Duration) -> Step {
    guard let link else {
      return Step()
    }
    brokenLinks += 1
    let hangUp = Step.hangingUp(on: link.peer)
    guard brokenLinks < Self.patienceWithGarbage || !hasJoined else {
      self.link = nil
      return hangUp + end(.protocolViolation(error))
    }
    return hangUp + lose(.broken(error), now: now)
  }
}
