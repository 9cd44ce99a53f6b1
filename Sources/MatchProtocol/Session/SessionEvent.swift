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

/// How a session ended.
public enum SessionEnd: Hashable, Sendable {
  /// This side closed it.
  case closed(GoodbyeReason)

  /// The other side said goodbye.
  case peerLeft(GoodbyeReason)

  /// The guest's program was started anew, and knows nothing of the game.
  case peerRestarted

  /// The link broke.
  case linkLost(LinkLoss)

  /// The other side has not been heard for this long.
  case silent(after: Duration)

  /// The host refused this guest.
  case refused(RefusalReason)

  /// The other side sent what it must not, or the link lost a packet; see ``ProtocolError/fault``.
  case protocolViolation(ProtocolError)

  /// The host did not answer this guest in time.
  case handshakeTimeout
}
