/// The six bytes at the start of every packet.
///
/// `docs/reference/protocol.md` draws them.
public struct FragmentHeader: Hashable, Sendable {
  /// The kind of content after the header.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A fragment of a message.
    case message = 0

    /// A ``Report``: the sender is alive, what it has received, and `sequence` is the number it
    /// will use next.
    case report = 1
  }

  /// The number of bytes a header takes.
  public static let size = 6

  /// The layout this program writes and reads, in the two highest bits of the first byte.
  public static let version: UInt8 = 1

  /// The kind of content.
  public var kind: Kind

  /// True if a message begins here.
  public var isFirst: Bool

  /// True if a message ends here.
  public var isLast: Bool

  /// Whom the packet is for if the host sends it, who sends it if a guest does.
  public var linkID: LinkID

  /// The place in the stream of this direction and link, modulo 65,536.
  public var sequence: UInt16

  /// The number that the sender expects next of the other direction, as all before it have come.
  ///
  /// On link 0 it says nothing.
  public var acknowledged: UInt16

  /// The header of a fragment, or of a report.
  public init(
    kind: Kind,
    isFirst: Bool = false,
    isLast: Bool = false,
    linkID: LinkID,
    sequence: UInt16,
    acknowledged: UInt16 = 0
  ) {
    self.kind = kind
    self.isFirst = isFirst
    self.isLast = isLast
    self.linkID = linkID
    self.sequence = sequence
    self.acknowledged = acknowledged
  }

  /// Reads the header of `packet` and checks the packet's length.
  ///
  /// The packet is only lent: an initialiser would count a reference to it.
  public init(decoding packet: borrowing [UInt8]) throws(ProtocolError) {
    guard packet.count <= PacketSize.longest else {
      throw .packetTooLong(length: packet.count, maximum: PacketSize.longest)
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
    acknowledged = UInt16(packet[4]) << 8 | UInt16(packet[5])
  }

  /// The six bytes.
  public var encoded: [UInt8] {
    [UInt8](capacity: Self.size) { span in
      write(to: &span)
    }
  }

  /// Appends the six bytes to a packet that has room for them.
  func write(to packet: inout OutputSpan<UInt8>) {
    packet.append(Self.version << 6 | (isFirst ? 0x20 : 0) | (isLast ? 0x10 : 0) | kind.rawValue)
    packet.append(linkID.rawValue)
    packet.append(bigEndian: sequence)
    packet.append(bigEndian: acknowledged)
  }

  /// Writes what has been received by now into a packet that may be older.
  static func stamp(_ packet: inout [UInt8], acknowledging number: UInt16) {
    packet[4] = UInt8(truncatingIfNeeded: number >> 8)
    packet[5] = UInt8(truncatingIfNeeded: number)
  }
}
