// MARK: - The other side

extension Conversation {
  /// Takes a packet of this link; where there is none, one of the link that was.
  mutating func receive(_ packet: [UInt8], packetSize: Int, now: Duration) -> Step {
    guard var link else {
      return Step()
    }
    let heard: SecureLink.Heard
    do {
      heard = try link.receive(packet, packetSize: packetSize, now: now)
    } catch {
      switch error {
      case .broken(let error): return cut(error, now: now)
      case .violated(let error): return violate(error, now: now)
      }
    }
    self.link = link
    defer {
      isToldQuiet = false
    }
    let news = isToldQuiet ? Step.telling(.heardAgain(link.peer)) : Step()
    return news + take(heard, now: now)
  }

  /// Acts on a packet, and lets the link send what is due by it.
  mutating func take(_ heard: SecureLink.Heard, now: Duration) -> Step {
    outbox.forget(heard.acknowledged)
    if case .leaving(let reason, let until) = phase, !hasLastWords {
      phase = .leaving(reason, until: min(until, now + SessionTimes.farewell))
    }
    var step = introduce(now: now)
    for envelope in heard.envelopes {
      brokenLinks = 0
      step += hear(envelope, now: now)
    }
    return step + send(now: now)
  }

  private mutating func hear(_ envelope: Envelope, now: Duration) -> Step {
    switch envelope {
    case .confirm(let received):
      return take(confirmed: received, now: now)
    case .match(let message):
      outbox.noteReceived()
      return hear(message, now: now)
    case .goodbye(let reason):
      outbox.noteReceived()
      return hearGoodbye(reason, now: now)
    case .hello, .welcome, .refuse, .resume, .resumed:
      return violate(.unexpectedMessage, now: now)
    }
  }

  private mutating func hear(_ message: MatchMessage, now: Duration) -> Step {
    switch phase {
    case .talking:
      hasPlayed = hasPlayed || message.isPlayed
      return tell(message)
    case .leaving:
      // It is acknowledged, so the owner must keep it.
      return tell(message)
    case .meeting, .asking, .returning:
      return violate(.unexpectedMessage, now: now)
    case .suspended, .over:
      return Step()
    }
  }

  private func tell(_ message: MatchMessage) -> Step {
    link.map { .telling(.message(message, from: $0.peer)) } ?? Step()
  }

  private mutating func hearGoodbye(_ reason: GoodbyeReason, now: Duration) -> Step {
    switch phase {
    case .talking:
      return say(.goodbye(.left), now: now) + end(.peerLeft(reason))
    case .asking:
      return end(.peerLeft(reason))
    case .leaving(let reason, _):
      return end(.closed(reason))
    case .meeting, .returning:
      return violate(.unexpectedMessage, now: now)
    case .suspended, .over:
      return Step()
    }
  }

  mutating func violate(_ error: ProtocolError, now: Duration) -> Step {
    switch phase {
    case .leaving(let reason, _):
      return end(.closed(reason))
    case .over, .suspended:
      return Step()
    case .meeting, .asking, .talking, .returning:
      // On the link and nowhere else: one who returns may not be told anything yet, but must be told this.
      if link?.proof != nil { link?.submit(Envelope.goodbye(.protocolViolation).encoded) }
      return send(now: now) + end(.protocolViolation(error))
    }
  }
}

// MARK: - This side

extension Conversation {
  /// Says `message` if this side is not leaving; while there is no link, later.
  mutating func submit(_ message: MatchMessage, now: Duration) -> Step {
    switch phase {
    case .talking, .suspended(_, _, leaving: nil), .returning(_, _, leaving: nil):
      guard outbox.hasRoom else {
        return say(.goodbye(.failed), now: now) + end(.outboxFull(limit: Outbox.capacity))
      }
      hasPlayed = hasPlayed || message.isPlayed
      return say(.match(message), now: now)
    case .meeting, .asking, .suspended, .returning, .leaving, .over:
      return Step()
    }
  }

  /// Whether the other side has not received all that was said before the goodbye.
  var hasLastWords: Bool {
    outbox.unacknowledged.count > 1
  }

  /// Says goodbye and waits for the answer; to one who cannot hear, nothing.
  mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    switch phase {
    case .talking:
      let hasWords = !outbox.unacknowledged.isEmpty
      let wait = hasWords ? max(patience, SessionTimes.farewell) : SessionTimes.farewell
      phase = .leaving(reason, until: now + wait)
      return say(.goodbye(reason), now: now)
    case .asking:
      return say(.goodbye(reason), now: now) + end(.closed(reason))
    case .meeting, .suspended, .returning:
      return end(.closed(reason))
    case .leaving, .over:
      return Step()
    }
  }

  mutating func say(_ envelope: Envelope, now: Duration) -> Step {
    let message = envelope.encoded
    outbox.append(message)
    switch phase {
    case .asking, .talking, .leaving:
      link?.submit(message)
    case .meeting, .suspended, .returning, .over:
      break
    }
    return send(now: now)
  }

  /// The packets that are to be sent by now.
  mutating func send(now: Duration) -> Step {
    .sending(link?.send(now: now) ?? [])
  }

  mutating func end(_ end: SessionEnd) -> Step {
    let hangUps = link.map { [$0.peer] } ?? []
    phase = .over
    link = nil
    return Step(hangUps: hangUps, end: end)
  }

  /// Does what is due.
  mutating func tick(now: Duration) -> Step {
    if case .meeting(let until) = phase, now >= until {
      return end(.handshakeTimeout)
    }
    if let link, let why = link.uselessness(now: now) {
      return .hangingUp(on: link.peer) + lose(why, now: now)
    }
    switch phase {
    case .talking:
      guard let peer = link?.peer, link?.growsQuiet(now: now) == true else {
        return send(now: now)
      }
      isToldQuiet = true
      return .telling(.quiet(peer, for: SessionTimes.quiet)) + send(now: now)
    case .meeting:
      return stayQuiet(now: now)
    case .asking(_, _, let until):
      guard now >= until else {
        return stayQuiet(now: now)
      }
      return say(.goodbye(.notAccepted), now: now)
        + end(.notAccepted(after: SessionTimes.introduction))
    case .leaving(let reason, let until):
      return now >= until ? end(.closed(reason)) : stayQuiet(now: now)
    case .suspended(let why, let until, let leaving), .returning(let why, let until, let leaving):
      return now >= until ? end(leaving.map { .closed($0) } ?? why.end) : stayQuiet(now: now)
    case .over:
      return Step()
    }
  }

  /// Sends what is due; the owner need not know yet that the other side is not heard.
  private mutating func stayQuiet(now: Duration) -> Step {
    _ = link?.growsQuiet(now: now)
    return send(now: now)
  }
}

extension MatchMessage {
  /// Whether a game that has this message is worth something: it is more than its terms.
  var isPlayed: Bool {
    switch self {
    case .start: false
    case .move, .resign, .ask, .answer, .pause, .flag, .differ: true
    }
  }
}
