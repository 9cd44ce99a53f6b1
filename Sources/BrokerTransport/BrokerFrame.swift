internal import MatchProtocol

/// What is said at a door, inside the seal.
package enum BrokerFrame: Hashable, Sendable {
  /// One packet of the session.
  case packet([UInt8])
  /// A guest asks whether the host is there.
  case knock
  /// The host is there, on the connection that these 8 random bytes name.
  case here(connection: [UInt8])
  /// Who says it, or left it as a last will, is gone.
  case gone
  /// The host hangs up on this guest.
  case hangUp(guest: String)

  /// How many bytes name a connection of the host.
  package static let connectionSize = 8

  private enum Kind: UInt8 {
    case packet = 1
    case knock, here, gone, hangUp
  }

  /// The frame as bytes, to be sealed.
  package var encoded: [UInt8] {
    switch self {
    case .packet(let packet): [Kind.packet.rawValue] + packet
    case .knock: [Kind.knock.rawValue]
    case .here(let connection): [Kind.here.rawValue] + connection
    case .gone: [Kind.gone.rawValue]
    case .hangUp(let guest): [Kind.hangUp.rawValue] + Array(guest.utf8)
    }
  }

  /// Reads a frame; nil for what this version does not know, or what has another length than it
  /// must have.
  package init?(decoding bytes: [UInt8]) {
    let rest = Array(bytes.dropFirst())
    guard let first = bytes.first, let kind = Kind(rawValue: first) else { return nil }
    switch kind {
    case .packet where 1...PacketSize.receivable ~= rest.count: self = .packet(rest)
    case .knock where rest.isEmpty: self = .knock
    case .here where rest.count == Self.connectionSize: self = .here(connection: rest)
    case .gone where rest.isEmpty: self = .gone
    case .hangUp where GuestID.isOne(rest):
      self = .hangUp(guest: String(decoding: rest, as: UTF8.self))
    case .packet, .knock, .here, .gone, .hangUp: return nil
    }
  }
}
