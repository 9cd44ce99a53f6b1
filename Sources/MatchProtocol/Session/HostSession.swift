/// The host's side of a match: one seat, and whoever comes by.
///
/// It has no clock, task or link of its own. Every input takes the time since the session began and
/// returns what to do; ``deadline`` says when ``tick(now:)`` is due if nothing else comes before.
/// `docs/protocol.md` has the table of its states.
public struct HostSession: Sendable {
  let name: PlayerName
  let credentials: Credentials
  let patience: Duration
  /// The id of the next match.
  var session: SessionID
  var seat = Seat.empty
  var strangers = UnseatedPeers()
  var limits = ExchangeLimits()
  var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  var lastLinkID = LinkID.unassigned

  /// A session that waits for a guest.
  ///
  /// - Parameters:
  ///   - name: The host's player.
  ///   - credentials: Proves who that is.
  ///   - session: Sixteen random bytes; each seat that is given has the next number.
  ///   - patience: How long the seat is kept for a guest whose link was lost; zero ends the session with its link.
  public init(
    name: PlayerName,
    credentials: Credentials,
    session: SessionID,
    patience: Duration = SessionTimes.seat
  ) {
    self.name = name
    self.credentials = credentials
    self.session = session
    self.patience = patience
  }

  /// A session that goes on with a match: it is suspended from time zero on, and waits for its guest.
  ///
  /// - Parameters:
  ///   - past: The match.
  ///   - name: The host's player.
  ///   - credentials: Proves that it is the player who began the match.
  ///   - patience: How long the seat is kept.
  public init(
    resuming past: SavedSession,
    name: PlayerName,
    credentials: Credentials,
    patience: Duration = SessionTimes.seat
  ) {
    let next = SessionID(rawValue: past.session.rawValue &+ 1)
    self.init(name: name, credentials: credentials, session: next, patience: patience)
    seat = .taken(Guest(conversation: Conversation(past, patience: patience), nonce: nil))
  }

  /// When to call ``tick(now:)``, or `nil` if nothing will ever be due.
  public var deadline: Duration? {
    [seat.deadline, strangers.deadline].compactMap(\.self).min()
  }

  /// A packet came from `peer`, to whom `maximumPacketSize` bytes can be sent in one.
  public mutating func receive(
    _ packet: [UInt8],
    from peer: PeerID,
    maximumPacketSize: Int,
    now: Duration
  ) -> Step {
    let incoming = ReceivedPacket(packet, from: peer, maximumPacketSize: maximumPacketSize)
    return switch seat {
    case .over:
      Step()
    case .offered(let offer) where offer.peer == peer:
      receive(incoming, from: offer, now: now)
    case .taken(let guest) where guest.isOn(incoming):
      converse { $0.receive(packet, packetSize: maximumPacketSize, now: now) }
    case .taken(let guest) where guest.returns[peer] != nil:
      receive(incoming, fromReturning: guest, now: now)
    case .taken(let guest) where guest.conversation.link?.peer == peer:
      receive(incoming, from: guest, now: now)
    case .empty, .offered, .taken:
      judge(strangers.receive(packet, from: peer, now: now), of: peer, now: now)
    }
  }

  /// The link to `peer` is gone.
  public mutating func linkDown(
    _ peer: PeerID,
    _ loss: LinkLoss,
    now: Duration
  ) -> Step {
    strangers.forget(peer)
    switch seat {
    case .offered(let offer) where offer.peer == peer:
      seat = .empty
      return Step()
    case .taken(var guest):
      guest.returns[peer] = nil
      seat = .taken(guest)
      return guest.conversation.link?.peer == peer
        ? converse { $0.linkDown(loss, now: now) } : Step()
    case .empty, .offered, .over:
      return Step()
    }
  }

  /// Says `message` to the guest; goes nowhere while no guest has joined.
  public mutating func submit(_ message: MatchMessage, now: Duration) -> Step {
    converse { $0.submit(message, now: now) }
  }

  /// Takes the guest for the right player.
  public mutating func accept(now: Duration) -> Step {
    converse { $0.accept(now: now) }
  }

  /// Does not: the seat is free again.
  public mutating func decline(now: Duration) -> Step {
    converse { $0.decline(now: now) }
  }

  /// Ends the session: with a goodbye if there is a link to a guest who has joined, at once if not.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    switch seat {
    case .empty:
      seat = .over
      return Step(hangUps: hangUp(), end: .closed(reason))
    case .offered(let offer):
      seat = .over
      return Step(hangUps: hangUp() + [offer.peer], end: .closed(reason))
    case .taken(var guest) where !guest.conversation.hasJoined:
      let step = guest.conversation.close(reason, now: now)
      seat = .over
      return Step(hangUps: hangUp()) + step
    case .taken, .over:
      return converse { $0.close(reason, now: now) }
    }
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> Step {
    var step = Step()
    for (peer, rejection) in strangers.tick(now: now) {
      step.hangUps.append(peer)
      if let rejection {
        step.events.append(.strangerRejected(peer, rejection))
      }
    }
    switch seat {
    case .offered(let offer) where now >= offer.until:
      step += withdraw(offer, .handshakeTimeout, now: now)
    case .taken:
      step += tickReturns(now: now)
      step += converse { $0.tick(now: now) }
    case .empty, .offered, .over:
      break
    }
    return step
  }
}
