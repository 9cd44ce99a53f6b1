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

  /// `packet` as it goes on the stream.
  package static func framed(_ packet: [UInt8]) -> [UInt8] { header(of: packet) + packet }

  /// The length of `packet`, which goes before it.
  static func header(of packet: [UInt8]) -> [UInt8] {
    precondition(
      1...PacketSize.longest ~= packet.count,
      "a packet has 1 to \(PacketSize.longest) bytes"
    )
    return [UInt8(packet.count >> 8), UInt8(packet.count & 0xff)]
  }

  /// Takes bytes as they come, and gives whole packets.
  package struct Reader: Sendable {
    /// The first byte of a length of which the second is to come.
    private var high: UInt8?
    /// What is here of a packet, and the number of bytes that it lacks.
    private var packet: [UInt8] = []
    private var missing = 0

    /// A reader at the beginning of a stream.
    package init() {}

    /// Takes what has come, and returns all packets that are whole now.
    ///
    /// It keeps less than one packet.
    ///
    /// - Throws: ``WrongLength``; the stream is of no use then.
    package mutating func read(_ new: some Collection<UInt8>) throws(WrongLength) -> [[UInt8]] {
      var packets: [[UInt8]] = []
      var rest = new[...]
      while let byte = rest.first {
        guard missing > 0 else {
          rest.removeFirst()
          try begin(byte)
          continue
        }
        let part = rest.prefix(missing)
        packet += part
        missing -= part.count
        rest = rest.dropFirst(part.count)
        guard missing == 0 else { break }
        packets.append(packet)
        packet = []
      }
      return packets
    }

    /// Takes the next byte of a length.
    private mutating func begin(_ byte: UInt8) throws(WrongLength) {
      guard let high else {
        self.high = byte
        return
      }
      let length = Int(high) << 8 | Int(byte)
      guard 1...PacketSize.longest ~= length else { throw WrongLength(length: length) }
      self.high = nil
      missing = length
      packet.reserveCapacity(length)
    }
  }
}
