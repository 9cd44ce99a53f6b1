internal import MatchProtocol

extension BrokerGuestTransport {
  /// A link to a host, as long as it stands.
  struct Link {
    let peer: PeerID
    /// The rendezvous where it began; the last will of the host may be left there.
    let first: Door
    /// The current rendezvous.
    var door: Door
    /// True if it has moved, and the host was not heard at the new rendezvous yet.
    var isMoving = false
    /// The connection of the host that answered.
    let connection: [UInt8]
    /// The maximum length of packets to the host.
    let maximumPacketSize: Int
    /// When it was made.
    let madeAt = ContinuousClock.now
  }
}
