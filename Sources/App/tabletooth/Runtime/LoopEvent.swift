internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// Something that the loop waits for.
enum LoopEvent: Sendable {
  /// Something for the program.
  case program(Event)
  /// There is a route; its transports may have reported before.
  case opened(Route)
  /// A way led to the other side, and the others are of no use for now.
  case joined(Route.Joined)
  /// The transport of the way of this number reports.
  case transport(TransportEvent, of: Int)
  /// Bluetooth has been gone for a moment.
  case settled
  /// The ordered changes are on disk, or cannot be kept for this reason.
  case kept(Result<Void, StoreError>)
}

extension JournalChange {
  /// True if the journal keeps it; files and pipes have a place of their own.
  var isForJournal: Bool {
    switch self {
    case .file, .pipe: false
    case .begin, .append, .discard, .leave, .clock, .finish, .goBack, .game, .say, .remember: true
    }
  }
}

extension TransportEvent {
  /// True if it tells that bluetoothd, or the controller, has stopped.
  var isLossOfBluetooth: Bool {
    switch self {
    case .link(.down(_, .transportGone)), .progress(.unavailable): true
    default: false
    }
  }

  /// True if it tells of an attempt to make a link again.
  var isAttempt: Bool {
    switch self {
    case .progress(.reconnecting), .progress(.searching): true
    default: false
    }
  }
}
