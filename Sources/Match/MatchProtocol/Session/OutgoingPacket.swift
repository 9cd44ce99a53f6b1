/// A packet that is to be put on the wire.
public struct OutgoingPacket: Hashable, Sendable {
  /// The packet itself.
  public let bytes: [UInt8]
  /// The only peer that it is for, where it is of no use to others; nil for all who listen.
  public let peer: PeerID?

  /// A packet of these bytes for `peer`, or for all who listen.
  public init(_ bytes: [UInt8], to peer: PeerID? = nil) {
    (self.bytes, self.peer) = (bytes, peer)
  }
}
