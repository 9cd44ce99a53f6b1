/// Links that are lost, and links that take their place.
extension Conversation {
  /// Goes on with a link on which the other side has shown its key: says how much was received, and
  /// handles what has come already.
  mutating func resume(
    on link: SecureLink,
    handling received: SecureLink.Received,
    now: Duration
  ) -> Step {
    guard case .suspended(var absence) = phase else {
      return Step()
    }
    absence.isUnknownThere = false
    recollection = nil
    comparison = nil
    var link = link
    let history = outbox.history
    link.confirm(received: outbox.received, session, history: history, talk.state)
    phase = .confirming(link, absence)
    return handle(received, now: now)
  }

  /// The other side has received this many messages: what it does not have is said again.
  mutating func resume(
    on link: SecureLink,
    after theirs: UInt32,
    _ history: MatchHistory?,
    _ absence: Absence,
    now: Duration
  ) -> Step {
    switch (outbox.standing(received: theirs, history), history) {
    case (.impossible, _):
      return violate(.impossibleCount(claimed: theirs, known: outbox.possible), now: now)
    case (.thisLacks, let history?):
      recollection = Recollection(history, received: theirs)
      return Step()
    case (.otherLacks, let history?):
      let lost = outbox.lost(afterSaid: history.said, received: theirs)
      return recall(lost, on: link, absence)
    case (.differs, _?):
      return compare(on: link, absence, now: now)
    case (.differs, nil), (.thisLacks, nil), (.otherLacks, nil):
      return differ(now: now)
    case (.fits, _):
      outbox.confirm(theirs)
      return goOn(on: link, absence)
    }
  }

  /// Goes on with the match, and says again what the other side does not have.
  mutating func goOn(on link: SecureLink, _ absence: Absence) -> Step {
    isTentative = false
    var link = link
    let messages = outbox.unacknowledged
    for message in absence.farewell == nil ? messages : messages.dropLast() {
      link.submit(message, on: outbox.channel)
    }
    repeatTalk(on: &link)
    if let watchers { link.submit(.watchers(watchers)) }
    if absence.farewell != nil, let goodbye = messages.last {
      link.submitLast(goodbye, on: outbox.channel)
    }
    if let reason = absence.farewell {
      phase = .leaving(link, reason, until: absence.until)
    } else {
      phase = .talking(link, isToldQuiet: false)
    }
    return .telling(.resumed(link.peer))
  }

  /// The link is gone.
  mutating func linkDown(_ loss: LinkLoss, now: Duration) -> Step {
    lose(.lost(loss), now: now)
  }

  /// The other side does not know the match: it plays another one with this player.
  mutating func noteUnknown() -> Step {
    guard case .confirming(let link, var absence) = phase else {
      return Step()
    }
    absence.isUnknownThere = true
    phase = .suspended(absence)
    return .hangingUp(on: link.peer)
  }

  /// The link, if there is one, is of no use any more; who finds that out before the transport
  /// hangs up.
  mutating func lose(_ why: LinkBreak, now: Duration) -> Step {
    switch phase {
    case .meeting, .asking:
      return finish(why.end)
    case .talking where patience == .zero:
      return finish(why.end)
    case .talking(let link, _):
      phase = .suspended(Absence(why: why, until: now + patience))
      return .telling(.suspended(link.peer, why))
    case .confirming(let link, let absence):
      phase = .suspended(absence)
      defer { comparison = nil }
      // Whoever was asked about the records is not asked any more.
      return comparison?.isSettled == false ? .telling(.suspended(link.peer, why)) : Step()
    case .leaving(let link, let reason, let until):
      // Who is leaving comes back only for what it said before its goodbye.
      guard returns(toLeaveFor: reason) else {
        return finish(.closed(reason))
      }
      phase = .suspended(Absence(why: why, until: until, farewell: reason))
      return .telling(.suspended(link.peer, why))
    case .suspended, .over:
      return Step()
    }
  }

  /// Cuts a link on which something came that the other side has not said: anybody in between may
  /// do that, so it costs the link and no more.
  mutating func cut(_ error: ProtocolError, now: Duration) -> Step {
    guard let link else {
      return Step()
    }
    return .hangingUp(on: link.peer) + lose(.broken(error), now: now)
  }

  /// Ends the conversation, and its link.
  mutating func end(_ end: SessionEnd) -> Step {
    let hangUps = link.map { [$0.peer] } ?? []
    return Step(hangUps: hangUps) + finish(end)
  }

  /// Ends the conversation, whose link needs no end.
  private mutating func finish(_ end: SessionEnd) -> Step {
    phase = .over(hadJoined: hasJoined)
    return .ending(end)
  }
}

// MARK: - The link in a phase

extension Conversation.Phase {
  /// The link that stands.
  var link: SecureLink? {
    switch self {
    case .meeting(let link, _, _), .asking(let link, _), .talking(let link, _),
      .confirming(let link, _), .leaving(let link, _, _):
      link
    case .suspended, .over: nil
    }
  }

  /// Returns the result of `read` on the current link, without a copy of it.
  func onLink<Value>(_ read: (SecureLink) -> Value) -> Value? {
    switch self {
    case .talking(let link, _): read(link)
    case .leaving(let link, _, _): read(link)
    case .meeting(let link, _, _): read(link)
    case .asking(let link, _): read(link)
    case .confirming(let link, _): read(link)
    case .suspended, .over: nil
    }
  }

  /// Has the link that stands changed where it is: a copy that is put back would have all that the
  /// link holds copied as well.
  mutating func changeLink<Value, Failure: Error>(
    _ change: (inout SecureLink) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    switch self {
    case .talking(var link, let isToldQuiet):
      self = .over(hadJoined: true)
      defer { self = .talking(link, isToldQuiet: isToldQuiet) }
      return try change(&link)
    case .leaving(var link, let reason, let until):
      self = .over(hadJoined: true)
      defer { self = .leaving(link, reason, until: until) }
      return try change(&link)
    case .meeting(var link, let name, let until):
      self = .over(hadJoined: false)
      defer { self = .meeting(link, name, until: until) }
      return try change(&link)
    case .asking(var link, let question):
      self = .over(hadJoined: false)
      defer { self = .asking(link, question) }
      return try change(&link)
    case .confirming(var link, let absence):
      self = .over(hadJoined: true)
      defer { self = .confirming(link, absence) }
      return try change(&link)
    case .suspended, .over: return nil
    }
  }
}
