/// What host and guest do alike once both know their match: talk, lose each other and meet again, and part.
struct Conversation: Sendable {
  private enum Phase {
    case talking(Link)
    /// The link is lost, and a new one is waited for; if this side is leaving, to say its last words.
    case suspended(LinkBreak, until: Duration, leaving: GoodbyeReason?)
    case leaving(Link, GoodbyeReason, until: Duration)
    /// The other side's program was started anew, was refused, and has a moment to read that.
    case dismissing(until: Duration)
    case over
  }

  /// The match.
  private(set) var session: SessionID

  /// The other side, by the link that stands or stood last.
  private(set) var peer: PeerID

  /// The id of that link.
  private(set) var linkID: LinkID

  /// Whether anything was ever heard on a link of this match: the other side knows it too, then.
  private(set) var isConfirmed = false

  private let patience: Duration
  private var outbox = Outbox()
  private var phase: Phase
  private var hasPlayed = false

  /// A conversation that begins on `link`, and waits for a lost link for `patience`.
  init(_ session: SessionID, on link: Link, patience: Duration) {
    self.session = session
    self.patience = patience
    peer = link.peer
    linkID = link.id
    phase = .talking(link)
  }

  var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  var isSuspended: Bool {
    if case .suspended = phase { true } else { false }
  }

  /// How many messages of the other side were received.
  var received: UInt32 {
    outbox.received
  }

  /// Whether neither side has played, so that nothing is lost by beginning anew.
  var canBeginAnew: Bool {
    switch phase {
    case .talking, .suspended(_, _, leaving: nil): !hasPlayed
    case .suspended, .leaving, .dismissing, .over: false
    }
  }

  var deadline: Duration? {
    switch phase {
    case .talking(let link): link.deadline
    case .leaving(let link, _, let until): min(link.deadline, until)
    case .suspended(_, let until, _), .dismissing(let until): until
    case .over: nil
    }
  }
}

// MARK: - The other side

extension Conversation {
  /// Takes a packet of this link; where there is none, one of the link that was.
  mutating func receive(_ packet: [UInt8], packetSize: Int, now: Duration) -> [SessionAction] {
    switch phase {
    case .talking(var link):
      let wasQuiet = link.isQuiet
      do {
        let heard = try link.receive(packet, packetSize: packetSize, now: now)
        phase = .talking(link)
        return (wasQuiet ? [.event(.heardAgain)] : []) + take(heard, now: now)
      } catch {
        return violate(error, now: now)
      }
    case .leaving(var link, let reason, let until):
      do {
        let heard = try link.receive(packet, packetSize: packetSize, now: now)
        phase = .leaving(link, reason, until: until)
        return take(heard, now: now)
      } catch {
        return violate(error, now: now)
      }
    case .suspended, .dismissing, .over:
      return []
    }
  }

  /// Acts on a packet, and lets the link send what is due by it.
  private mutating func take(_ heard: Link.Heard, now: Duration) -> [SessionAction] {
    isConfirmed = true
    outbox.forget(heard.acknowledged)
    if case .leaving(let link, let reason, let until) = phase, !hasLastWords {
      phase = .leaving(link, reason, until: min(until, now + SessionTimes.farewell))
    }
    var actions: [SessionAction] = []
    for envelope in heard.envelopes {
      outbox.noteReceived()
      actions += hear(envelope, now: now)
    }
    return actions + send(now: now)
  }

  private mutating func hear(_ envelope: Envelope, now: Duration) -> [SessionAction] {
    switch (phase, envelope) {
    case (.over, _), (.dismissing, _), (.suspended, _), (.leaving, .match):
      return []
    case (.leaving(_, let reason, _), _):
      return end(.closed(reason))
    case (.talking, .match(let message)):
      hasPlayed = hasPlayed || message.isPlayed
      return [.event(.message(message))]
    case (.talking, .goodbye(let reason)):
      return say(.goodbye(.left), now: now) + end(.peerLeft(reason))
    case (.talking, .hello), (.talking, .welcome), (.talking, .refuse), (.talking, .resume),
      (.talking, .resumed):
      return violate(.unexpectedMessage, now: now)
    }
  }

  private mutating func violate(_ error: ProtocolError, now: Duration) -> [SessionAction] {
    switch phase {
    case .talking:
      say(.goodbye(.protocolViolation), now: now) + end(.protocolViolation(error))
    case .leaving(_, let reason, _):
      end(.closed(reason))
    case .suspended, .dismissing, .over:
      []
    }
  }

  /// The other side's program was started anew, knows nothing of this conversation, and was told that it cannot have another.
  mutating func peerRestarted(now: Duration) {
    switch phase {
    case .talking, .suspended: phase = .dismissing(until: now + SessionTimes.farewell)
    case .leaving, .dismissing, .over: break
    }
  }
}

// MARK: - This side

extension Conversation {
  /// Says `message` if this side is not leaving; while there is no link, later.
  mutating func submit(_ message: Message, now: Duration) -> [SessionAction] {
    switch phase {
    case .talking, .suspended(_, _, leaving: nil):
      guard outbox.hasRoom else {
        return say(.goodbye(.failed), now: now) + end(.outboxFull(limit: Outbox.capacity))
      }
      hasPlayed = hasPlayed || message.isPlayed
      return say(.match(message), now: now)
    case .suspended, .leaving, .dismissing, .over:
      return []
    }
  }

  /// Whether the other side has not received all that was said before the goodbye.
  private var hasLastWords: Bool {
    outbox.unacknowledged.count > 1
  }

  /// Says goodbye and waits for the answer; to one who cannot hear, nothing.
  mutating func close(_ reason: GoodbyeReason, now: Duration) -> [SessionAction] {
    switch phase {
    case .talking(let link):
      let hasWords = !outbox.unacknowledged.isEmpty
      let wait = hasWords ? max(patience, SessionTimes.farewell) : SessionTimes.farewell
      phase = .leaving(link, reason, until: now + wait)
      return say(.goodbye(reason), now: now)
    case .suspended:
      phase = .over
      return [.event(.ended(.closed(reason)))]
    case .dismissing:
      return end(.closed(reason))
    case .leaving, .over:
      return []
    }
  }

  private mutating func say(_ envelope: Envelope, now: Duration) -> [SessionAction] {
    let message = envelope.encoded
    outbox.append(message)
    switch phase {
    case .talking(var link):
      link.submit(message)
      phase = .talking(link)
    case .leaving(var link, let reason, let until):
      link.submit(message)
      phase = .leaving(link, reason, until: until)
    case .suspended, .dismissing, .over:
      break
    }
    return send(now: now)
  }

  /// The packets that are to be sent by now.
  private mutating func send(now: Duration) -> [SessionAction] {
    switch phase {
    case .talking(var link):
      let actions = link.send(now: now)
      phase = .talking(link)
      return actions
    case .leaving(var link, let reason, let until):
      let actions = link.send(now: now)
      phase = .leaving(link, reason, until: until)
      return actions
    case .suspended, .dismissing, .over:
      return []
    }
  }

  private mutating func end(_ end: SessionEnd) -> [SessionAction] {
    let hangUp: [SessionAction] = isSuspended ? [] : [.disconnect(peer)]
    phase = .over
    return hangUp + [.event(.ended(end))]
  }
}

// MARK: - The link

extension Conversation {
  /// The link is gone.
  mutating func linkDown(_ loss: LinkLoss, now: Duration) -> [SessionAction] {
    switch phase {
    case .talking:
      return lose(.lost(loss), now: now)
    case .leaving(_, let reason, let until):
      return loseLeaving(.lost(loss), reason, until)
    case .dismissing:
      phase = .over
      return [.event(.ended(.peerRestarted))]
    case .suspended, .over:
      return []
    }
  }

  /// The other side has let go of the link, and asks for another.
  mutating func letGo(now: Duration) -> [SessionAction] {
    linkDown(.disconnected, now: now)
  }

  private mutating func lose(_ why: LinkBreak, now: Duration) -> [SessionAction] {
    guard patience > .zero else {
      phase = .over
      return [.event(.ended(why.end))]
    }
    phase = .suspended(why, until: now + patience, leaving: nil)
    return [.event(.suspended(why))]
  }

  /// Who is leaving comes back only for what it said before its goodbye.
  private mutating func loseLeaving(
    _ why: LinkBreak,
    _ reason: GoodbyeReason,
    _ until: Duration
  ) -> [SessionAction] {
    guard patience > .zero, hasLastWords else {
      phase = .over
      return [.event(.ended(.closed(reason)))]
    }
    phase = .suspended(why, until: until, leaving: reason)
    return [.event(.suspended(why))]
  }

  /// Whether the match goes on, and the other side can have received so many messages.
  func canResume(after theirs: UInt32) -> Bool {
    switch phase {
    case .talking, .suspended, .leaving: outbox.possible.contains(theirs)
    case .dismissing, .over: false
    }
  }

  /// Goes on, on a new link to a side that has received so many messages; `session` is new if that side never knew the old one.
  mutating func resume(
    on link: Link,
    after theirs: UInt32,
    as session: SessionID? = nil
  ) throws(ProtocolError) -> [SessionAction] {
    guard case .suspended(_, let until, let leaving) = phase, canResume(after: theirs) else {
      throw .impossibleCount(claimed: theirs, known: outbox.possible)
    }
    outbox.forget(Int(theirs - outbox.acknowledged))
    var link = link
    for message in outbox.unacknowledged {
      link.submit(message)
    }
    self.session = session ?? self.session
    peer = link.peer
    linkID = link.id
    phase = leaving.map { .leaving(link, $0, until: until) } ?? .talking(link)
    return [.event(.resumed(peer))]
  }

  /// Lets the other side know that this one has the link, and says what there is to say.
  mutating func showUp(now: Duration) -> [SessionAction] {
    switch phase {
    case .talking(var link):
      let report = link.report(now: now)
      phase = .talking(link)
      return [report] + send(now: now)
    case .leaving(var link, let reason, let until):
      let report = link.report(now: now)
      phase = .leaving(link, reason, until: until)
      return [report] + send(now: now)
    case .suspended, .dismissing, .over:
      return []
    }
  }

  /// Does what is due.
  mutating func tick(now: Duration) -> [SessionAction] {
    switch phase {
    case .talking(var link):
      if let why = link.uselessness(now: now) {
        return [.disconnect(peer)] + lose(why, now: now)
      }
      let news: [SessionAction] =
        link.growsQuiet(now: now) ? [.event(.quiet(for: SessionTimes.quiet))] : []
      phase = .talking(link)
      return news + send(now: now)
    case .leaving(var link, let reason, let until):
      if now >= until {
        return end(.closed(reason))
      }
      if let why = link.uselessness(now: now) {
        return [.disconnect(peer)] + loseLeaving(why, reason, until)
      }
      // Who leaves does not wait for anybody any more.
      _ = link.growsQuiet(now: now)
      phase = .leaving(link, reason, until: until)
      return send(now: now)
    case .suspended(let why, let until, let leaving):
      return now >= until ? end(leaving.map { .closed($0) } ?? why.end) : []
    case .dismissing(let until):
      return now >= until ? end(.peerRestarted) : []
    case .over:
      return []
    }
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
