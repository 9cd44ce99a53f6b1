import MatchProtocol

/// What `docs/reference/protocol.md` says of packets in the plainest words of Swift: slow, and what
/// the fast code must equal.
enum ReferenceFraming {
  /// Division by 0x11021, bit by bit, of what is 0xFFFF at first.
  static func checksum(of message: [UInt8]) -> UInt16 {
    message.reduce(0xffff) { checksum, byte in
      (0..<8).reduce(checksum ^ UInt16(byte) << 8) { rest, _ in
        rest & 0x8000 == 0 ? rest << 1 : rest << 1 ^ 0x1021
      }
    }
  }

  /// The packets of `message`, the first of which has the number `sequence`.
  static func packets(
    of message: [UInt8],
    linkID: LinkID,
    sequence: UInt16,
    packetSize: Int
  ) -> [[UInt8]] {
    let checksum = checksum(of: message)
    var rest =
      [message.count >> 8, message.count & 0xff, Int(checksum >> 8), Int(checksum & 0xff)]
      .map { UInt8($0) } + message
    var packets: [[UInt8]] = []
    while !rest.isEmpty {
      let number = sequence &+ UInt16(packets.count)
      let content = rest.prefix(packetSize - 6)
      rest.removeFirst(content.count)
      let flags: UInt8 = (packets.isEmpty ? 0x20 : 0) | (rest.isEmpty ? 0x10 : 0)
      let header = [0x40 | flags, linkID.rawValue, UInt8(number >> 8), UInt8(number & 0xff), 0, 0]
      packets.append(header + content)
    }
    return packets
  }
}

/// Keeps every packet first and only then looks which come next.
struct ReferenceReassembler {
  let limit: Int
  private(set) var expected: UInt16 = 0
  private var waiting: [UInt16: [UInt8]] = [:]
  private var begun: [UInt8]?

  init(limit: Int) {
    self.limit = limit
  }

  mutating func append(_ packet: [UInt8]) throws(ProtocolError) -> [[UInt8]] {
    let header = try FragmentHeader(decoding: packet)
    switch header.sequence &- expected {
    case 0...127: waiting[header.sequence] = waiting[header.sequence] ?? packet
    case 128...32_767: throw .outsideWindow(sequence: header.sequence, expected: expected)
    default: return []
    }
    var messages: [[UInt8]] = []
    while let next = waiting.removeValue(forKey: expected) {
      if let message = try look(at: next, FragmentHeader(decoding: next)) {
        messages.append(message)
      }
      expected &+= 1
    }
    return messages
  }

  /// `begun` has the length and the checksum before the content.
  private mutating func look(
    at packet: [UInt8],
    _ header: FragmentHeader
  ) throws(ProtocolError) -> [UInt8]? {
    if header.isFirst {
      guard begun == nil else { throw .unexpectedFirst(sequence: header.sequence) }
      guard packet.count >= 10 else {
        throw .packetTooShort(length: packet.count, minimum: 10)
      }
    }
    let all = (begun ?? []) + packet.dropFirst(6)
    guard header.isFirst || begun != nil else {
      throw .unexpectedContinuation(sequence: header.sequence)
    }
    let length = Int(all[0]) << 8 | Int(all[1])
    guard length <= limit else { throw .messageTooLarge(claimed: UInt64(length), limit: limit) }
    guard packet.count > (header.isFirst ? 10 : 6) else {
      throw .emptyFragment(sequence: header.sequence)
    }
    let content = Array(all.dropFirst(4))
    guard content.count <= length, content.count == length || !header.isLast else {
      throw .wrongLength(claimed: length, actual: content.count)
    }
    begun = header.isLast ? nil : all
    guard header.isLast else { return nil }
    let claimed = UInt16(all[2]) << 8 | UInt16(all[3])
    let actual = ReferenceFraming.checksum(of: content)
    guard actual == claimed else { throw .wrongChecksum(claimed: claimed, actual: actual) }
    return content
  }
}
