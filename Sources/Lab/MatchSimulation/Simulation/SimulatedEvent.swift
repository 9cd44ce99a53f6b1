import MatchPlay
import MatchProtocol

/// An event in a simulated match.
enum SimulatedEvent {
  case toHost([UInt8], link: Int)
  case toGuest([UInt8], link: Int)
  case tick(Role)
  case tickVisitor
  /// The disk tells something of a file.
  case wish(FileWish, Role)
  case action(SimulatedMove, Role)
  case connect
  case restart(Role)
  case fault
  /// The match goes on by the other way.
  case changeWay
  /// A side learns that a link is gone.
  case down(Role, link: Int)
  case vandalism(link: Int)
  case hangUp(link: Int)
}
