import MatchProtocol

/// The introduction of the other player, and its verification.
extension Table {
  mutating func meet(_ introduction: Introduction, now: Duration) {
    guard phase.isBeforeSeat else { return }
    if let challenge = introduction.challenge {
      return meetChallenger(introduction, challenge, now: now)
    }
    if let errand = rules.challenge { return challenge(introduction, errand, now: now) }
    offer = introduction.offer
    if let terms = offer?.terms, !isRight(terms) { return refuse(terms, now: now) }
    switch book.verdict(on: introduction.key, claiming: introduction.name) {
    case .known(let player) where role == .host && rules.asksForKnown:
      phase = .comparing(introduction)
      tell(.met(introduction, .asked(player)))
    case .known(let player):
      tell(.met(introduction, .known(player)))
      accept(introduction, isKnown: true, now: now)
    case .unknown:
      meetStranger(introduction, now: now)
    case .keyChanged(let player):
      tell(.met(introduction, .keyChanged(player)))
      declineCandidate(isKeyChanged: true, now: now)
    }
  }

  /// True if this program can do what a host offers.
  private func isRight(_ offer: MatchMessage.Start) -> Bool {
    rules.errand.map { offer == $0.terms } ?? offer.isKnown
  }

  /// Turns away from a host whose rules this program does not know.
  private mutating func refuse(_ offer: MatchMessage.Start, now: Duration) {
    phase = .leaving(.violation(.unknownTerms(offer)))
    converse(now: now) { $0.decline(now: $1) }
  }

  private mutating func meetStranger(_ introduction: Introduction, now: Duration) {
    if let host = rules.host {
      let isHost = host.names(introduction.key)
      tell(.met(introduction, isHost ? .vouched : .impostor))
      if isHost { return accept(introduction, isKnown: true, now: now) }
      return declineCandidate(isKeyChanged: false, now: now)
    }
    switch rules.unknown {
    case .ask:
      phase = .comparing(introduction)
      tell(.met(introduction, .new))
    case .accept:
      tell(.met(introduction, .accepted))
      accept(introduction, isKnown: false, now: now)
    case .refuse:
      tell(.met(introduction, .refused))
      declineCandidate(isKeyChanged: false, saying: .notInvited, now: now)
    }
  }

  /// The player here takes the other one for the right one.
  mutating func acceptCandidate(now: Duration) {
    guard case .comparing(let introduction) = phase else { return }
    agreed = introduction.challenge
    wakeAt = nil
    tell(.accepted)
    accept(introduction, isKnown: true, now: now)
  }

  mutating func accept(_ introduction: Introduction, isKnown: Bool, now: Duration) {
    phase = .accepted(introduction, isKnown: isKnown)
    if isKnown { book.expect(introduction.key, name: introduction.name, at: 0) }
    // From now on the other side may believe that the match has begun.
    record = .tentative(introduction.peer)
    keep(.begin(introduction, at: location))
    converse(now: now) { $0.accept(now: $1) }
  }

  /// A host waits for somebody else, a guest has nobody to play with.
  mutating func declineCandidate(
    isKeyChanged: Bool,
    saying reason: GoodbyeReason? = nil,
    now: Duration
  ) {
    guard phase.isBeforeSeat else { return }
    var goodbye = reason ?? .notAccepted
    if case .comparing(let introduction) = phase, introduction.challenge != nil {
      goodbye = reason ?? .challengeDeclined
      wakeAt = nil
    }
    agreed = nil
    switch role {
    case .host:
      phase = .open
      tell(.waiting)
    case .guest:
      phase = .leaving(.notAccepted(isKeyChanged: isKeyChanged))
    }
    converse(now: now) { $0.decline(goodbye, now: $1) }
  }

  /// Both players have accepted each other.
  mutating func join(_ introduction: Introduction, now: Duration) {
    guard phase.isBeforeSeat else { return }
    record = .kept
    matchID = introduction.session
    if case .accepted(_, isKnown: true) = phase {
      book.accept(introduction.key, name: introduction.name, at: 0)
      keep(.remember(introduction))
    }
    if role == .host { orders.isOpen = places > 0 }
    phase = .seated
    tell(.joined(introduction))
    decideFirst(now: now)
    openPipe(now: now)
  }

  /// Says the host's terms and begins by them.
  mutating func open(_ terms: MatchMessage.Start, now: Duration) {
    do {
      let match = try Match(terms, as: .host)
      say(.start(terms), now: now)
      begin(match)
    } catch {
      phase = .leaving(.violation(error))
      converse(now: now) { $0.close(.failed, now: $1) }
    }
  }

  /// Somebody without a seat was turned away: the one who was introduced, or, while the host waits,
  /// another.
  mutating func turnAway(_ peer: PeerID, _ why: StrangerRejection) {
    if record == .tentative(peer) {
      record = .none
      keep(.discard)
    }
    switch phase {
    case .comparing(let introduction) where introduction.peer == peer,
      .accepted(let introduction, _) where introduction.peer == peer:
      let isAnswered = if case .accepted = phase { true } else { false }
      phase = .open
      (agreed, wakeAt) = (nil, nil)
      let name = book.displayName(of: introduction)
      tell(.candidateLeft(name, CandidateLoss(why, isAnsweredHere: isAnswered)))
    case .open:
      if strangers.tellsWhileOpen(why) { tell(.turnedAway(why)) }
    case .seated, .playing:
      if why.isAboutMatch(of: role), strangers.tellsInMatch(why) { tell(.turnedAway(why)) }
    case .comparing, .accepted, .over, .leaving, .ended:
      break
    }
  }

  /// The other side does not know of the match, in which nobody has played, and will be introduced
  /// again.
  mutating func vacate() {
    // Whoever comes in its place knows nothing of what has come before.
    if pipe.isOpen { return end(pipe.isFinished ? .gameOver : .pipeBroken) }
    if record != .none { keep(.discard) }
    record = .none
    forgetMatch()
    guard phase.mayBeVacated else { return }
    isSuspended = false
    toss = Toss()
    phase = .open
    tell(.vacated)
  }

  /// Forgets what was agreed, signed, said and sent with the player on the other side.
  mutating func forgetMatch() {
    agreed = nil
    matchID = nil
    isUnderWay = false
    talk.forget()
    forgetFiles()
    if role == .host { orders.isOpen = true }
  }

  // MARK: Going on

  /// The other side has told again what was lost here, in its own order.
  mutating func remember(_ lost: [JournalEntry], after journal: [JournalEntry], now: Duration) {
    guard let found = Match.remembering(lost, after: journal, as: role) else {
      return converse(now: now) { $0.adopt(nil, now: $1) }
    }
    orders.keeps += found.changes
    tell(.remembered(found.entries.count))
    restore(journal + found.entries, found.entries, now: now)
  }

  mutating func restore(_ journal: [JournalEntry], _ recalled: [JournalEntry]? = nil, now: Duration)
  {
    isSuspended = true
    record = .kept
    isUnderWay = journal.contains { $0.message.isPlayersOwn }
    do {
      let restored = try Match.restored(from: journal, as: role)
      // A program that ended before the game began begins it when the other side is back.
      phase = restored.map { .playing($0.match) } ?? .seated
      if let restored { tell(.restored(restored.match)) } else { restoreToss(journal, now: now) }
      if let recalled { converse(now: now) { $0.adopt(recalled, now: $1) } }
      guard let restored else { return }
      for message in restored.unsaid { say(message, now: now) }
      let match = restored.match
      if match.outcome != nil { finish(match, then: .sayGoodbye, now: now) }
      if match.outcome == .begunAnew { return }
      orders.notices += match.openQuestion(isPlayerAsked: asksAgain)
      if let terms = match.rematchTerms, role == .host { open(terms, now: now) }
    } catch {
      end(.damagedJournal)
    }
  }
}

extension CandidateLoss {
  /// The meaning for a player, who has accepted the other one or not answered yet.
  fileprivate init(_ why: StrangerRejection, isAnsweredHere: Bool) {
    self =
      switch why {
      case .displaced: .displaced
      case .unanswered where !isAnsweredHere: .unanswered
      case _: .left
      }
  }
}

extension StrangerRejection {
  /// True if a player should know of it during a match: somebody else stands in for the other
  /// player, or the other player has lost the match or the key.
  fileprivate func isAboutMatch(of role: Role) -> Bool {
    switch self {
    case .impostor, .otherMatch, .hungUp, .brokenExchanges: true
    case .refused(.unknownMatch): role == .guest
    default: false
    }
  }
}
