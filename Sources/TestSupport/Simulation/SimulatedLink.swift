import MatchProtocol

/// One radio link between a guest and the host, from its beginning to its end.
struct SimulatedLink {
  /// Who is at the guest's end.
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
  /// Whether the host has been told that the link is gone, or never will be.
  var isHostTold = false
  /// Until when nothing that is sent arrives.
  var hostUnheardUntil = Duration.zero
  var guestUnheardUntil = Duration.zero
}

/// What happens in a simulated match.
enum SimulatedEvent {
  case toHost([UInt8], link: Int)
  case toGuest([UInt8], link: Int)
  case tick(Message.Start.First)
  case tickVisitor
  case deed(SimulatedBoard.Deed, Message.Start.First)
  case connect
  case fault
  /// A side learns that a link is gone.
  case down(Message.Start.First, link: Int)
  case vandalism(link: Int)
  case hangUp(link: Int)
}
