import MatchProtocol

/// What happens in a simulated match.
enum SimulatedEvent {
  case toHost([UInt8], link: Int)
  case toGuest([UInt8], link: Int)
  case tick(Message.Start.First)
  case tickVisitor
  case deed(SimulatedBoard.Deed, Message.Start.First)
  case connect
  case restart(Message.Start.First)
  case fault
  /// A side learns that a link is gone.
  case down(Message.Start.First, link: Int)
  case vandalism(link: Int)
  case hangUp(link: Int)
}
