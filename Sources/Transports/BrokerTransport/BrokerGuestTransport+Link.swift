internal import MatchProtocol

extension BrokerGuestTransport {
  /// A link to a host, as long as it stands.
  struct Link {
    let peer: PeerID
    /// Where it began; the last will of the host may be left there.
    let first: Door
    /// Where it is now.
    var door: Door
    /// Whether it has moved, and the host was not heard at the new door yet.
    var isMoving = false
    /// The connection of the host that answered.
    let connection: [UInt8]
    /// How long packets to the host may be.
    let maximumPacketSize: Int
    /// When it was made.
    let madeAt = ContinuousClock.now
  }
}
