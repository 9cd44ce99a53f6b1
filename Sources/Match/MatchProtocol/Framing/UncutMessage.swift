/// A message on its way into packets, which are cut when they are needed and not before.
struct UncutMessage: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  /// Nothing of `bytes`, which are at least one, is cut off yet.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// True if nothing is left.
  var isUsedUp: Bool {
    position == bytes.count
  }

  /// Makes `packet` the next one, of at most `packetSize` bytes, in the memory it has if that is
  /// enough.
  mutating func cut(
    into packet: inout [UInt8],
    linkID: LinkID,
    sequence: UInt16,
    packetSize: Int
  ) {
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
    packet.removeAll(keepingCapacity: true)
    packet.append(addingCapacity: overhead + end - position) { span in
      header.write(to: &span)
      if isFirst {
        Assembly.writePrefix(of: bytes, to: &span)
      }
      span.append(copying: bytes.span.extracting(position..<end))
    }
    position = end
  }
}
