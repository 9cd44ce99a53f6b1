internal import MatchProtocol

extension Lobby {
  /// A carrier, as far as it is known.
  struct Ear: Hashable {
    enum State: Hashable {
      case waiting(until: Duration)
      case listening
      case connecting(Listing)
      /// It did not answer at a time, and is to be heard again.
      case missing(Listing, since: Duration)
      case linked(Listing, since: Duration)
      /// It is not needed, as there is a link over another carrier.
      case resting
      /// Nothing more comes of it; who wants a link has the reason.
      case over(SearchFailure?)
    }

    let scan: Scan
    var state = State.waiting(until: .zero)
    /// True if nothing is heard over it, and nothing was since that began.
    var isDown = false
    /// True if it was ordered to scan, and has not ended.
    var isScanning = false
    /// True if it was ordered to connect, and has not told what came of it.
    var isConnecting = false
    /// When a table with a place was heard first, of those that are there.
    var openSince: Duration?
    /// When one without was, where there is no other.
    var closedSince: Duration?
    /// The number of times that a table was not heard again after it did not answer.
    var timesMissed = 0
    /// The number of times in a row that the wanted host has taken no link.
    var timesTaken = 0
    /// The pauses between attempts to have a link again.
    var backoff = Backoff()
    /// True if a link over it is always wanted, and not only where there is no other.
    var isAlwaysHeld = false

    var carrier: Carrier { scan.carrier }

    /// True if it leads to hosts nearby.
    var isNear: Bool { carrier != .broker }

    /// True if a link stands.
    var isLinked: Bool { if case .linked = state { true } else { false } }

    /// True if nothing more comes of it.
    var isOver: Bool { if case .over = state { true } else { false } }

    /// True if tables are to be heard.
    var wantsScan: Bool {
      switch state {
      case .listening, .missing: true
      case .waiting, .connecting, .linked, .resting, .over: false
      }
    }

    /// The table to which a link is to be made.
    var wantedLink: Listing? { if case .connecting(let table) = state { table } else { nil } }

    /// The scan that is ordered now.
    var order: Scan {
      guard case .missing = state else { return scan }
      return Scan(carrier, for: Lobby.secondLook)
    }
  }
}
