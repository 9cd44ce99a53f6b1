/// The remainder of the first part of a long message, divided 512 bytes at a time.
///
/// What divides is 0x11021 with its four terms 256 times further apart: a multiple of it. Its digits have
/// 256 bits and are only ever added to each other, so the order of the bytes within one does not matter.
struct LongRemainder {
  typealias Digit = SIMD4<UInt64>

  /// How many digits the remainder has.
  private static let count = 16

  /// How many bytes are taken at a time, and left at the end.
  static let size = count * MemoryLayout<Digit>.size

  /// The remainder, the highest digit first; before the end, the digits of the quotient that still count.
  private(set) var digits = InlineArray<16, Digit>(repeating: .zero)

  /// Divides as much of `bytes` as makes whole steps, at least one, and moves `position` behind it.
  init(of bytes: RawSpan, from position: inout Int) {
    digits[Self.count - 1].w = UInt64(CRC16.start).bigEndian
    while bytes.byteCount - position >= 2 * Self.size {
      step(bytes, position)
      position += Self.size
    }
    end(bytes, position)
    position += Self.size
  }

  /// A digit of the quotient is one of the message and those of the quotient 4, 11 and 16 before it.
  private mutating func step(_ bytes: RawSpan, _ position: Int) {
    for index in 0..<Self.count {
      digits[index] ^=
        Self.digit(index, of: bytes, at: position)
        ^ digits[(index + 12) % Self.count] ^ digits[(index + 5) % Self.count]
    }
  }

  /// The last 16 digits of the message are no part of the quotient, but those before them are added.
  private mutating func end(_ bytes: RawSpan, _ position: Int) {
    for index in 0..<Self.count {
      var digit = Self.digit(index, of: bytes, at: position)
      if index < 4 {
        digit ^= digits[index + 12]
      }
      if index < 11 {
        digit ^= digits[index + 5]
      }
      digits[index] ^= digit
    }
  }

  private static func digit(_ index: Int, of bytes: RawSpan, at position: Int) -> Digit {
    // Bounds are checked, and every pattern of bits is a number.
    unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: position + index * MemoryLayout<Digit>.size,
      as: Digit.self
    )
  }
}
