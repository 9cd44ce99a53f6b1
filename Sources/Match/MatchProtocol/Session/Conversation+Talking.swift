// MARK: - The other side

extension Conversation {
  /// Receives a packet of the link that stands.
  mutating func receive(_ packet: [UInt8], packetSize: Int, now: Duration) -> Step {
    let received: SecureLink.Received?
    do {
      received = try phase.changeLink { link throws(SecureLink.Failure) in
        try link.receive(packet, packetSize: packetSize, now: now)
      }
    } catch {
      switch error {
      case .broken(let error): return cut(error, now: now)
      case .violated(let error): return violate(error, now: now)
      }
    }
    guard let received else { return Step() }
    let step = noteHeard()
    return step + handle(received, now: now)
  }

  /// Handles what a packet brought, and lets the link send what is due by it.
  mutating func handle(_ received: SecureLink.Received, now: Duration) -> Step {
    outbox.acknowledge(received.acknowledged.count { $0 == outbox.channel })
    talk.acknowledge(received.acknowledged.count { $0 == .words })
    pipe.acknowledge(received.acknowledged.count { $0 == .files })
    if case .leaving(let link, let reason, let until) = phase, !hasLastWords {
      phase = .leaving(link, reason, until: min(until, now + SessionTimes.farewell))
    }
    var step = introduce(now: now)
    for envelope in received.envelopes {
      step += handle(envelope, now: now)
    }
    return step + send(now: now)
  }

  mutating func handle(_ envelope: Envelope, now: Duration) -> Step {
    if recollection?.isWhole == true {
      // The owner is about to say how it fits.
      recollection?.later.append(envelope)
      return Step()
    }
    if comparison != nil { return handleComparing(envelope, now: now) }
    switch envelope {
    case .gameLine(let line):
      return handle(line, now: now)
    case .confirm(let received, let session, let history, let state):
      return handleConfirm(received, session, history, state, now: now)
    case .recall(let recall):
      return handle(recall, now: now)
    case .match(let message):
      return receive(message, in: envelope, now: now)
    case .goodbye(let reason):
      if !reason.isOfLink { outbox.noteReceived(envelope) }
      return handleGoodbye(reason, now: now)
    case .say, .seen, .file, .pipe:
      return hearTalk(envelope, now: now)
    case .challenge(let challenge):
      return hear(challenge, now: now)
    case .watchers(let watchers):
      return hear(watchers, now: now)
    case .remark(let remark):
      return hear(remark, now: now)
    case .hello, .welcome, .refuse, .resume, .resumed, .watching, .want, .shown, .room,
      .goBack:
      return violate(.unexpectedMessage, now: now)
    }
  }

  /// Takes `message` for one that is told again, or for a new one.
  private mutating func receive(
    _ message: MatchMessage,
    in envelope: Envelope,
    now: Duration
  ) -> Step {
    guard recollection == nil else { return remember(message, now: now) }
    outbox.noteReceived(envelope)
    return deliver(message, now: now)
  }

  /// Delivers `message` to the owner; who is leaving gets it too, as it is acknowledged.
  private mutating func deliver(_ message: MatchMessage, now: Duration) -> Step {
    switch phase {
    case .talking, .leaving:
      hasPlayed = hasPlayed || message.isPlayed
      return peer.map { .telling(.message(message, from: $0)) } ?? Step()
    case .meeting, .asking, .confirming:
      return violate(.unexpectedMessage, now: now)
    case .suspended, .over:
      return Step()
    }
  }

  private mutating func handleGoodbye(_ reason: GoodbyeReason, now: Duration) -> Step {
    switch phase {
    case .talking where reason == .recordsDiffer, .confirming where reason == .recordsDiffer:
      return end(.recordsDiffer)
    case .talking where reason == .takenOver:
      // The match goes on without this program, which has no part in it any more.
      return end(.peerLeft(reason))
    case .talking:
      return say(.goodbye(.left), now: now) + end(.peerLeft(reason))
    case .asking:
      return end(.peerLeft(reason))
    case .leaving(_, let reason, _):
      return end(.closed(reason))
    case .confirming where reason == .unknownMatch:
      return noteUnknown()
    case .meeting, .confirming:
      return violate(.unexpectedMessage, now: now)
    case .suspended, .over:
      return Step()
    }
  }

  /// Ends the conversation for what the other side has said against the rules, and tells it.
  mutating func violate(_ error: ProtocolError, now: Duration) -> Step {
    switch phase {
    case .leaving(_, let reason, _):
      return end(.closed(reason))
    case .over, .suspended:
      return Step()
    case .meeting, .asking, .talking, .confirming:
      // Past the outbox: who is confirming may not be told anything yet, but must be told this.
      let goodbye = Envelope.goodbye(.protocolViolation).encoded
      phase.changeLink { if $0.proof != nil { $0.submit(goodbye, on: .match) } }
      return send(now: now) + end(.protocolViolation(error))
    }
  }

  /// Tells that the other side is heard again, if the owner was told that it was quiet.
  private mutating func noteHeard() -> Step {
    guard case .talking(let link, isToldQuiet: true) = phase else {
      return Step()
    }
    phase = .talking(link, isToldQuiet: false)
    return .telling(.heardAgain(link.peer))
  }
}

// MARK: - This side

extension Conversation {
  /// Says `message` if this side is not leaving; while there is no link, later.
  mutating func submit(_ message: MatchMessage, now: Duration) -> Step {
    guard canSpeak else {
      return Step()
    }
    guard outbox.hasRoom else {
      return say(.goodbye(.failed), now: now) + end(.outboxFull(limit: outbox.channel.capacity))
    }
    hasPlayed = hasPlayed || message.isPlayed
    return say(.match(message), now: now)
  }

  /// Says goodbye and waits for the answer; who cannot hear it is told nothing.
  mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    switch phase {
    case .talking(let link, _):
      phase = .leaving(link, reason, until: now + patience(toLeaveFor: reason))
      return say(.goodbye(reason), now: now)
    case .asking:
      return say(.goodbye(reason), now: now) + end(.closed(reason))
    case .confirming where comparison?.isSettled == false:
      phase.changeLink { $0.submit(.goodbye(.recordsDiffer)) }
      return send(now: now) + end(.closed(reason))
    case .meeting, .suspended, .confirming:
      return end(.closed(reason))
    case .leaving, .over:
      return Step()
    }
  }

  /// Ends the conversation with a goodbye, if there is a link, and does not wait for the answer.
  mutating func dismiss(_ reason: GoodbyeReason, now: Duration) -> Step {
    switch phase {
    case .asking, .talking, .leaving: say(.goodbye(reason), now: now) + end(.closed(reason))
    case .meeting, .suspended, .confirming, .over: end(.closed(reason))
    }
  }

  /// The maximum time that this side waits after it has said goodbye.
  private func patience(toLeaveFor reason: GoodbyeReason) -> Duration {
    let hasWords =
      !outbox.unacknowledged.isEmpty || !talk.unacknowledged.isEmpty || pipe.hasLastWords
    guard hasWords else { return SessionTimes.farewell }
    guard reason != .gameOver || outbox.hasUnheardPlay else { return SessionTimes.lastWords }
    return max(patience, SessionTimes.farewell)
  }

  /// Keeps `envelope` until it is acknowledged, and says it if there is a link on which both talk.
  mutating func say(_ envelope: Envelope, now: Duration) -> Step {
    let message = envelope.encoded
    outbox.append(message)
    switch phase {
    case .asking, .talking, .leaving:
      let channel = outbox.channel
      phase.changeLink { link in
        if case .goodbye = envelope {
          // After what was said before, on every channel.
          link.submitLast(message, on: channel)
        } else {
          link.submit(message, on: channel)
        }
      }
    case .meeting, .suspended, .confirming, .over:
      break
    }
    return send(now: now)
  }

  /// Sends what is due by now.
  mutating func send(now: Duration) -> Step {
    guard var packets = phase.changeLink({ $0.send(now: now) }) else { return Step() }
    while cutPieces() { packets += phase.changeLink { $0.send(now: now) } ?? [] }
    let reader = phase.onLink { $0.hasLongPackets ? $0.peer : nil } ?? nil
    return .sending(packets, to: reader) + askForParts() + askForBytes()
  }

  // MARK: Time

  /// Does what is due.
  mutating func tick(now: Duration) -> Step {
    if case .meeting(_, _, let until) = phase, now >= until {
      return end(.handshakeTimeout)
    }
    if let link, let why = link.uselessness(now: now) {
      return .hangingUp(on: link.peer) + lose(why, now: now)
    }
    if let until = comparison?.settledUntil, now >= until, let step = hangUpAfterGoingBack() {
      return step
    }
    if let step = expire(now: now) {
      return step
    }
    return noteQuiet(now: now) + send(now: now)
  }

  /// Ends a phase whose time is up.
  private mutating func expire(now: Duration) -> Step? {
    switch phase {
    case .asking(_, let question) where now >= question.until:
      say(.goodbye(.notAccepted), now: now) + end(.notAccepted(after: SessionTimes.introduction))
    case .leaving(_, let reason, let until) where now >= until:
      end(.closed(reason))
    case .suspended(let absence) where now >= absence.until:
      end(absence.end)
    case .confirming(_, let absence) where now >= absence.until:
      end(absence.end)
    case .meeting, .asking, .talking, .suspended, .confirming, .leaving, .over:
      nil
    }
  }

  /// Tells that nothing was heard for a while; only who talks needs to know.
  private mutating func noteQuiet(now: Duration) -> Step {
    guard phase.changeLink({ $0.growsQuiet(now: now) }) == true,
      case .talking(let link, _) = phase
    else { return Step() }
    phase = .talking(link, isToldQuiet: true)
    return .telling(.quiet(link.peer, for: SessionTimes.quiet))
  }
}

extension Conversation.Absence {
  /// The end of the session if nobody comes back in time.
  fileprivate var end: SessionEnd {
    farewell.map { .closed($0) } ?? why.end
  }
}

extension MatchMessage {
  /// True if a game that has this message is worth something: it is more than its terms.
  var isPlayed: Bool {
    switch self {
    case .start, .coin: false
    case .move, .resign, .ask, .answer, .pause, .flag, .differ: true
    }
  }

  /// True if the course or the result of a game depends on it.
  var decidesGame: Bool {
    switch self {
    case .answer(let answer): answer.subject != .rematch
    // Two offers of a draw that cross are an agreement.
    case .ask(let ask): ask.request == .draw
    case .move, .resign, .flag, .differ: true
    case .start, .coin, .pause: false
    }
  }
}
