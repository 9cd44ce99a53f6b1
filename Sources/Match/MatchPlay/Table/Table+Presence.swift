public import MatchProtocol

/// The advertisement of the table.
extension Table {
  /// The advertisement; nil at a table that nobody can find.
  public var presence: Presence? {
    guard role == .host, hasSession else { return nil }
    var presence: Presence
    if let errand = rules.errand {
      // Who was interrupted may be back with another program: the host knows better who gets in.
      presence = Presence(errand.terms)
    } else if let terms = agreedTerms {
      presence = Presence(terms, state: phase.presence(isSuspended, isOpen: isOpen))
      presence.places = min(places, Presence.mostPlaces)
    } else {
      return nil
    }
    presence.isForKnown = rules.unknown == .refuse
    presence.ownNumber = rank?.tableNumber ?? number
    if presence.state == .free { presence.rank = rank }
    return presence
  }

  /// Has it said anew where it has changed.
  mutating func updatePresence() {
    guard let presence, presence != announced else { return }
    announced = presence
    orders.presence = presence
  }
}

extension TablePhase {
  /// The availability of a table in this phase, with or without a link to its player.
  fileprivate func presence(_ isSuspended: Bool, isOpen: Bool) -> Presence.State {
    switch self {
    case .open, .comparing, .accepted: isOpen ? .free : .closed
    case .seated, .playing, .over: isSuspended ? .interrupted : .playing
    case .leaving, .ended: .closed
    }
  }
}
