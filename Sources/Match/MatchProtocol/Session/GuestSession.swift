/// The guest's side of a match, from the moment it looks for the host.
///
/// It has no clock, task or link of its own. Every input takes the time since the session began and
/// returns what to do; ``deadline`` says when ``tick(now:)`` is due if nothing else comes before.
/// `docs/reference/protocol.md` has the table of its states.
public struct GuestSession: Sendable {
  var hello: Hello
  let credentials: Credentials
  let patience: Duration
  var phase = Phase.unlinked(until: nil)

  /// The guest's challenge, which the host receives when this guest accepts it; set before there is
  /// a link.
  public var challenge: Challenge? {
    didSet { hello.challenges = challenge != nil }
  }

  /// With whom this guest had a seat that the host does not know.
  var former: Acquaintance?

  /// The host's address when the link to it was lost.
  private(set) var hostPeer: PeerID?

  /// The greeting that was answered by a seat, until the host is known.
  var answered: Greeting?

  /// Until when the guest waits for its turn, once the host has told it to.
  var turnUntil: Duration?

  /// How long the guest tries again if the host hangs up without an answer; zero ends the session.
  public var crowdPatience = Duration.zero

  /// Until when its owner knows that it waits.
  var delayToldUntil = Duration.zero

  /// The wait for a place at a crowded table, and the exchanges of keys that broke.
  var (crowd, exchanges) = (CrowdWait(), BrokenExchanges())

  /// The messages sent on link 0 so far, on all links: each greeting has a nonce and numbers of its
  /// own.
  var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  var greetingsMade: UInt64 = 0

  /// A session for `name`, recognised by `nonce`.
  ///
  /// - Parameters:
  ///   - name: The guest's player.
  ///   - program: The program and its version for the host, in ASCII without spaces.
  ///   - credentials: Proves who the player is.
  ///   - nonce: Eight random bytes; further greetings have the numbers after it.
  ///   - patience: How long to look for a host whose link was lost; zero ends the session with its
  ///     link.
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

  /// A session that goes on with a match: it is suspended from time zero on, and looks for its
  /// host.
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
    let host = credentials.player(past.opponent)
    phase = .conversing(Conversation(past, with: host, patience: patience), retryUntil: nil)
  }

  /// The state of docs/reference/protocol.md.
  public var state: SessionState {
    switch phase {
    case .unlinked: .unlinked
    case .greeting: .greeting
    case .returning: .returning
    case .conversing(let conversation, _): conversation.state
    case .over: .over
    }
  }

  /// When to call ``tick(now:)``, or `nil` if nothing is due until something else comes.
  public var deadline: Duration? {
    switch phase {
    case .unlinked(let until): until
    case .greeting(let greeting, _): greeting.deadline
    case .returning(let greeting, let conversation, let link):
      [link?.deadline ?? greeting.repeatAt, greeting.until, conversation.deadline]
        .compactMap { $0 }.min()
    case .conversing(let conversation, _): conversation.deadline
    case .over: nil
    }
  }

  /// The host can be heard, and `maximumPacketSize` bytes sent to it in one.
  public mutating func linkUp(
    _ peer: PeerID,
    maximumPacketSize: Int,
    now: Duration
  ) -> Step {
    switch phase {
    case .unlinked(let until):
      greet(peer, retryUntil: crowd.until == nil ? until : nil, now: now)
    case .conversing(let conversation, _) where conversation.state == .suspended:
      comeBack(to: peer, with: conversation, now: now)
    case .greeting, .returning, .conversing, .over:
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
    let packet = ReceivedPacket(packet, from: peer, maximumPacketSize: maximumPacketSize)
    let wasExchanging = phase.isExchanging
    defer { noteExchange(after: wasExchanging, now: now) }
    return switch phase {
    case .greeting(let greeting, _) where greeting.peer == peer:
      receiveAnswer(packet, to: greeting, now: now)
    case .returning(let greeting, _, nil) where greeting.peer == peer:
      receiveAnswer(packet, to: greeting, now: now)
    case .returning(let greeting, let conversation, let link?) where greeting.peer == peer:
      receiveProof(packet, on: link, greeting, conversation, now: now)
    case .conversing(let conversation, _)
    where conversation.peer == peer && conversation.state == .meeting
      && packet.linkID == .unassigned:
      receiveRefusal(packet, now: now)
    case .conversing(let conversation, _) where conversation.peer == peer:
      receiveOnLink(packet, now: now)
    case .unlinked, .greeting, .returning, .conversing, .over:
      Step()
    }
  }

  /// The link to `peer` is gone.
  public mutating func linkDown(
    _ peer: PeerID,
    _ loss: LinkLoss,
    now: Duration
  ) -> Step {
    switch phase {
    case .unlinked(nil):
      end(.linkLost(loss))
    case .greeting(let greeting, let until) where greeting.peer == peer:
      loseGreeting(peer, retryUntil: until, loss, now)
    case .returning(let greeting, _, let link) where greeting.peer == peer:
      (link != nil && loss == .disconnected ? .telling(.strangerRejected(peer, .hungUp)) : Step())
        + fallBack(.linkLost(loss))
    case .conversing(let conversation, _) where conversation.peer == peer:
      lose(peer, loss, now: now)
    case .unlinked, .greeting, .returning, .conversing, .over:
      Step()
    }
  }

  private mutating func lose(_ host: PeerID, _ loss: LinkLoss, now: Duration) -> Step {
    hostPeer = host
    return converse { $0.linkDown(loss, now: now) }
  }

  /// Says `message` to the host; goes nowhere while this guest has not joined.
  public mutating func submit(_ message: MatchMessage, now: Duration) -> Step {
    converse { $0.submit(message, now: now) }
  }

  /// Takes the host for the right player.
  public mutating func accept(now: Duration) -> Step {
    converse { $0.accept(now: now) }
  }

  /// Goes on with what the host has told again.
  public mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step {
    converse { $0.adopt(entries, now: now) }
  }

  /// Takes the host for the wrong player: the session ends.
  public mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step {
    converse { $0.decline(reason, now: now) }
  }

  /// Ends the session: with a goodbye if there is a link on which both talk, at once if not.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    switch phase {
    case .unlinked, .greeting: end(.closed(reason))
    case .returning, .conversing: converse { $0.close(reason, now: now) }
    case .over: Step()
    }
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> Step {
    switch phase {
    case .unlinked(let until?) where now >= until:
      return end(crowd.until == nil ? .linkLost(.disconnected) : .hungUp(for: crowdPatience))
    case .greeting(let greeting, _):
      return tick(greeting, now: now) ?? Step()
    case .returning:
      let step = converse { $0.tick(now: now) }
      return step + tickReturning(now: now)
    case .conversing:
      return converse { $0.tick(now: now) }
    case .unlinked, .over:
      return Step()
    }
  }
}
