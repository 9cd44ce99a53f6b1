/// The spectators of a match, for the guest who plays in it.
extension Conversation {
  /// As a host, tells the guest who watches, on this link and on each that follows.
  mutating func tell(_ watchers: Watchers, now: Duration) -> Step {
    guard self.watchers != watchers else { return Step() }
    self.watchers = watchers
    guard case .talking = phase else { return Step() }
    phase.changeLink { $0.submit(.watchers(watchers)) }
    return send(now: now)
  }

  /// As a host, tells the guest what one says who watches; while there is no link, never.
  mutating func tell(_ remark: Remark, now: Duration) -> Step {
    guard case .talking(let link, _) = phase,
      link.waitingCount(on: .receipts) < Channel.receipts.capacity
    else { return Step() }
    phase.changeLink { $0.submit(Envelope.remark(remark).encoded, on: .receipts) }
    return send(now: now)
  }

  /// Hears from the host what one says who watches.
  mutating func hear(_ remark: Remark, now: Duration) -> Step {
    switch phase {
    case .talking(let link, _), .leaving(let link, _, _):
      guard let name = remark.name else { return violate(.unexpectedMessage, now: now) }
      guard let words = remark.words else { return Step() }
      return .telling(.remark(words, by: name, from: link.peer))
    case .meeting, .asking, .confirming: return violate(.unexpectedMessage, now: now)
    case .suspended, .over: return Step()
    }
  }

  /// Hears from the host who watches.
  mutating func hear(_ watchers: Watchers, now: Duration) -> Step {
    switch phase {
    case .talking(let link, _), .leaving(let link, _, _):
      return .telling(.watchers(watchers.names, from: link.peer))
    case .meeting, .asking, .confirming: return violate(.unexpectedMessage, now: now)
    case .suspended, .over: return Step()
    }
  }
}
