internal import MatchProtocol

/// The session of either side behind one set of inputs.
enum Conversation {
  case host(HostSession)
  case guest(GuestSession)
  /// Two people at one terminal have no other side.
  case none

  /// When the session wants ``tick(now:)``.
  var deadline: Duration? {
    switch self {
    case .host(let session): session.deadline
    case .guest(let session): session.deadline
    case .none: nil
    }
  }

  mutating func receive(_ event: LinkEvent, now: Duration) -> [SessionAction] {
    update(
      host: { session in
        switch event {
        case .up: []
        case .packet(let packet, let peer, let size):
          session.receive(packet, from: peer, maximumPacketSize: size, now: now)
        case .down(let peer, let loss): session.linkDown(peer, loss, now: now)
        }
      },
      guest: { session in
        switch event {
        case .up(let peer, let size): session.linkUp(peer, maximumPacketSize: size, now: now)
        case .packet(let packet, let peer, let size):
          session.receive(packet, from: peer, maximumPacketSize: size, now: now)
        case .down(let peer, let loss): session.linkDown(peer, loss, now: now)
        }
      }
    )
  }

  mutating func submit(_ message: Message, now: Duration) -> [SessionAction] {
    update(
      host: { $0.submit(message, now: now) },
      guest: { $0.submit(message, now: now) }
    )
  }

  mutating func close(_ reason: GoodbyeReason, now: Duration) -> [SessionAction] {
    update(host: { $0.close(reason, now: now) }, guest: { $0.close(reason, now: now) })
  }

  mutating func tick(now: Duration) -> [SessionAction] {
    update(host: { $0.tick(now: now) }, guest: { $0.tick(now: now) })
  }

  private mutating func update(
    host: (inout HostSession) -> [SessionAction],
    guest: (inout GuestSession) -> [SessionAction]
  ) -> [SessionAction] {
    switch self {
    case .host(var session):
      defer { self = .host(session) }
      return host(&session)
    case .guest(var session):
      defer { self = .guest(session) }
      return guest(&session)
    case .none:
      return []
    }
  }
}
