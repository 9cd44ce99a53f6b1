/// The other end of a link, by a name that only the transport understands.
public struct PeerID: RawRepresentable, Hashable, Sendable {
  /// The transport's name for it, such as the path of a device object.
  public let rawValue: String

  /// The peer that the transport calls `rawValue`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// How a link was lost.
public enum LinkLoss: Hashable, Sendable {
  /// The other side hung up, or went out of reach.
  case disconnected

  /// The link stands, but the game's service is gone from it.
  case serviceGone

  /// What carries the links has stopped on this computer.
  case transportGone
}

/// What happens on a link.
public enum LinkEvent: Hashable, Sendable {
  /// For a guest: the host can be heard and written to. A host learns of a peer by its first
  /// packet.
  case up(PeerID, maximumPacketSize: Int)

  /// A packet came from a peer to which `maximumPacketSize` bytes can be sent in one.
  case packet([UInt8], from: PeerID, maximumPacketSize: Int)

  /// The link to a peer is gone; may be said more than once.
  case down(PeerID, LinkLoss)
}
