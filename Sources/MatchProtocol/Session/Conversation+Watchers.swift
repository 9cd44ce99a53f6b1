/// Who watches a match, for the guest who plays in it.
extension Conversation {
  /// As a host, tells the guest who watches, on this link and on each that follows.
  mutating func tell(_ watchers: Watchers, now: Duration) -> Step {
    guard self.watchers != watchers else { return Step() }
    self.watchers = watchers
    guard case .talking(var link, let isToldQuiet) = phase else { return Step() }
    link.submit(.watchers(watchers))
    phase = .talking(link, isToldQuiet: isToldQuiet)
    return send(now: now)
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
