/// The host's side of a match: one seat, and whoever comes by.
///
/// It has no clock, task or link of its own. Every input takes the time since the session began and
/// returns what to do; ``deadline`` says when ``tick(now:)`` is due if nothing else comes before.
/// `docs/protocol.md` has the table of its states.
public struct HostSession: Sendable {
  let name: PlayerName
  let patience: Duration
  /// The id of the next match.
  var session: SessionID
  var seat = Seat.empty
  var strangers = Strangers()
  var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  var lastLinkID = LinkID.unassigned

  /// A session that waits for a guest.
  ///
  /// - Parameters:
  ///   - name: The host's player.
  ///   - session: Sixteen random bytes; each seat that is given has the next number.
  ///   - patience: How long the seat is kept for a guest whose link was lost; zero ends the session with its link.
  public init(
    name: PlayerName,
    session: SessionID,
    patience: Duration = SessionTimes.seat
  ) {
    self.name = name
    self.session = session
    self.patience = patience
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
  ) -> [SessionAction] {
    switch seat {
    case .over:
      []
    case .offered(let offer) where offer.peer == peer:
      receive(packet, from: offer, maximumPacketSize: maximumPacketSize, now: now)
    case .taken(let guest) where guest.returning?.peer == peer:
      receive(packet, fromReturning: guest, maximumPacketSize: maximumPacketSize, now: now)
    case .taken(let guest) where guest.conversation.peer == peer:
      receive(packet, from: guest, maximumPacketSize: maximumPacketSize, now: now)
    case .empty, .offered, .taken:
      judge(strangers.receive(packet, from: peer, now: now), of: peer, now: now)
    }
  }

  /// The link to `peer` is gone.
  public mutating func linkDown(
    _ peer: PeerID,
    _ loss: LinkLoss,
    now: Duration
  ) -> [SessionAction] {
    strangers.forget(peer)
    switch seat {
    case .offered(let offer) where offer.peer == peer:
      seat = .empty
      return []
    case .taken(var guest) where guest.returning?.peer == peer:
      guest.returning = nil
      seat = .taken(guest)
      return []
    case .taken(let guest) where guest.conversation.peer == peer:
      return converse { $0.linkDown(loss, now: now) }
    case .empty, .offered, .taken, .over:
      return []
    }
  }

  /// Says `message` to the guest; goes nowhere while no guest has joined.
  public mutating func submit(_ message: Message, now: Duration) -> [SessionAction] {
    converse { $0.submit(message, now: now) }
  }

  /// Ends the session: with a goodbye if there is a link to a guest who has joined, at once if not.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> [SessionAction] {
    switch seat {
    case .empty:
      seat = .over
      return hangUp() + [.event(.ended(.closed(reason)))]
    case .offered(let offer):
      seat = .over
      return hangUp() + [.disconnect(offer.peer), .event(.ended(.closed(reason)))]
    case .taken, .over:
      return converse { $0.close(reason, now: now) }
    }
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> [SessionAction] {
    var actions: [SessionAction] = []
    for (peer, rejection) in strangers.tick(now: now) {
      actions.append(.disconnect(peer))
      if let rejection {
        actions.append(.event(.strangerRejected(peer, rejection)))
      }
    }
    switch seat {
    case .offered(let offer) where now >= offer.until:
      actions += withdraw(offer, .handshakeTimeout, now: now)
    case .taken(let guest):
      actions += giveUp(on: guest, now: now)
      actions += converse { $0.tick(now: now) }
    case .empty, .offered, .over:
      break
    }
    return actions
  }
}
