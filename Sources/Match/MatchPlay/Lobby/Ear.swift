extension Lobby {
  /// A carrier, as far as it is known.
  struct Ear: Hashable {
    enum State: Hashable {
      case waiting(until: Duration)
      case listening
      case connecting(Listing)
      /// It did not answer at a time, and is to be heard again.
      case missing(Listing, since: Duration)
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

    var carrier: Carrier { scan.carrier }

    /// True if nothing more comes of it.
    var isOver: Bool { if case .over = state { true } else { false } }

    /// True if tables are to be heard.
    var wantsScan: Bool {
      switch state {
      case .listening, .missing: true
      case .waiting, .connecting, .over: false
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
