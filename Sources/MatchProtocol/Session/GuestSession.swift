/// The guest's side of a match, from the moment it looks for the host.
///
/// It has no clock, task or link of its own. Every input takes the time since the session began and
/// returns what to do; ``deadline`` says when ``tick(now:)`` is due if nothing else comes before.
/// `docs/protocol.md` has the table of its states.
public struct GuestSession: Sendable {
  let hello: Hello
  let patience: Duration
  var state = State.unlinked
  /// What was said on link 0 so far, on all links: each greeting has a nonce and numbers of its own.
  var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  var greetingsMade: UInt64 = 0

  /// A session for `name`, recognised by `nonce`.
  ///
  /// - Parameters:
  ///   - name: The guest's player.
  ///   - program: The program and its version for the host, in ASCII without spaces.
  ///   - nonce: Eight random bytes; further greetings have the numbers after it.
  ///   - patience: How long to look for a host whose link was lost; zero ends the session with its link.
  public init(
    name: PlayerName,
    program: String,
    nonce: Nonce,
    patience: Duration = SessionTimes.seat
  ) {
    hello = Hello(
      versions: ProtocolVersion.supported,
      nonce: nonce,
      name: name,
      program: program
    )
    self.patience = patience
  }

  /// When to call ``tick(now:)``, or `nil` if nothing is due until something else comes.
  public var deadline: Duration? {
    switch state {
    case .unlinked, .over: nil
    case .greeting(let greeting): greeting.deadline
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
      greet(peer, .join, now: now)
    case .seated(let conversation) where conversation.isSuspended:
      greet(peer, .resume(conversation), now: now)
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
      return fall(back: greeting, .linkLost(loss))
    case .seated(let conversation) where conversation.peer == peer:
      return converse { $0.linkDown(loss, now: now) }
    case .greeting, .seated, .over:
      return []
    }
  }

  /// Says `message` to the host; goes nowhere while this guest has not joined.
  public mutating func submit(_ message: Message, now: Duration) -> [SessionAction] {
    converse { $0.submit(message, now: now) }
  }

  /// Ends the session: with a goodbye if there is a link on which both talk, at once if not.
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
    let actions = converse { $0.tick(now: now) }
    guard actions.isEmpty, case .greeting(let greeting) = state else {
      return actions
    }
    if now >= greeting.until {
      return [.disconnect(greeting.peer)] + fall(back: greeting, .handshakeTimeout)
    }
    return now >= greeting.repeatAt ? say(greeting, now: now) : []
  }
}
