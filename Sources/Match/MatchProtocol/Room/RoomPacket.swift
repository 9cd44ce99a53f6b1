/// A part of a sealed entry of the record, as it goes to all who watch.
///
/// Its header is that of all packets, with link 0 and a kind of its own. What stands there for a
/// sequence is the entry's number modulo 65,536; instead of an acknowledgement there are the source
/// in two bits, the key's epoch in six, and which part it is. docs/reference/protocol.md draws it.
public struct RoomPacket {
  static let epochMask: UInt8 = 0x3F

  /// The longest entry, sealed, in bytes; its parts are fewer than 256.
  static let longestEntry = MessageLimit.handshake

  let header: FragmentHeader

  /// The packet with this header; nil if it is of another kind.
  init?(_ header: FragmentHeader) {
    guard header.kind == .room, header.linkID == .unassigned else { return nil }
    self.header = header
  }

  /// The entry's number modulo 65,536.
  var number: UInt16 { header.sequence }
  /// The source of the entry.
  var source: RoomSource? { RoomSource(rawValue: UInt8(header.acknowledged >> 14)) }
  /// The epoch of its key, modulo 64.
  var mark: UInt8 { UInt8(header.acknowledged >> 8) & Self.epochMask }
  /// Which part it is, from 0.
  var part: Int { Int(header.acknowledged & 0xFF) }

  /// The packets of at most `size` bytes that carry `sealed`.
  public static func packets(
    for sealed: [UInt8],
    _ number: UInt32,
    _ source: RoomSource,
    mark: UInt8,
    size: Int
  ) -> [[UInt8]] {
    precondition(1...longestEntry ~= sealed.count, "an entry has \(sealed.count) bytes")
    let size = PacketSize.usable(size)
    var packets: [[UInt8]] = []
    var position = 0
    while position < sealed.count {
      let isFirst = position == 0
      let overhead = FragmentHeader.size + (isFirst ? Assembly.prefixSize : 0)
      let end = min(position + size - overhead, sealed.count)
      let marks = source.rawValue << 6 | mark
      let header = FragmentHeader(
        kind: .room,
        isFirst: isFirst,
        isLast: end == sealed.count,
        linkID: .unassigned,
        sequence: UInt16(truncatingIfNeeded: number),
        acknowledged: UInt16(marks) << 8 | UInt16(packets.count)
      )
      packets.append(
        [UInt8](capacity: overhead + end - position) { span in
          header.write(to: &span)
          if isFirst { Assembly.writePrefix(of: sealed, to: &span) }
          span.append(copying: sealed.span.extracting(position..<end))
        }
      )
      position = end
    }
    return packets
  }
}

/// Puts the entries of the record back together from what goes to all.
///
/// Nothing is expected, nothing is an error: what does not fit, or is too old, is forgotten, and
/// asked for by its number.
public struct RoomParts: Sendable {
  /// One sealed entry that is whole.
  public struct Whole: Hashable, Sendable {
    /// Its number modulo 65,536.
    public let number: UInt16
    /// The source of the entry.
    public let source: RoomSource
    /// The epoch of its key, modulo 64.
    public let mark: UInt8
    /// The entry, sealed.
    public let sealed: [UInt8]
  }

  /// The identity of the parts of one entry.
  private struct Name: Hashable {
    let number: UInt16
    let marks: UInt16
  }

  /// The number of parts that are kept before the oldest entry makes room: of the longest entries,
  /// two.
  private static let capacity = 96

  private var parts: [Name: [Int: [UInt8]]] = [:]
  private var arrivals: [Name] = []

  /// Nothing has come.
  public init() {}

  /// Takes one packet, and returns the entry that is whole by it.
  public mutating func append(_ packet: [UInt8]) -> Whole? {
    guard let header = try? FragmentHeader(decoding: packet), let part = RoomPacket(header),
      let source = part.source, header.isFirst == (part.part == 0)
    else { return nil }
    let name = Name(number: part.number, marks: header.acknowledged >> 8)
    if parts[name] == nil { arrivals.append(name) }
    parts[name, default: [:]][part.part] = packet
    defer { makeRoom() }
    guard let packets = whole(name) else { return nil }
    forget(name)
    guard let sealed = try? Self.join(packets) else { return nil }
    return Whole(number: part.number, source: source, mark: part.mark, sealed: sealed)
  }

  /// The packets of an entry in their order, if all have come.
  private func whole(_ name: Name) -> [[UInt8]]? {
    guard let parts = parts[name] else { return nil }
    var packets: [[UInt8]] = []
    while let packet = parts[packets.count] {
      packets.append(packet)
      if packet[0] & 0x10 != 0 { return packets }
    }
    return nil
  }

  private static func join(_ packets: [[UInt8]]) throws(ProtocolError) -> [UInt8] {
    var assembly = try Assembly(first: packets[0], limit: RoomPacket.longestEntry)
    for packet in packets { try assembly.append(packet, try FragmentHeader(decoding: packet)) }
    return try assembly.finish()
  }

  private mutating func forget(_ name: Name) {
    parts[name] = nil
    arrivals.removeAll { $0 == name }
  }

  private mutating func makeRoom() {
    while parts.values.reduce(0, { $0 + $1.count }) > Self.capacity, let oldest = arrivals.first {
      forget(oldest)
    }
  }
}
