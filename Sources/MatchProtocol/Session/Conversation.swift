/// What host and guest do alike once both know their link: talk, and part.
struct Conversation: Sendable {
  private enum Phase {
    case talking
    case leaving(GoodbyeReason, until: Duration)
    /// The other side's program was started anew, was refused, and has a moment to read that.
    case dismissing(until: Duration)
    case over
  }

  private var link: Link
  private var phase = Phase.talking
  private var hasPlayed = false

  init(link: Link) {
    self.link = link
  }

  var peer: PeerID {
    link.peer
  }

  var linkID: LinkID {
    link.id
  }

  var isOver: Bool {
    if case .over = phase {
      true
    } else {
      false
    }
  }

  /// Whether neither side has played, so that nothing is lost by beginning anew.
  var canBeginAnew: Bool {
    isTalking && !hasPlayed
  }

  private var isTalking: Bool {
    if case .talking = phase {
      true
    } else {
      false
    }
  }

  var deadline: Duration? {
    switch phase {
    case .talking: link.deadline
    case .leaving(_, let until), .dismissing(let until): until
    case .over: nil
    }
  }

  /// Takes a packet of this link.
  mutating func receive(_ packet: [UInt8], packetSize: Int, now: Duration) -> [SessionAction] {
    if isOver {
      return []
    }
    let wasQuiet = isTalking && link.isQuiet
    do {
      let envelopes = try link.receive(packet, packetSize: packetSize, now: now)
      var actions: [SessionAction] = wasQuiet ? [.event(.heardAgain)] : []
      for envelope in envelopes {
        actions += hear(envelope, now: now)
      }
      return actions
    } catch {
      return violate(error, now: now)
    }
  }

  /// Says `message` if this side is not leaving.
  mutating func submit(_ message: Message, now: Duration) -> [SessionAction] {
    switch phase {
    case .talking:
      hasPlayed = hasPlayed || message.isPlayed
      return link.say(.match(message), now: now)
    case .leaving, .dismissing, .over:
      return []
    }
  }

  /// Says goodbye and waits for the answer.
  mutating func close(_ reason: GoodbyeReason, now: Duration) -> [SessionAction] {
    switch phase {
    case .talking:
      phase = .leaving(reason, until: now + SessionTimes.farewell)
      return link.say(.goodbye(reason), now: now)
    case .dismissing:
      return end(.closed(reason))
    case .leaving, .over:
      return []
    }
  }

  /// The link is gone.
  mutating func linkDown(_ loss: LinkLoss) -> [SessionAction] {
    defer {
      phase = .over
    }
    switch phase {
    case .talking: return [.event(.ended(.linkLost(loss)))]
    case .leaving(let reason, _): return [.event(.ended(.closed(reason)))]
    case .dismissing: return [.event(.ended(.peerRestarted))]
    case .over: return []
    }
  }

  /// The other side's program was started anew, knows nothing of this conversation, and was told that it cannot have another.
  mutating func peerRestarted(now: Duration) {
    switch phase {
    case .talking: phase = .dismissing(until: now + SessionTimes.farewell)
    case .leaving, .dismissing, .over: break
    }
  }

  /// Does what is due.
  mutating func tick(now: Duration) -> [SessionAction] {
    switch phase {
    case .talking:
      switch link.due(now: now) {
      case .nothing: []
      case .keepAlive: [link.keepAlive(now: now)]
      case .quiet: growQuiet(now: now)
      case .silent: end(.silent(after: SessionTimes.silence))
      case .lost(let sequence): violate(.lostPacket(sequence: sequence), now: now)
      }
    case .leaving(let reason, let until):
      now >= until ? end(.closed(reason)) : []
    case .dismissing(let until):
      now >= until ? end(.peerRestarted) : []
    case .over:
      []
    }
  }

  /// Tells that the other side is quiet, and does what else is due.
  private mutating func growQuiet(now: Duration) -> [SessionAction] {
    link.noteQuiet()
    return [.event(.quiet(for: SessionTimes.quiet))] + tick(now: now)
  }

  private mutating func hear(_ envelope: Envelope, now: Duration) -> [SessionAction] {
    switch (phase, envelope) {
    case (.over, _), (.dismissing, _), (.leaving, .match):
      return []
    case (.leaving(let reason, _), _):
      return end(.closed(reason))
    case (.talking, .match(let message)):
      hasPlayed = hasPlayed || message.isPlayed
      return [.event(.message(message))]
    case (.talking, .goodbye(let reason)):
      return link.say(.goodbye(.left), now: now) + end(.peerLeft(reason))
    case (.talking, .hello), (.talking, .welcome), (.talking, .refuse):
      return violate(.unexpectedMessage, now: now)
    }
  }

  private mutating func violate(_ error: ProtocolError, now: Duration) -> [SessionAction] {
    switch phase {
    case .talking:
      link.say(.goodbye(.protocolViolation), now: now) + end(.protocolViolation(error))
    case .leaving(let reason, _):
      end(.closed(reason))
    case .dismissing, .over:
      []
    }
  }

  private mutating func end(_ end: SessionEnd) -> [SessionAction] {
    phase = .over
    return [.disconnect(peer), .event(.ended(end))]
  }
}

extension Message {
  /// Whether a game that has this message is worth something: it is more than its terms.
  fileprivate var isPlayed: Bool {
    switch self {
    case .start: false
    case .move, .resign: true
    }
  }
}
