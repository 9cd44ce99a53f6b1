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
