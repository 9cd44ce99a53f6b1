// MARK: - Waiting for one's turn

extension GuestSession {
  /// A guest that says Hello is refused.
  mutating func handleFirstRefusal(
    _ reason: RefusalReason,
    of greeting: Greeting,
    _ retryUntil: Duration?,
    now: Duration
  ) -> Step {
    switch reason {
    case .later(let seconds):
      return wait(seconds, after: greeting, retryUntil, now: now)
    case .roomFull where former == nil, .protocolVersion where former == nil,
      .closed where former == nil, .seatKept where former == nil, .tooManyTries where former == nil:
      return end(.refused(reason))
    case .roomFull, .protocolVersion, .unknownMatch, .closed, .seatKept, .tooManyTries, .notInvited,
      .watchersFull, .notShown:
      return giveUp(.refused(reason), .refused(reason))
    }
  }

  /// A packet of link 0 while keys are exchanged for the first time: the host may turn to somebody
  /// else.
  mutating func receiveRefusal(_ packet: ReceivedPacket, now: Duration) -> Step {
    guard case .conversing(let conversation, let retryUntil) = phase, var greeting = answered,
      let link = conversation.link
    else {
      return Step()
    }
    let answer = try? greeting.receive(packet)
    answered = greeting
    guard case .refusal(let reason)? = answer?.0 else { return Step() }
    switch reason {
    case .later(let seconds):
      return wait(seconds, after: newGreeting(to: link.peer, now: now), retryUntil, now: now)
    case .roomFull where former == nil, .seatKept where former == nil,
      .notInvited where former == nil:
      return .hangingUp(on: link.peer) + end(.refused(reason))
    case .roomFull, .protocolVersion, .unknownMatch, .closed, .seatKept, .tooManyTries, .notInvited,
      .watchersFull, .notShown:
      return Step()
    }
  }

  /// Counts an exchange in which this guest has sent its last message, unless that ended well.
  mutating func noteExchange(after wasExchanging: Bool, now: Duration) {
    if !wasExchanging, phase.isExchanging { exchanges.begin(now: now) }
    if wasExchanging, phase.hasProof { exchanges.succeed() }
  }

  /// The link is gone before the host has answered: at first looks for another one, for a while.
  mutating func loseGreeting(
    _ host: PeerID,
    retryUntil: Duration?,
    _ loss: LinkLoss,
    _ now: Duration
  ) -> Step {
    guard retryUntil == nil, loss == .disconnected, crowdPatience > .zero else {
      return fallBack(.linkLost(loss))
    }
    let (until, isFirst) = crowd.begin(crowdPatience, now: now)
    guard now < until else { return end(.hungUp(for: crowdPatience)) }
    phase = .unlinked(until: until)
    return isFirst ? .telling(.crowded(host, for: crowdPatience)) : Step()
  }

  /// Says `greeting` after a while, and again and again, as long as the host answers that others
  /// come first, and not too long.
  private mutating func wait(
    _ seconds: Int,
    after greeting: Greeting,
    _ retryUntil: Duration?,
    now: Duration
  ) -> Step {
    let turnUntil = turnUntil ?? now + SessionTimes.turn
    self.turnUntil = turnUntil
    guard now < turnUntil else {
      return end(.refused(.later(seconds: seconds)))
    }
    var greeting = greeting
    greeting.until = now + SessionTimes.handshake
    greeting.repeatAt = now + SessionTimes.turnRepeat
    phase = .greeting(greeting, retryUntil: retryUntil ?? turnUntil)
    guard now >= delayToldUntil else { return Step() }
    let delay = Duration.seconds(seconds)
    delayToldUntil = now + delay
    return .telling(.delayed(greeting.peer, for: delay))
  }
}

extension GuestSession.Phase {
  /// True if this guest has sent its last message of an exchange, and the host has not shown who it
  /// is.
  var isExchanging: Bool {
    switch self {
    case .returning(_, _, let link): link?.isAnswered == true
    case .conversing(let conversation, _) where conversation.state == .meeting:
      conversation.link?.isAnswered == true
    case .unlinked, .greeting, .conversing, .over: false
    }
  }

  /// True if the host has shown on the link that stands who it is.
  var hasProof: Bool {
    if case .conversing(let conversation, _) = self {
      conversation.link?.proof != nil
    } else {
      false
    }
  }
}
