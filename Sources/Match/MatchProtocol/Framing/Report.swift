/// The packet without content: it tells what its sender has received so far, and what it can take.
///
/// The header's `acknowledged` says up to where everything has come; the report adds what came
/// beyond a hole. Sent after five seconds without another packet, it is the keep-alive.
package struct Report: Hashable, Sendable {
  /// The number of fragments a receiver can ever ask for, and a sender ever have on the way.
  ///
  /// A default socket of bluetoothd holds 167 of the longest.
  package static let fullCredit = 64

  /// The maximum number of bytes of bits in a report.
  private static let maximumBits = 8

  /// The number of fragments that may be on the way, from the acknowledged number on: 0...64.
  package var credit: Int

  /// Bit `i`, from the lowest, says that the number `acknowledged + 1 + i` has come.
  package var beyond: UInt64

  /// A report of `beyond` that grants `credit`.
  package init(credit: Int = Report.fullCredit, beyond: UInt64 = 0) {
    self.credit = min(max(credit, 0), Self.fullCredit)
    self.beyond = beyond
  }

  /// Reads what follows the header of a report; a credit over 64 means 64.
  package init(decoding packet: [UInt8]) throws(ProtocolError) {
    let minimum = FragmentHeader.size + 1
    guard packet.count >= minimum else {
      throw .packetTooShort(length: packet.count, minimum: minimum)
    }
    guard packet.count <= minimum + Self.maximumBits else {
      throw .packetTooLong(length: packet.count, maximum: minimum + Self.maximumBits)
    }
    var beyond: UInt64 = 0
    for (index, byte) in packet[minimum...].enumerated() {
      beyond |= UInt64(byte) << UInt64(8 * index)
    }
    self.init(credit: Int(packet[minimum - 1]), beyond: beyond)
  }

  /// The bytes after the header: the credit, and the bits without the zero bytes at their end.
  package var encoded: [UInt8] {
    var bytes = [UInt8(truncatingIfNeeded: credit)]
    var rest = beyond
    while rest != 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    return bytes
  }
}
