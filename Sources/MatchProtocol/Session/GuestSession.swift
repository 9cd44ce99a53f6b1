/// The guest's side of a match, from the moment it looks for the host.
///
/// It has no clock, task or link of its own. Every input takes the time since the session began and
/// returns what to do; ``deadline`` says when ``tick(now:)`` is due if nothing else comes before.
/// `docs/protocol.md` has the table of its states.
public struct GuestSession: Sendable {
  let hello: Hello
  let credentials: Credentials
  let patience: Duration
  var state = State.unlinked(until: nil)
  /// What was said on link 0 so far, on all links: each greeting has a nonce and numbers of its own.
  var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  var greetingsMade: UInt64 = 0
  /// Until when a guest tries to join again whose first seat the host does not know of.
  var retryUntil: Duration?
  /// How often in a row the host did not let this guest go on.
  var refusals = 0

  /// How many refusals in a row end the wait for a match that should go on: early ones may be of an impostor, or pass, and a host that
  /// has no room at the moment does not count.
  static let patienceWithRefusals = 8

  /// A session for `name`, recognised by `nonce`.
  ///
  /// - Parameters:
  ///   - name: The guest's player.
  ///   - program: The program and its version for the host, in ASCII without spaces.
  ///   - credentials: Proves who the player is.
  ///   - nonce: Eight random bytes; further greetings have the numbers after it.
  ///   - patience: How long to look for a host whose link was lost; zero ends the session with its link.
  public init(
    name: PlayerName,
    program: String,
    credentials: Credentials,
    nonce: Nonce,
    patience: Duration = SessionTimes.seat
  ) {
    hello = Hello(
      versions: ProtocolVersion.supported,
      nonce: nonce,
      name: name,
      program: program
    )
    self.credentials = credentials
    self.patience = patience
  }

  /// A session that goes on with a match: it is suspended from time zero on, and looks for its host.
  ///
  /// - Parameters:
  ///   - past: The match.
  ///   - name: The guest's player.
  ///   - program: The program and its version for the host, in ASCII without spaces.
  ///   - credentials: Proves that it is the player who began the match.
  ///   - nonce: Eight random bytes; further greetings have the numbers after it.
  ///   - patience: How long to look for the host.
  public init(
    resuming past: SavedSession,
    name: PlayerName,
    program: String,
    credentials: Credentials,
    nonce: Nonce,
    patience: Duration = SessionTimes.seat
  ) {
    self.init(
      name: name,
      program: program,
      credentials: credentials,
      nonce: nonce,
      patience: patience
    )
    state = .seated(Conversation(past, patience: patience))
  }

  /// When to call ``tick(now:)``, or `nil` if nothing is due until something else comes.
  public var deadline: Duration? {
    switch state {
    case .unlinked(let until): until
    case .over: nil
    case .greeting(let greeting): greeting.deadline
    case .seated(let conversation): conversation.deadline
    }
  }

  /// The host can be heard, and `maximumPacketSize` bytes sent to it in one.
  public mutating func linkUp(
    _ peer: PeerID,
    maximumPacketSize: Int,
    now: Duration
  ) -> Step {
    switch state {
    case .unlinked(let until):
      greet(peer, .join(retryUntil: until), now: now)
    case .seated(let conversation) where conversation.link == nil && conversation.canReturn:
      greet(peer, .resume(conversation), now: now)
    case .greeting, .seated, .over:
      Step()
    }
  }

  /// A packet came from `peer`, to whom `maximumPacketSize` bytes can be sent in one.
  public mutating func receive(
    _ packet: [UInt8],
    from peer: PeerID,
    maximumPacketSize: Int,
    now: Duration
  ) -> Step {
    let incoming = ReceivedPacket(packet, from: peer, maximumPacketSize: maximumPacketSize)
    return switch state {
    case .greeting(let greeting) where greeting.peer == peer:
      receive(incoming, in: greeting, now: now)
    case .seated(let conversation) where conversation.link?.peer == peer:
      receiveOnLink(incoming, now: now)
    case .unlinked, .greeting, .seated, .over:
      Step()
    }
  }

  /// The link to `peer` is gone.
  public mutating func linkDown(
    _ peer: PeerID,
    _ loss: LinkLoss,
    now: Duration
  ) -> Step {
    switch state {
    case .unlinked(nil):
      state = .over
      return .ending(.linkLost(loss))
    case .greeting(let greeting) where greeting.peer == peer:
      return fall(back: greeting, .linkLost(loss))
    case .seated(let conversation) where conversation.link?.peer == peer:
      return converse { $0.linkDown(loss, now: now) }
    case .unlinked, .greeting, .seated, .over:
      return Step()
    }
  }

  /// Says `message` to the host; goes nowhere while this guest has not joined.
  public mutating func submit(_ message: MatchMessage, now: Duration) -> Step {
    converse { $0.submit(message, now: now) }
  }

  /// Takes the host for the right player.
  public mutating func accept(now: Duration) -> Step {
    converse { $0.accept(now: now) }
  }

  /// Does not: the session ends.
  public mutating func decline(now: Duration) -> Step {
    converse { $0.decline(now: now) }
  }

  /// Ends the session: with a goodbye if there is a link on which both talk, at once if not.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    switch state {
    case .unlinked:
      state = .over
      return .ending(.closed(reason))
    case .greeting(let greeting):
      return end(greeting, .closed(reason))
    case .seated, .over:
      return converse { $0.close(reason, now: now) }
    }
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> Step {
    if case .unlinked(let until?) = state, now >= until {
      state = .over
      return .ending(.linkLost(.disconnected))
    }
    let step = converse { $0.tick(now: now) }
    guard case .greeting(var greeting) = state else {
      return step
    }
    if now >= greeting.until {
      return step + .hangingUp(on: greeting.peer) + fall(back: greeting, .handshakeTimeout)
    }
    if greeting.link != nil {
      _ = greeting.link?.growsQuiet(now: now)
      let packets = greeting.link?.send(now: now) ?? []
      state = .greeting(greeting)
      return step + .sending(packets)
    }
    return now >= greeting.repeatAt ? step + say(greeting, now: now) : step
  }
}
