/// The other end of a link, by a name that only the transport understands.
public struct PeerID: RawRepresentable, Hashable, Sendable {
  /// The transport's name for it, such as the path of a device object.
  public let rawValue: String
  /// The place of a peer: the same on each link to that address.
  ///
  /// A host counts together what comes from one place.
  public let place: String
  /// True if nobody answers there who was not told a secret of the host.
  public let knowsSecret: Bool

  /// The peer that the transport calls `rawValue`, on each link to it.
  public init(rawValue: String) {
    self.init(rawValue: rawValue, at: rawValue)
  }

  /// The peer that the transport calls `rawValue` on one link.
  ///
  /// - Parameters:
  ///   - rawValue: The transport's name for it on that link.
  ///   - place: Where it is.
  ///   - knowsSecret: Whether nobody answers there who was not told a secret of the host.
  public init(
    rawValue: String,
    at place: String,
    knowsSecret: Bool = false
  ) {
    (self.rawValue, self.place, self.knowsSecret) = (rawValue, place, knowsSecret)
  }

  /// True if it may be believed that it is where `other` was, of whom a key has told who that is.
  func isWhere(_ other: PeerID) -> Bool { knowsSecret || place == other.place }
}

/// The cause of a lost link.
public enum LinkLoss: Hashable, Sendable {
  /// The other side hung up, or went out of reach.
  case disconnected

  /// This side has ended the link.
  case cut

  /// The link stands, but the game's service is gone from it.
  case serviceGone

  /// The transport on this computer has stopped.
  case transportGone
}

/// An event of a link.
public enum LinkEvent: Hashable, Sendable {
  /// For a guest: the host can be heard and written to. A host learns of a peer by its first
  /// packet.
  case up(PeerID, maximumPacketSize: Int)

  /// A packet came from a peer to which `maximumPacketSize` bytes can be sent in one.
  case packet([UInt8], from: PeerID, maximumPacketSize: Int)

  /// A letter of the player with whom the match is.
  case letter(Letter)

  /// The link to a peer is gone; may be said more than once.
  case down(PeerID, LinkLoss)
}
