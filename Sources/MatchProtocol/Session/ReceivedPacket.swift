/// A packet and where it came from.
struct ReceivedPacket {
  let packet: [UInt8]
  let peer: PeerID
  let maximumPacketSize: Int

  init(_ packet: [UInt8], from peer: PeerID, maximumPacketSize: Int) {
    self.packet = packet
    self.peer = peer
    self.maximumPacketSize = maximumPacketSize
  }

  /// The link id of a packet that has a header of ours.
  var linkID: LinkID? {
    try? FragmentHeader(decoding: packet).linkID
  }

  /// A new link with the sender.
  func link(_ id: LinkID, _ exchange: KeyExchange, now: Duration) -> SecureLink {
    SecureLink(Link(peer: peer, id: id, packetSize: maximumPacketSize, now: now), exchange)
  }
}
