/// A message that has begun and is not whole yet.
struct Assembly: Sendable {
  /// Length and checksum, two bytes each, before the message's own bytes.
  ///
  /// A message above ``MessageLimit/match`` has no checksum: it is sealed, which shows more.
  static let prefixSize = 4

  private let length: Int
  private let checksum: UInt16
  private var bytes: [UInt8] = []

  /// Writes what stands before `message` in its first fragment.
  static func writePrefix(of message: ArraySlice<UInt8>, to packet: inout OutputSpan<UInt8>) {
    packet.append(bigEndian: UInt16(truncatingIfNeeded: message.count))
    packet.append(bigEndian: checksum(of: message))
  }

  private static func checksum(of message: ArraySlice<UInt8>) -> UInt16 {
    message.count > MessageLimit.match ? 0 : CRC16.checksum(of: message)
  }

  /// Reads the prefix of a first fragment's `packet`; its bytes are for `append`.
  init(first packet: [UInt8], limit: Int) throws(ProtocolError) {
    let minimum = FragmentHeader.size + Self.prefixSize
    guard packet.count >= minimum else {
      throw .packetTooShort(length: packet.count, minimum: minimum)
    }
    length = Int(packet[6]) << 8 | Int(packet[7])
    checksum = UInt16(packet[8]) << 8 | UInt16(packet[9])
    guard length <= limit else {
      throw .messageTooLarge(claimed: UInt64(length), limit: limit)
    }
  }

  /// Adds what `packet` carries, and never keeps more than the length that was claimed.
  mutating func append(_ packet: [UInt8], _ header: FragmentHeader) throws(ProtocolError) {
    let overhead = FragmentHeader.size + (header.isFirst ? Self.prefixSize : 0)
    let payload = packet.span.extracting(droppingFirst: overhead)
    guard !payload.isEmpty else {
      throw .emptyFragment(sequence: header.sequence)
    }
    guard bytes.count + payload.count <= length else {
      throw .wrongLength(claimed: length, actual: bytes.count + payload.count)
    }
    if bytes.isEmpty {
      // The limit bounds the claim, so that this is no more than a message may take anyway.
      bytes.reserveCapacity(length)
    }
    bytes.append(addingCapacity: payload.count) { $0.append(copying: payload) }
  }

  /// The message, after its last fragment.
  func finish() throws(ProtocolError) -> [UInt8] {
    try check(bytes[...])
    return bytes
  }

  /// The message that is whole in `packet`, where it stands.
  static func message(in packet: [UInt8], limit: Int) throws(ProtocolError) -> ArraySlice<UInt8> {
    let assembly = try Assembly(first: packet, limit: limit)
    let message = packet[UncutMessage.room...]
    guard !message.isEmpty else {
      throw .emptyFragment(sequence: try FragmentHeader(decoding: packet).sequence)
    }
    try assembly.check(message)
    return message
  }

  private func check(_ message: ArraySlice<UInt8>) throws(ProtocolError) {
    guard message.count == length else {
      throw .wrongLength(claimed: length, actual: message.count)
    }
    let actual = Self.checksum(of: message)
    guard actual == checksum else {
      throw .wrongChecksum(claimed: checksum, actual: actual)
    }
  }
}
