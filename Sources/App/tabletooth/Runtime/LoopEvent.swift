internal import BoardUI
internal import MatchProtocol
internal import MatchStore

/// Something that happens to a program.
enum LoopEvent: Sendable {
  /// Something for the program.
  case program(Event)
  /// There are so many ways; their transports may have reported before.
  case opened(Int)
  /// A way led to the other side, and the others are of no use for now.
  case joined(Route.Joined)
  /// The transport of the way of this number reports.
  case transport(TransportEvent, of: Int)
  /// The ordered changes are on disk, or cannot be kept for this reason.
  case kept(Result<Void, StoreError>)
}
