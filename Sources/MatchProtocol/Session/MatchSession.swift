/// One side of a match, for an owner to whom it is the same which side.
///
/// A session has no clock, task or link of its own. Every input takes the time since it began and
/// returns what to do.
public protocol MatchSession: Sendable {
  /// The state of docs/protocol.md.
  var state: SessionState { get }

  /// When to call ``tick(now:)``, or `nil` if nothing is due until something else comes.
  var deadline: Duration? { get }

  /// Takes what the transport reports.
  mutating func receive(_ event: LinkEvent, now: Duration) -> Step

  /// Says `message` to the other side; goes nowhere while nobody has joined.
  mutating func submit(_ message: MatchMessage, now: Duration) -> Step

  /// Takes the one for the right player of whom ``SessionEvent/introduced(_:)`` told.
  mutating func accept(now: Duration) -> Step

  /// Does not play with that one, who is told this reason: a host's seat is free again, a guest's
  /// session ends.
  mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step

  /// Lets others in from now on, or nobody new; a guest does nothing.
  mutating func admit(_ isOpen: Bool)

  /// Goes on with a match of which this side had lost a part.
  ///
  /// It answers ``SessionEvent/remembered(_:after:)``: with what was told again, in an order in
  /// which it may have been said and heard here, or with nil if there is none.
  mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step

  /// Ends the session: with a goodbye if both have joined, at once if not.
  mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step

  /// Does what is due.
  mutating func tick(now: Duration) -> Step
}

extension MatchSession {
  /// Takes that one for the wrong player.
  public mutating func decline(now: Duration) -> Step { decline(.notAccepted, now: now) }

  /// Does nothing, as nobody comes to a guest.
  public mutating func admit(_ isOpen: Bool) {}
}

extension HostSession: MatchSession {
  /// Takes what the transport reports; a host learns of a peer by its first packet.
  public mutating func receive(_ event: LinkEvent, now: Duration) -> Step {
    switch event {
    case .up: Step()
    case .packet(let packet, let peer, let size):
      receive(packet, from: peer, maximumPacketSize: size, now: now)
    case .down(let peer, let loss): linkDown(peer, loss, now: now)
    }
  }
}

extension GuestSession: MatchSession {
  /// Takes what the transport reports.
  public mutating func receive(_ event: LinkEvent, now: Duration) -> Step {
    switch event {
    case .up(let peer, let size): linkUp(peer, maximumPacketSize: size, now: now)
    case .packet(let packet, let peer, let size):
      receive(packet, from: peer, maximumPacketSize: size, now: now)
    case .down(let peer, let loss): linkDown(peer, loss, now: now)
    }
  }
}
