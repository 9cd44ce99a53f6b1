/// A message on its way into packets, which are cut when they are needed and not before.
///
/// It stands behind room for the beginning of its first packet: what fits into one packet becomes
/// that packet as it is, in the same memory.
struct UncutMessage: Sendable {
  /// The number of bytes of the room.
  static let room = FragmentHeader.size + Assembly.prefixSize

  private var bytes: [UInt8]
  private let length: Int
  private var position = Self.room

  /// Nothing of `bytes`, which are at least one behind the room, is cut off yet.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    length = bytes.count
  }

  /// The room, and `message` behind it.
  static func behindRoom(_ message: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0, count: room) + message
  }

  private var message: ArraySlice<UInt8> { bytes[Self.room...] }

  /// True if nothing is left.
  var isUsedUp: Bool {
    position == length
  }

  /// Makes `packet` the next one, of at most `packetSize` bytes, in the memory it has if that is
  /// enough, with this header but for where it stands in the message.
  mutating func cut(_ header: FragmentHeader, into packet: inout [UInt8], packetSize: Int) {
    let isFirst = position == Self.room
    let overhead = isFirst ? Self.room : FragmentHeader.size
    let end = min(position + PacketSize.usable(packetSize) - overhead, length)
    var header = header
    (header.isFirst, header.isLast) = (isFirst, end == length)
    if isFirst, end == length {
      let front = [UInt8](capacity: overhead) { span in
        header.write(to: &span)
        Assembly.writePrefix(of: message, to: &span)
      }
      bytes.replaceSubrange(..<overhead, with: front)
      swap(&packet, &bytes)
    } else {
      packet.removeAll(keepingCapacity: true)
      packet.append(addingCapacity: overhead + end - position) { span in
        header.write(to: &span)
        if isFirst { Assembly.writePrefix(of: message, to: &span) }
        span.append(copying: bytes.span.extracting(position..<end))
      }
    }
    position = end
  }
}
