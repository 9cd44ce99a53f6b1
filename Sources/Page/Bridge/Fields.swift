/// Byte strings in a row, each after its length in four bytes, the lowest first.
struct FieldReader {
  private let bytes: [UInt8]
  private var place = 0

  /// The fields in `bytes`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next field; nil at the end, and for a length that goes beyond it.
  mutating func next() -> [UInt8]? {
    guard bytes.count - place >= 4 else { return nil }
    let length = (0..<4).reduce(0 as UInt32) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    guard length <= bytes.count - place - 4 else { return nil }
    let start = place + 4
    place = start + Int(clamping: length)
    return Array(bytes[start..<place])
  }

  /// The next field as text; nil as for ``next()``.
  mutating func nextText() -> String? {
    next().map { String(decoding: $0, as: UTF8.self) }
  }
}

extension [UInt8] {
  /// Adds a field that ``FieldReader`` reads.
  mutating func append(field: [UInt8]) {
    for index in 0..<4 { append(UInt8(truncatingIfNeeded: field.count >> (8 * index))) }
    self += field
  }
}
