public import MatchProtocol

// MARK: - Inputs

extension Table {
  /// The first thing to do: a match that was kept goes on, and those without a session begin.
  ///
  /// - Parameters:
  ///   - journal: All that was said and heard in a match that goes on; nil for a new one.
  ///   - now: The time since the program began.
  /// - Returns: What to do.
  public mutating func begin(
    resuming journal: [JournalEntry]? = nil,
    now: Duration
  ) -> TableOrders {
    if !hasSession, case .playing(let match) = phase { tell(.began(match)) }
    isForItsPlayer = journal != nil
    if let journal { restore(journal, now: now) }
    // Nobody knows for how long this program was away.
    if journal != nil { talk.hearing.excuse(SessionTimes.seat) }
    restoreClock()
    return handOver(now: now)
  }

  /// Takes what the transport reports.
  public mutating func receive(_ event: LinkEvent, now: Duration) -> TableOrders {
    flagIfDue(now: now)
    converse(now: now) { $0.receive(event, now: $1) }
    return handOver(now: now)
  }

  /// Notes that the player had help in the game that is being played.
  public mutating func note(_ assistance: Assistance, now: Duration) -> TableOrders {
    if case .playing(var match) = phase {
      match.assistance.formUnion(assistance)
      phase = .playing(match)
    }
    return handOver(now: now)
  }

  /// Does what the player here wants, or tells why not.
  public mutating func perform(_ action: PlayerAction, now: Duration) -> TableOrders {
    flagIfDue(now: now)
    if isWatching {
      performAsWatcher(action, now: now)
      return handOver(now: now)
    }
    switch action {
    case .accept: acceptCandidate(now: now)
    case .decline: declineCandidate(isKeyChanged: false, now: now)
    case .begin(let first): choose(first, now: now)
    case .open(let isOpen): setDoor(isOpen)
    case .kick(let number): kick(number, now: now)
    case .listGuests: listGuests()
    case .quit: quit(now: now)
    case .stepAway: stepAway(now: now)
    case .leave(let reason): leave(saying: reason, now: now)
    case .talk(let action): talk(action, now: now)
    case .file(let wish): self.wish(wish, now: now)
    case .pipe(let action): pipe(action, now: now)
    case .play, .resign, .draw, .claim, .takeBack, .answer, .pause, .again, .startOver:
      if comparison == nil { act(action, now: now) } else { decide(action, now: now) }
    }
    return handOver(now: now)
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> TableOrders {
    flagIfDue(now: now)
    if let deadline = watchers.deadline, deadline <= now {
      orders.notices += watchers.tick(now: now)
    }
    if let deadline = session?.deadline, deadline <= now {
      converse(now: now) { $0.tick(now: $1) }
    }
    if let leaveAt, leaveAt <= now {
      end(.gameOver)
    } else if let wakeAt, wakeAt <= now {
      self.wakeAt = nil
      switch phase {
      case .over: sayGoodbye(now: now)
      case .leaving(let reason): end(reason)
      case .comparing: expireChallenge(now: now)
      case .open, .accepted, .seated, .playing, .ended: break
      }
    }
    return handOver(now: now)
  }
}

// MARK: - Outputs

extension Table {
  mutating func handOver(now: Duration) -> TableOrders {
    defer { orders = TableOrders() }
    if !hasSession { orders.keeps += localGame.change(to: phase.match) }
    updateClock(now: now)
    noteTurn(now: now)
    updatePresence()
    return orders
  }

  mutating func tell(_ notice: TableNotice) {
    orders.notices.append(notice)
  }

  mutating func keep(_ change: JournalChange) {
    orders.keeps.append(change)
  }

  /// Gives the session an input, and handles what it leads to.
  mutating func converse(now: Duration, _ input: (inout Session, Duration) -> Step) {
    // Taken out, so that what it holds is changed in its place.
    guard var session = session.take() else { return }
    let step = input(&session, now)
    talk.note(session.receipts, now: now)
    self.session = session
    orders.packets += step.outgoing
    orders.hangUps += step.hangUps
    for event in step.events { handle(event, now: now) }
    if let end = step.end { handle(end, now: now) }
  }

  /// Says `message` to the other side, now or when the link is back.
  mutating func say(_ message: MatchMessage, now: Duration) {
    guard hasSession else { return }
    isUnderWay = isUnderWay || message.isPlayersOwn
    keep(.append(JournalEntry(isMine: true, message)))
    converse(now: now) { $0.submit(message, now: $1) }
    if case .move = message {
      let number = talk.receipts.match.said - 1
      talk.move = TableTalk.Line(words: nil, number: number, saidAt: now)
    }
    if isSuspended, message.isPlayersOwn { tell(.postponed) }
  }

  mutating func end(_ end: TableEnd) {
    phase = .ended
    (wakeAt, leaveAt) = (nil, nil)
    orders.end = end
  }
}

extension MatchMessage {
  /// True if a player wanted it, and not the board by itself.
  var isPlayersOwn: Bool {
    switch self {
    case .start, .coin, .differ: false
    case .answer(let answer): answer.subject != .rematch
    case .move, .resign, .ask, .pause, .flag: true
    }
  }
}
