/// What a session wants its owner to do, in the order of the array it comes in.
public enum SessionAction: Hashable, Sendable {
  /// Put this packet on the wire.
  case send([UInt8])

  /// End the link to this peer.
  case disconnect(PeerID)

  /// Take note of this.
  case event(SessionEvent)
}
