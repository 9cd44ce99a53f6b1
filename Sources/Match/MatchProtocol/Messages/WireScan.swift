/// Walks over the fields of an encoded envelope and checks every length before anything is decoded.
struct WireScan {
  /// The fields of `Envelope` that hold messages.
  private static let messages: Set<UInt64> = Set(1...15).union([30, 31, 40, 50]).union(70...77)
    .union(80...85).union([90, 94, 95])
  /// `Welcome` and `Challenge`, and the field of each that holds a message.
  private static let nested: [UInt64: UInt64] = [2: 9, 85: 1]

  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  /// Checks that each length in `bytes` ends inside of `bytes`.
  static func check(_ bytes: [UInt8]) throws(ProtocolError) {
    var envelope = WireScan(bytes: bytes, position: 0, end: bytes.count)
    while let field = try envelope.next() {
      guard messages.contains(field.number), let content = field.content else {
        continue
      }
      var message = WireScan(
        bytes: bytes,
        position: content.lowerBound,
        end: content.upperBound
      )
      while let inner = try message.next() {
        guard Self.nested[field.number] == inner.number, let content = inner.content else {
          continue
        }
        var offer = WireScan(bytes: bytes, position: content.lowerBound, end: content.upperBound)
        while try offer.next() != nil {}
      }
    }
  }

  /// The number of the next field, and where its content is if it has a length.
  private mutating func next() throws(ProtocolError) -> (number: UInt64, content: Range<Int>?)? {
    guard position < end else {
      return nil
    }
    let tag = try varint()
    var content: Range<Int>?
    switch tag & 7 {
    case 0:
      _ = try varint()
    case 1:
      try skip(8)
    case 2:
      let length = try varint()
      let start = position
      try skip(length)
      content = start..<position
    case 5:
      try skip(4)
    default:
      throw .undecodable
    }
    return (tag >> 3, content)
  }

  private mutating func skip(_ length: UInt64) throws(ProtocolError) {
    guard length <= UInt64(MessageLimit.match) else {
      throw .messageTooLarge(claimed: length, limit: MessageLimit.match)
    }
    guard length <= UInt64(end - position) else {
      throw .undecodable
    }
    position += Int(length)
  }

  private mutating func varint() throws(ProtocolError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 70, by: 7) {
      guard position < end else {
        throw .undecodable
      }
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7f) << UInt64(shift)
      if byte & 0x80 == 0 {
        return value
      }
    }
    throw .undecodable
  }
}
