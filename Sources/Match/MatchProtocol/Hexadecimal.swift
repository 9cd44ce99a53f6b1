extension [UInt8] {
  /// The bytes in hexadecimal: two small digits each.
  package var hexadecimal: String {
    unsafe String(unsafeUninitializedCapacity: count * 2) { buffer in
      for (index, byte) in enumerated() {
        unsafe buffer[2 * index] = Self.digit(byte >> 4)
        unsafe buffer[2 * index + 1] = Self.digit(byte & 15)
      }
      return count * 2
    }
  }

  /// The bytes that `text` writes, in small or capital digits; nil if it writes none.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.map(Self.value)
    guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }

  /// The value of a digit; 16 if it is none.
  private static func value(_ digit: UInt8) -> UInt8 {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: 16
    }
  }
}
