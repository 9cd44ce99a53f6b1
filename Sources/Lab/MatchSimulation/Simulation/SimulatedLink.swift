import MatchProtocol

/// One radio link between a guest and the host, from its beginning to its end.
struct SimulatedLink {
  /// The peer at the guest's end.
  enum End: Hashable {
    case player
    case visitor
    case vandal
  }

  let end: End
  /// The host's name for the guest.
  let guestPeer: PeerID
  var packetSize: Int
  var isUp = true
  /// True if the host knows that the link is gone, or never will.
  var isHostTold = false
  /// Until when nothing that is sent arrives.
  var hostUnheardUntil = Duration.zero
  var guestUnheardUntil = Duration.zero
}
