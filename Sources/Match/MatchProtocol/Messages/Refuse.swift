/// The host's answer to a guest who may not play, on link 0.
package struct Refuse: Hashable, Sendable {
  /// The nonce of the guest it is for.
  package var nonce: Nonce

  /// The reason why not.
  package var reason: RefusalReason

  /// A refusal of the guest whose nonce is `nonce`.
  package init(nonce: Nonce, reason: RefusalReason) {
    self.nonce = nonce
    self.reason = reason
  }
}

/// The reason why a host refuses a guest.
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
  package static let longestDelay = 600
}

extension Refuse {
  func write(to fields: inout WireWriter) {
    fields.fixed64(1, nonce.rawValue)
    switch reason {
    case .roomFull: fields.varint(2, 1)
    case .protocolVersion(let versions):
      fields.varint(2, 2)
      fields.varint(3, versions.lowerBound)
      fields.varint(4, versions.upperBound)
    case .unknownMatch: fields.varint(2, 3)
    case .later(let seconds):
      fields.varint(2, 4)
      fields.varint(20, UInt32(clamping: seconds))
    case .closed: fields.varint(2, 10)
    case .tooManyTries(let seconds):
      fields.varint(2, 11)
      fields.varint(20, UInt32(clamping: seconds))
    case .seatKept: fields.varint(2, 12)
    case .watchersFull: fields.varint(2, 13)
    case .notShown: fields.varint(2, 14)
    case .notInvited: fields.varint(2, 16)
    }
  }

  private static func delay(_ seconds: UInt32) -> Int {
    min(max(Int(clamping: seconds), 1), RefusalReason.longestDelay)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    nonce = Nonce(rawValue: fields.fixed64(1))
    switch fields.choice(2) {
    case 1: reason = .roomFull
    case 2:
      let versions = try FieldRules.versions(fields.uint32(3), fields.uint32(4))
      reason = .protocolVersion(host: versions)
    case 3: reason = .unknownMatch
    case 4: reason = .later(seconds: Self.delay(fields.uint32(20)))
    case 10: reason = .closed
    case 11: reason = .tooManyTries(seconds: Self.delay(fields.uint32(20)))
    case 12: reason = .seatKept
    case 13: reason = .watchersFull
    case 14: reason = .notShown
    case 16: reason = .notInvited
    case let number: throw .valueOutOfRange(.refusalReason, UInt64(clamping: number))
    }
  }
}
