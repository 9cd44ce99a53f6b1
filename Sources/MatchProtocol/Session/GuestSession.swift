/// The guest's side of a match, from the moment it looks for the host.
///
/// It has no clock, task or link of its own. Every input takes the time since the session began and
/// returns what to do; ``deadline`` says when ``tick(now:)`` is due if nothing else comes before.
/// `docs/protocol.md` has the table of its states.
public struct GuestSession: Sendable {
  let hello: Hello
  var state = State.unlinked

  /// A session for `name`, recognised by `nonce`.
  ///
  /// `program` names the program and its version for the host, in ASCII without spaces.
  public init(name: PlayerName, program: String, nonce: Nonce) {
    hello = Hello(
      versions: ProtocolVersion.supported,
      nonce: nonce,
      name: name,
      program: program
    )
  }

  /// When to call ``tick(now:)``, or `nil` if nothing is due until something else comes.
  public var deadline: Duration? {
    switch state {
    case .unlinked, .over: nil
    case .greeting(let greeting): min(greeting.repeatAt, greeting.until)
    case .seated(let conversation): conversation.deadline
    }
  }

  /// The host can be heard, and `maximumPacketSize` bytes sent to it in one.
  public mutating func linkUp(
    _ peer: PeerID,
    maximumPacketSize: Int,
    now: Duration
  ) -> [SessionAction] {
    switch state {
    case .unlinked:
      greet(Greeting(peer: peer, until: now + SessionTimes.handshake, repeatAt: now), now: now)
    case .greeting, .seated, .over:
      []
    }
  }

  /// A packet came from `peer`, to whom `maximumPacketSize` bytes can be sent in one.
  public mutating func receive(
    _ packet: [UInt8],
    from peer: PeerID,
    maximumPacketSize: Int,
    now: Duration
  ) -> [SessionAction] {
    switch state {
    case .greeting(let greeting) where greeting.peer == peer:
      receive(packet, in: greeting, maximumPacketSize: maximumPacketSize, now: now)
    case .seated(let conversation) where conversation.peer == peer:
      receiveOnLink(packet, maximumPacketSize: maximumPacketSize, now: now)
    case .unlinked, .greeting, .seated, .over:
      []
    }
  }

  /// The link to `peer` is gone.
  public mutating func linkDown(
    _ peer: PeerID,
    _ loss: LinkLoss,
    now: Duration
  ) -> [SessionAction] {
    switch state {
    case .unlinked:
      state = .over
      return [.event(.ended(.linkLost(loss)))]
    case .greeting(let greeting) where greeting.peer == peer:
      state = .over
      return [.event(.ended(.linkLost(loss)))]
    case .seated(let conversation) where conversation.peer == peer:
      return converse { $0.linkDown(loss) }
    case .greeting, .seated, .over:
      return []
    }
  }

  /// Says `message` to the host; goes nowhere while this guest has not joined.
  public mutating func submit(_ message: Message, now: Duration) -> [SessionAction] {
    converse { $0.submit(message, now: now) }
  }

  /// Ends the session: with a goodbye if this guest has joined, at once if not.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> [SessionAction] {
    switch state {
    case .unlinked:
      state = .over
      return [.event(.ended(.closed(reason)))]
    case .greeting(let greeting):
      return end(greeting, .closed(reason))
    case .seated, .over:
      return converse { $0.close(reason, now: now) }
    }
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> [SessionAction] {
    switch state {
    case .greeting(let greeting) where now >= greeting.until:
      return end(greeting, .handshakeTimeout)
    case .greeting(let greeting) where now >= greeting.repeatAt:
      return greet(greeting, now: now)
    case .unlinked, .greeting, .seated, .over:
      return converse { $0.tick(now: now) }
    }
  }
}
