/// The host's answer to a guest who may not play, on link 0.
public struct Refuse: Hashable, Sendable {
  /// The nonce of the guest it is for.
  public var nonce: Nonce

  /// Why not.
  public var reason: RefusalReason

  /// A refusal of the guest whose nonce is `nonce`.
  public init(nonce: Nonce, reason: RefusalReason) {
    self.nonce = nonce
    self.reason = reason
  }
}

/// Why a host refuses a guest.
public enum RefusalReason: Hashable, Sendable {
  /// Somebody else has the seat.
  case roomFull

  /// The host speaks only these versions of the protocol, and the guest none of them.
  case protocolVersion(host: ClosedRange<UInt16>)

  /// The host has no match like the one that this guest wants to go on with.
  case unknownMatch

  /// It is not this guest's turn: it may be in so many seconds, 1 to ``longestDelay``.
  case later(seconds: Int)

  /// The host lets nobody new in at the moment.
  case closed

  /// The seat is kept for a player who has lost the link.
  case seatKept

  /// This guest has tried too often: it may try again in so many seconds, 1 to ``longestDelay``.
  case tooManyTries(seconds: Int)

  /// As many watch as may.
  case watchersFull

  /// Nobody may watch at this table.
  case notShown
  /// The host plays with players only whom it knows, and does not know this one.
  case notInvited

  /// The longest time that a guest is told to wait, in seconds; more means as much.
  public static let longestDelay = 600
}

extension Refuse {
  var wire: WireRefuse {
    var wire = WireRefuse()
    wire.nonce = nonce.rawValue
    switch reason {
    case .roomFull:
      wire.reason = .roomFull
    case .protocolVersion(let versions):
      wire.reason = .protocolVersion
      wire.lowestVersion = UInt32(versions.lowerBound)
      wire.highestVersion = UInt32(versions.upperBound)
    case .unknownMatch:
      wire.reason = .unknownMatch
    case .later(let seconds):
      wire.reason = .later
      wire.retryAfter = UInt32(clamping: seconds)
    case .closed:
      wire.reason = .closed
    case .seatKept:
      wire.reason = .seatKept
    case .tooManyTries(let seconds):
      wire.reason = .tooManyTries
      wire.retryAfter = UInt32(clamping: seconds)
    case .watchersFull:
      wire.reason = .watchersFull
    case .notShown:
      wire.reason = .notShown
    case .notInvited:
      wire.reason = .notInvited
    }
    return wire
  }

  private static func delay(_ seconds: UInt32) -> Int {
    min(max(Int(seconds), 1), RefusalReason.longestDelay)
  }

  init(_ wire: WireRefuse) throws(ProtocolError) {
    nonce = Nonce(rawValue: wire.nonce)
    switch wire.reason {
    case .roomFull:
      reason = .roomFull
    case .protocolVersion:
      let versions = try FieldRules.versions(wire.lowestVersion, wire.highestVersion)
      reason = .protocolVersion(host: versions)
    case .unknownMatch:
      reason = .unknownMatch
    case .later:
      reason = .later(seconds: Self.delay(wire.retryAfter))
    case .closed:
      reason = .closed
    case .seatKept:
      reason = .seatKept
    case .tooManyTries:
      reason = .tooManyTries(seconds: Self.delay(wire.retryAfter))
    case .watchersFull:
      reason = .watchersFull
    case .notShown:
      reason = .notShown
    case .notInvited:
      reason = .notInvited
    case .unspecified, .UNRECOGNIZED:
      throw .valueOutOfRange(.refusalReason, UInt64(clamping: wire.reason.rawValue))
    }
  }
}
