import MatchProtocol

/// The events of the session.
extension Table {
  mutating func handle(_ event: SessionEvent, now: Duration) {
    switch event {
    case .introduced(let introduction): meet(introduction, now: now)
    case .joined(let introduction): join(introduction, now: now)
    case .vacated: vacate()
    case .message(let message, _): hear(message, now: now)
    case .words(let words, let number, _):
      carryOut(talk.hear(words, number: number, now: now), now: now)
    case .file(let event, _): hear(event, now: now)
    case .pipe(let event, _): hear(event, now: now)
    case .strangerRejected(let peer, let why): turnAway(peer, why)
    case .delayed(_, let duration): tell(.delayed(duration))
    case .crowded(_, let duration): tell(.crowded(duration))
    case .quiet(_, let duration): tellDuringGame(.quiet(duration))
    case .heardAgain: tellDuringGame(.heardAgain)
    case .suspended: suspend(now: now)
    case .resumed: resume(now: now)
    case .recalled(_, let count): tell(.recalled(count))
    case .watcherCame(let peer, let name):
      note(.init(peer: peer, name: name), isHere: true, now: now)
    case .watcherWent(let peer, let name):
      note(.init(peer: peer, name: name), isHere: false, now: now)
    case .watchers(let names, _):
      if role == .guest { orders.notices += watchers.hear(names, now: now) }
    case .remark(let words, let name, let peer):
      guard role == .guest || watchers.has(peer) else { return }
      orders.notices += talk.hear(.room(.remark(words, by: name)), now: now)
    case .watched(.remark(let words, let name)):
      orders.notices += talk.hear(.watch(.heard(words, by: name)), now: now)
    case .watched(let event): handle(event, now: now)
    case .remembered(let entries, let journal): remember(entries, after: journal, now: now)
    case .differs(let journal, _): showGames(of: journal, now: now)
    case .compared(let lines, _): compare(with: lines, now: now)
    case .keepsRecord: tell(.record(.declined))
    case .letter(let letter): note(letter, now: now)
    case .wentBack(let journal): goBack(to: journal, now: now)
    }
  }

  private mutating func note(_ letter: HeardLetter, now: Duration) {
    keep(.letter(letter))
    if phase.isTakingLeave, isEndHeard { sayGoodbye(now: now) }
  }

  private mutating func hear(_ message: MatchMessage, now: Duration) {
    let verdict = requests.note(message, now: now)
    guard verdict != .tooMany else { return leave(because: .tooManyRequests, now: now) }
    isUnderWay = isUnderWay || message.isPlayersOwn
    talk.hasUnseen = true
    let entry = JournalEntry(isMine: false, message)
    keep(.append(entry))
    let told = orders.notices.count
    deliver(message, now: now)
    guard verdict != .told, case .playing = phase else { return }
    orders.notices.removeSubrange(told...)
    if verdict == .muting { tell(.muted) }
  }

  // MARK: The link

  /// As long as the link is lost, nothing is in a hurry.
  private mutating func suspend(now: Duration) {
    timer.noteLoss()
    talk.noteLink(isLost: true, now: now)
    saveClock(now: now)
    isSuspended = true
    comparison = nil
    // Who has all of a pipe does not wait for another link.
    if pipe.isFinished, role == .host { return }
    wakeAt = nil
    if role == .host { orders.isOpen = true }
    switch phase {
    case .seated, .playing: tell(.suspended)
    case .over(let match, .undecided) where asksAgain || match.outcome == .begunAnew:
      tell(.suspended)
    case .over, .leaving: tell(.suspendedInLeaving)
    case .open, .comparing, .accepted, .ended: break
    }
  }

  private mutating func resume(now: Duration) {
    // A new link may take the place of one that has not been missed yet.
    if !isSuspended { timer.noteLoss() }
    isSuspended = false
    talk.noteLink(isLost: false, now: now)
    strangers.forgetMatch()
    record = .kept
    if role == .host { orders.isOpen = places > 0 }
    tellDuringGame(.resumed)
    switch phase {
    case .seated: decideFirst(now: now)
    case .over(_, .awaitingLink): sayGoodbye(now: now)
    case .over(let match, _) where match.outcome == .begunAnew: tell(.resumed)
    case .over where asksAgain: tell(.resumed)
    case .over where !asksAgain: wakeAt = now + Self.goodbyeTime
    case .open, .comparing, .accepted, .playing, .over, .leaving, .ended: break
    }
  }

  /// Reports a notice during a game; a player who has finished the game, or leaves, waits for
  /// nobody any longer.
  private mutating func tellDuringGame(_ notice: TableNotice) {
    switch phase {
    case .seated, .playing: tell(notice)
    case .open, .comparing, .accepted, .over, .leaving, .ended: break
    }
  }

  // MARK: Messages and the end

  private mutating func deliver(_ message: MatchMessage, now: Duration) {
    switch (phase, message) {
    case (.seated, .coin(let coin)): hear(coin, now: now)
    case (.seated, .start(let terms)): begin(by: terms, now: now)
    case (.playing(let match), _):
      deliver(message, in: match, now: now)
    case (.over(let match, _), .start(let terms)) where role == .guest:
      do {
        begin(try match.rematch(by: terms))
      } catch {
        leave(because: error, now: now)
      }
    case (.over(let match, _), _):
      deliverAfterEnd(message, in: match, now: now)
    case (.open, _), (.comparing, _), (.accepted, _), (.seated, _):
      leave(because: .unexpectedMessage, now: now)
    case (.leaving, _), (.ended, _):
      break
    }
  }

  /// Begins as the host says, if that is what it has offered.
  private mutating func begin(by terms: MatchMessage.Start, now: Duration) {
    guard fits(terms) else { return leave(because: .otherTerms, now: now) }
    do {
      begin(try Match(terms, as: .guest))
    } catch {
      leave(because: error, now: now)
    }
  }

  /// Ends with a session that is over.
  mutating func handle(_ sessionEnd: SessionEnd, now: Duration) {
    if isWatching { return endWatching(sessionEnd) }
    if sessionEnd.wayOn == .whenAsked { leaveRecord(by: sessionEnd.leaver(as: role)) }
    if let broken = pipeEnd(sessionEnd) { return end(broken) }
    switch phase {
    case .open:
      end(.session(sessionEnd, .open))
    case .comparing, .accepted:
      end(.session(sessionEnd, .introduced))
    case .seated:
      end(.session(sessionEnd, .seated))
    case .playing(let match) where match.isResigning:
      settle(match, then: .leave, now: now)
    case .playing(let match):
      // Who is sent away has no way on, and the reason that somebody left says itself how to go on.
      let isTold = [.peerLeft(.kicked), .peerLeft(.left)].contains(sessionEnd)
      tell(.unfinished(match, isTold ? .none : sessionEnd.wayOn))
      end(.session(sessionEnd, .seated))
    case .over(_, let farewell):
      if asksAgain, farewell == .undecided { tell(.gone) }
      end(.gameOver)
    case .leaving(let reason):
      end(reason)
    case .ended:
      break
    }
  }

  /// Keeps that the match is left, or nothing of one that had hardly begun.
  mutating func leaveRecord(by leaver: Role?) {
    if record != .none { keep(record == .kept && isUnderWay ? .leave(by: leaver) : .discard) }
    record = .none
  }
}

extension SessionEnd {
  /// Which side has left; nil if neither did so on purpose.
  fileprivate func leaver(as role: Role) -> Role? {
    switch self {
    case .closed: role
    case .peerLeft: role == .host ? .guest : .host
    default: nil
    }
  }

  /// The continuation of a match that ends so.
  ///
  /// What only failed to come about in time, such as a link, may come about later.
  fileprivate var wayOn: WayOn {
    switch self {
    case .closed, .peerLeft, .notAccepted, .refused, .protocolViolation, .outboxFull: .whenAsked
    case .linkLost, .silent, .handshakeTimeout, .hungUp: .byItself
    case .recordsDiffer: .none
    }
  }
}
