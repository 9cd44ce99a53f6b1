public import MatchProtocol

/// What those who pass by are told.
extension Table {
  /// What is said of the table to all; nil at a table that nobody can find.
  public var presence: Presence? {
    guard role == .host, session != nil, let terms else { return nil }
    var presence = Presence(terms, state: presenceState)
    presence.isForKnown = rules.unknown == .refuse
    return presence
  }

  private var presenceState: Presence.State {
    switch phase {
    case .open, .comparing, .accepted: .free
    case .seated, .playing, .over: isSuspended ? .interrupted : .playing
    case .leaving, .ended: .closed
    }
  }

  /// Has it said anew where it has changed.
  mutating func updatePresence() {
    guard let presence, presence != announced else { return }
    announced = presence
    orders.presence = presence
  }
}
