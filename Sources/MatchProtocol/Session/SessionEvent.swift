/// What a session tells its owner.
public enum SessionEvent: Hashable, Sendable {
  /// The match can begin: the other player's name, checked for display, and their link.
  case joined(name: String, peer: PeerID)

  /// The guest's program was started anew before anybody had played: a seat is offered to it, and ``joined(name:peer:)`` follows.
  case vacated(PeerID)

  /// The other player said this.
  case message(Message)

  /// Somebody without a seat was turned away; the session goes on.
  case strangerRejected(PeerID, StrangerRejection)

  /// The other side has not been heard for so long, though it should have sent something.
  case quiet(for: Duration)

  /// The other side, of which ``quiet(for:)`` was told, is heard again.
  case heardAgain

  /// The link is lost and the session is not: what is said meanwhile is kept, and ``resumed(_:)`` or ``ended(_:)`` follows.
  ///
  /// A guest's owner looks for the host again, a host's lets itself be found.
  case suspended(LinkBreak)

  /// A new link to the same other side stands, and nothing was lost; only after ``suspended(_:)``.
  case resumed(PeerID)

  /// The session is over; nothing follows.
  case ended(SessionEnd)
}

/// Why a host turns somebody away who is not in the match.
public enum StrangerRejection: Hashable, Sendable {
  /// What they sent is not this protocol.
  case garbage(ProtocolError)

  /// They asked for a seat and were refused.
  case refused(RefusalReason)

  /// They did not finish their greeting in time.
  case handshakeTimeout

  /// Too many others are greeting at the moment.
  case tooManyStrangers
}

/// Why a link is of no use any more.
public enum LinkBreak: Hashable, Sendable {
  /// The transport says so, or the other side has another link.
  case lost(LinkLoss)

  /// The other side has not been heard for this long.
  case silent(after: Duration)

  /// The other side is heard, and this packet never reaches it.
  case stalled(sequence: UInt16)
}

extension LinkBreak {
  /// How a session ends that could not be resumed after this.
  var end: SessionEnd {
    switch self {
    case .lost(let loss): .linkLost(loss)
    case .silent(let duration): .silent(after: duration)
    case .stalled(let sequence): .protocolViolation(.lostPacket(sequence: sequence))
    }
  }
}

/// How a session ended.
public enum SessionEnd: Hashable, Sendable {
  /// This side closed it.
  case closed(GoodbyeReason)

  /// The other side said goodbye.
  case peerLeft(GoodbyeReason)

  /// The guest's program was started anew, and knows nothing of the game.
  case peerRestarted

  /// The link broke, and was not made again in time.
  case linkLost(LinkLoss)

  /// The other side has not been heard for this long.
  case silent(after: Duration)

  /// This side said more than it can keep until the other has received it.
  case outboxFull(limit: Int)

  /// The host refused this guest.
  case refused(RefusalReason)

  /// The other side sent what it must not, or the link loses a packet again and again; see ``ProtocolError/fault``.
  case protocolViolation(ProtocolError)

  /// The host did not answer this guest in time.
  case handshakeTimeout
}
