internal import MatchProtocol

/// A message at a rendezvous, inside the seal.
package enum BrokerFrame: Hashable, Sendable {
  /// One packet of the session; a guest that is reached by shorter packets only says up to which
  /// length.
  case packet([UInt8], answers: Int = PacketSize.largest)
  /// A guest asks whether the host is there.
  case knock
  /// The host is there, on the connection that these 8 random bytes name, and takes packets up to a
  /// length.
  case here(connection: [UInt8], packets: Int = PacketSize.largest)
  /// The sender is gone; it may have left this as its last will.
  case gone
  /// The host hangs up on this guest.
  case hangUp(guest: String)
  /// Somebody asks what is offered here.
  case look(TableLook)
  /// The host's table, in answer to a query, or because it has changed.
  case sign(TableSign, answer: TableLook, connection: [UInt8])

  /// The number of bytes that name a connection of the host.
  package static let connectionSize = 8

  private enum Kind: UInt8 {
    case packet = 1
    case knock, here, gone, hangUp, narrow, look, sign
  }

  /// The frame as bytes, to be sealed.
  package var encoded: [UInt8] {
    switch self {
    case .packet(let packet, PacketSize.largest): [Kind.packet.rawValue] + packet
    case .packet(let packet, let size):
      [Kind.narrow.rawValue] + UInt16(truncatingIfNeeded: size).bigEndianBytes + packet
    case .knock: [Kind.knock.rawValue]
    case .here(let connection, PacketSize.largest): [Kind.here.rawValue] + connection
    case .here(let connection, let size):
      [Kind.here.rawValue] + connection + UInt16(truncatingIfNeeded: size).bigEndianBytes
    case .gone: [Kind.gone.rawValue]
    case .hangUp(let guest): [Kind.hangUp.rawValue] + Array(guest.utf8)
    case .look(let look): [Kind.look.rawValue] + look.bytes
    case .sign(let sign, let look, let connection):
      [Kind.sign.rawValue] + look.bytes + connection + sign.bytes
    }
  }

  /// Reads a frame; nil for what this version does not know, or what has another length than it
  /// must have.
  package init?(decoding bytes: [UInt8]) {
    let rest = Array(bytes.dropFirst())
    guard let first = bytes.first, let kind = Kind(rawValue: first) else { return nil }
    switch kind {
    case .packet where 1...PacketSize.largest ~= rest.count: self = .packet(rest)
    case .knock where rest.isEmpty: self = .knock
    case .gone where rest.isEmpty: self = .gone
    case .hangUp where GuestID.isOne(rest):
      self = .hangUp(guest: String(decoding: rest, as: UTF8.self))
    case .here: self.init(here: rest)
    case .narrow: self.init(narrow: rest)
    case .look:
      guard let look = TableLook(rest) else { return nil }
      self = .look(look)
    case .sign: self.init(sign: rest)
    case .packet, .knock, .gone, .hangUp: return nil
    }
  }

  private init?(here rest: [UInt8]) {
    let connection = Array(rest.prefix(Self.connectionSize))
    if rest.count == Self.connectionSize {
      self = .here(connection: connection)
    } else {
      guard rest.count == Self.connectionSize + 2, let size = Self.size(rest.suffix(2)) else {
        return nil
      }
      self = .here(connection: connection, packets: size)
    }
  }

  private init?(narrow rest: [UInt8]) {
    guard 3...PacketSize.largest + 2 ~= rest.count, let size = Self.size(rest.prefix(2)) else {
      return nil
    }
    self = .packet(Array(rest.dropFirst(2)), answers: size)
  }

  private init?(sign rest: [UInt8]) {
    let start = TableLook.size + Self.connectionSize
    guard rest.count > start, let look = TableLook(Array(rest.prefix(TableLook.size))),
      let sign = TableSign(Array(rest.dropFirst(start)))
    else { return nil }
    self = .sign(sign, answer: look, connection: Array(rest[TableLook.size..<start]))
  }

  /// The length of packets that two bytes name; nil if no link has such a limit.
  private static func size(_ bytes: ArraySlice<UInt8>) -> Int? {
    let size = bytes.reduce(0) { $0 << 8 | Int($1) }
    return PacketSize.smallest...PacketSize.largest ~= size ? size : nil
  }
}
