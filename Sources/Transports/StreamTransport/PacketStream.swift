internal import MatchProtocol

/// Packets on a stream of bytes: each after its length in two bytes, the higher first.
///
/// docs/reference/protocol.md, section 12.
package enum PacketStream {
  /// An error for bytes that are no packet: the length is 0, or more than any packet has.
  package struct WrongLength: Error, Hashable {
    /// The length that was read.
    package let length: Int

    /// A length that was read.
    package init(length: Int) {
      self.length = length
    }
  }

  /// The number of bytes a length has.
  static let lengthSize = 2

  /// `packet` as it goes on the stream.
  package static func framed(_ packet: [UInt8]) -> [UInt8] {
    precondition(
      1...PacketSize.largest ~= packet.count,
      "a packet has 1 to \(PacketSize.largest) bytes"
    )
    return [UInt8(packet.count >> 8), UInt8(packet.count & 0xff)] + packet
  }

  /// Takes bytes as they come, and gives whole packets.
  package struct Reader: Sendable {
    private var bytes: [UInt8] = []

    /// A reader at the beginning of a stream.
    package init() {}

    /// Takes what has come, and returns all packets that are whole now.
    ///
    /// It keeps less than one packet.
    ///
    /// - Throws: ``WrongLength``; the stream is of no use then.
    package mutating func read(_ new: some Sequence<UInt8>) throws(WrongLength) -> [[UInt8]] {
      bytes += new
      var packets: [[UInt8]] = []
      var start = 0
      while bytes.count - start >= lengthSize {
        let length = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        guard 1...PacketSize.largest ~= length else { throw WrongLength(length: length) }
        let end = start + lengthSize + length
        guard end <= bytes.count else { break }
        packets.append(Array(bytes[start + lengthSize..<end]))
        start = end
      }
      bytes.removeFirst(start)
      return packets
    }
  }
}
