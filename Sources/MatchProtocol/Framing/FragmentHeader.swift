/// The six bytes at the start of every packet.
///
/// `docs/protocol.md` draws them. The last two are zero in version 1 and ignored by its receivers.
public struct FragmentHeader: Hashable, Sendable {
  /// What follows the header.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A fragment of a message.
    case message = 0

    /// Nothing: the sender is alive, and `sequence` is the number it will use next.
    case keepAlive = 1
  }

  /// How many bytes a header takes.
  public static let size = 6

  /// The layout this program writes and reads, in the two highest bits of the first byte.
  public static let version: UInt8 = 1

  /// What follows.
  public var kind: Kind

  /// Whether a message begins here.
  public var isFirst: Bool

  /// Whether a message ends here.
  public var isLast: Bool

  /// Whom the packet is for if the host sends it, who sends it if a guest does.
  public var linkID: LinkID

  /// The place in the stream of this direction and link, modulo 65,536.
  public var sequence: UInt16

  /// The low byte of what was received, when packets are acknowledged.
  public var acknowledged: UInt8 = 0

  /// How many packets may follow, when there is flow control.
  public var credit: UInt8 = 0

  /// The header of a fragment, or of a keep-alive.
  public init(
    kind: Kind,
    isFirst: Bool = false,
    isLast: Bool = false,
    linkID: LinkID,
    sequence: UInt16
  ) {
    self.kind = kind
    self.isFirst = isFirst
    self.isLast = isLast
    self.linkID = linkID
    self.sequence = sequence
  }

  /// Reads the header of `packet` and checks the packet's length.
  public init(decoding packet: [UInt8]) throws(ProtocolError) {
    guard packet.count <= PacketSize.receivable else {
      throw .packetTooLong(length: packet.count, maximum: PacketSize.receivable)
    }
    guard packet.count >= Self.size else {
      throw .packetTooShort(length: packet.count, minimum: Self.size)
    }
    let version = packet[0] >> 6
    guard version == Self.version else {
      throw .unknownFrameVersion(version)
    }
    guard let kind = Kind(rawValue: packet[0] & 0x0f) else {
      throw .unknownKind(packet[0] & 0x0f)
    }
    self.kind = kind
    isFirst = packet[0] & 0x20 != 0
    isLast = packet[0] & 0x10 != 0
    linkID = LinkID(rawValue: packet[1])
    sequence = UInt16(packet[2]) << 8 | UInt16(packet[3])
    acknowledged = packet[4]
    credit = packet[5]
  }

  /// The six bytes.
  public var encoded: [UInt8] {
    let flags: UInt8 = (isFirst ? 0x20 : 0) | (isLast ? 0x10 : 0)
    return [
      Self.version << 6 | flags | kind.rawValue, linkID.rawValue,
      UInt8(truncatingIfNeeded: sequence >> 8), UInt8(truncatingIfNeeded: sequence),
      acknowledged, credit,
    ]
  }
}
