/// A message on its way into packets, which are cut when they are needed and not before.
struct UncutMessage: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  /// Nothing of `bytes`, which are at least one, is cut off yet.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether nothing is left.
  var isUsedUp: Bool {
    position == bytes.count
  }

  /// The next packet, of at most `packetSize` bytes.
  mutating func cut(linkID: LinkID, sequence: UInt16, packetSize: Int) -> [UInt8] {
    let isFirst = position == 0
    let overhead = FragmentHeader.size + (isFirst ? Assembly.prefixSize : 0)
    let end = min(position + PacketSize.usable(packetSize) - overhead, bytes.count)
    let header = FragmentHeader(
      kind: .message,
      isFirst: isFirst,
      isLast: end == bytes.count,
      linkID: linkID,
      sequence: sequence
    )
    var packet: [UInt8] = []
    packet.reserveCapacity(overhead + end - position)
    packet += header.encoded
    if isFirst {
      packet += Assembly.prefix(of: bytes)
    }
    packet += bytes[position..<end]
    position = end
    return packet
  }
}
