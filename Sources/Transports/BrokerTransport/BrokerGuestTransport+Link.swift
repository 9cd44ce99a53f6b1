internal import MatchProtocol

extension BrokerGuestTransport {
  /// A link to a host, as long as it stands.
  struct Link {
    let peer: PeerID
    /// The rendezvous where it began.
    let first: Door
    /// The current rendezvous.
    var door: Door
    /// True if it has moved, and the host was not heard at the new rendezvous yet.
    var isMoving = false
    /// True if the match had a rendezvous of its own when the link began.
    let isReturn: Bool
    /// The connection of the host that answered.
    let connection: [UInt8]
    /// The maximum length of packets to the host.
    let maximumPacketSize: Int
    /// When it was made.
    let madeAt = ContinuousClock.now
  }
}

extension BrokerLookout.Change {
  /// The code of a table that is there, and waits for somebody new who comes for that; nil if it
  /// tells of none.
  func freeTable(for kind: TableKind) -> TableCode? {
    switch self {
    case .appeared(let table), .changed(let table):
      let presence = table.sign.presence
      let isRight = presence.game?.kind == kind && presence.state == .free && table.sign.isOpen
      return isRight ? table.code : nil
    case .vanished, .reached, .lost: return nil
    }
  }
}
