/// A packet and where it came from.
struct ReceivedPacket {
  let bytes: [UInt8]
  let peer: PeerID
  let maximumPacketSize: Int

  init(_ bytes: [UInt8], from peer: PeerID, maximumPacketSize: Int) {
    self.bytes = bytes
    self.peer = peer
    self.maximumPacketSize = maximumPacketSize
  }

  /// The link id of a packet that has a header of ours.
  var linkID: LinkID? {
    try? FragmentHeader(decoding: bytes).linkID
  }

  /// True if a packet that a host notifies is for the guest with this id; one without a header is
  /// for all.
  func isFor(_ id: LinkID) -> Bool {
    bytes.count < FragmentHeader.size || bytes[1] == id.rawValue
  }

  /// A new link with the sender.
  func link(_ id: LinkID, _ exchange: KeyExchange, now: Duration) -> SecureLink {
    SecureLink(Link(peer: peer, id: id, packetSize: maximumPacketSize, now: now), exchange)
  }
}
