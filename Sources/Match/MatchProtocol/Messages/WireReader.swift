/// The fields of one message in the wire format of Protocol Buffers, for a message to read itself.
///
/// Reading follows proto3: unknown fields and fields of another wire type are skipped. A missing
/// field has its default value. If a field that holds one value comes twice, the last one counts,
/// and a message that comes twice is merged. Groups, which proto3 does not have, are errors.
struct WireReader {
  private enum Value {
    case varint(UInt64)
    case fixed64(UInt64)
    case bytes(Range<Int>)
    case fixed32(UInt32)
  }

  private var bytes: [UInt8] = []
  private var fields: [(number: UInt64, value: Value)] = []

  /// The fields in `bytes`, whose lengths are all checked.
  init(_ bytes: [UInt8]) throws(ProtocolError) {
    try self.init(WireCursor(bytes, bytes.indices))
  }

  /// No fields, as of a message that is missing.
  init() {}

  private init(_ start: WireCursor) throws(ProtocolError) {
    bytes = start.bytes
    var cursor = start
    while !cursor.isAtEnd {
      let tag = try cursor.varint(longest: 5)
      guard tag >> 3 > 0, tag <= UInt64(UInt32.max) else { throw .undecodable }
      let value: Value =
        switch tag & 7 {
        case 0: .varint(try cursor.varint())
        case 1: .fixed64(try cursor.fixed(8))
        case 2: .bytes(try cursor.content())
        case 5: .fixed32(UInt32(truncatingIfNeeded: try cursor.fixed(4)))
        default: throw .undecodable
        }
      fields.append((tag >> 3, value))
    }
  }

  /// The message of a `oneof` and its field, which is one that `isMember` names.
  ///
  /// Of several different ones the last counts; of all, every length is checked.
  func oneof(
    _ isMember: (UInt64) -> Bool
  ) throws(ProtocolError) -> (number: UInt64, fields: WireReader)? {
    var found: (number: UInt64, fields: WireReader)?
    for case (let number, .bytes(let content)) in fields where isMember(number) {
      let part = try WireReader(WireCursor(bytes, content))
      if found?.number == number {
        found?.fields.fields += part.fields
      } else {
        found = (number, part)
      }
    }
    return found
  }

  /// The message in field `number`; nil if there is none.
  func message(_ number: UInt64) throws(ProtocolError) -> WireReader? {
    try oneof { $0 == number }?.fields
  }

  /// The `uint64` in field `number`.
  func uint64(_ number: UInt64) -> UInt64 {
    for case (number, .varint(let value)) in fields.reversed() { return value }
    return 0
  }

  /// The `uint32` in field `number`: the lower 32 bits of what stands there.
  func uint32(_ number: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: uint64(number)) }

  /// The value of an enum in field `number`, known or not.
  func choice(_ number: UInt64) -> Int32 { Int32(truncatingIfNeeded: uint64(number)) }

  /// The `bool` in field `number`.
  func bool(_ number: UInt64) -> Bool { uint64(number) != 0 }

  /// The `fixed32` in field `number`.
  func fixed32(_ number: UInt64) -> UInt32 {
    for case (number, .fixed32(let value)) in fields.reversed() { return value }
    return 0
  }

  /// The `fixed64` in field `number`.
  func fixed64(_ number: UInt64) -> UInt64 {
    for case (number, .fixed64(let value)) in fields.reversed() { return value }
    return 0
  }

  /// The `repeated fixed64` in field `number`, packed or not.
  func fixed64s(_ number: UInt64) throws(ProtocolError) -> [UInt64] {
    var values: [UInt64] = []
    for field in fields where field.number == number {
      switch field.value {
      case .fixed64(let value): values.append(value)
      case .bytes(let content):
        var cursor = WireCursor(bytes, content)
        while !cursor.isAtEnd { values.append(try cursor.fixed(8)) }
      case .varint, .fixed32: break
      }
    }
    return values
  }

  /// The `bytes` in field `number`.
  func bytes(_ number: UInt64) -> [UInt8] { Array(slice(number)) }

  /// The `bytes` in field `number`, where they stand.
  func slice(_ number: UInt64) -> ArraySlice<UInt8> {
    for case (number, .bytes(let content)) in fields.reversed() { return bytes[content] }
    return []
  }

  /// The `string` in field `number`.
  func string(_ number: UInt64) throws(ProtocolError) -> String { try strings(number).last ?? "" }

  /// The `repeated string` in field `number`, all of them UTF-8.
  func strings(_ number: UInt64) throws(ProtocolError) -> [String] {
    var texts: [String] = []
    for case (number, .bytes(let content)) in fields {
      guard let text = String(validating: bytes[content], as: UTF8.self) else {
        throw .undecodable
      }
      texts.append(text)
    }
    return texts
  }
}

/// A place in the bytes of a message.
private struct WireCursor {
  let bytes: [UInt8]
  private var position: Int
  private let end: Int
  /// The maximum length of what is in it: only what is long itself has anything long.
  private let limit: Int

  /// The beginning of `range` in `bytes`.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    limit = range.count > MessageLimit.match ? MessageLimit.record : MessageLimit.match
  }

  var isAtEnd: Bool { position == end }

  /// Reads a number of at most `longest` bytes, with seven bits in each, the lowest first.
  mutating func varint(longest: Int = 10) throws(ProtocolError) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<longest {
      let byte = try byte()
      value |= UInt64(byte & 0x7f) &<< UInt64(7 * index)
      if byte & 0x80 == 0 { return value }
    }
    throw .undecodable
  }

  /// Reads a number of `size` bytes, the lowest first.
  mutating func fixed(_ size: Int) throws(ProtocolError) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<size { value |= UInt64(try byte()) &<< UInt64(8 * index) }
    return value
  }

  /// Reads a length, and skips so many bytes, which are returned.
  mutating func content() throws(ProtocolError) -> Range<Int> {
    let length = try varint()
    guard length <= UInt64(limit) else {
      throw .messageTooLarge(claimed: length, limit: limit)
    }
    guard length <= UInt64(end - position) else { throw .undecodable }
    let start = position
    position += Int(length)
    return start..<position
  }

  private mutating func byte() throws(ProtocolError) -> UInt8 {
    guard position < end else { throw .undecodable }
    position += 1
    return bytes[position - 1]
  }
}
