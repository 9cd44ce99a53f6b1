/// The remainder of the first part of a long message, divided 256 bytes at a time.
///
/// What divides is 0x11021 with its four terms 128 times further apart: a multiple of it. Its
/// digits have 128 bits and are only ever added to each other, so the order of the bytes within one
/// does not matter.
struct LongRemainder {
  typealias Digits = InlineArray<16, SIMD2<UInt64>>

  /// How many bytes are taken at a time, and left at the end.
  static let size = MemoryLayout<Digits>.size

  /// The highest digit first; their bytes in memory are those of a message with the same checksum.
  let digits: Digits

  /// Divides as much of `bytes` as makes whole steps, at least one, and moves `position` behind it.
  init(of bytes: RawSpan, from position: inout Int) {
    var quotient = Digits(repeating: .zero)
    quotient[quotient.count - 1].y = UInt64(CRC16.start).bigEndian
    while bytes.byteCount - position >= 2 * Self.size {
      Self.step(&quotient, bytes.extracting(position..<position + Self.size))
      position += Self.size
    }
    digits = Self.end(quotient, bytes.extracting(position..<position + Self.size))
    position += Self.size
  }

  /// Replaces the last 16 digits of the quotient by the next 16.
  ///
  /// They stay in registers if each has a place that the compiler knows, which it does not in a
  /// loop.
  @inline(__always)
  private static func step(_ quotient: inout Digits, _ block: RawSpan) {
    step(&quotient, 0, block)
    step(&quotient, 1, block)
    step(&quotient, 2, block)
    step(&quotient, 3, block)
    step(&quotient, 4, block)
    step(&quotient, 5, block)
    step(&quotient, 6, block)
    step(&quotient, 7, block)
    step(&quotient, 8, block)
    step(&quotient, 9, block)
    step(&quotient, 10, block)
    step(&quotient, 11, block)
    step(&quotient, 12, block)
    step(&quotient, 13, block)
    step(&quotient, 14, block)
    step(&quotient, 15, block)
  }

  /// A digit of the quotient is one of the message and those of the quotient 4, 11 and 16 before
  /// it.
  @inline(__always)
  private static func step(_ quotient: inout Digits, _ index: Int, _ block: RawSpan) {
    let earlier = quotient[(index + 12) % 16] ^ quotient[(index + 5) % 16] ^ quotient[index]
    quotient[index] = digit(index, of: block) ^ earlier
  }

  /// The last 16 digits of the message add nothing to the quotient; its own last ones are added to
  /// them.
  private static func end(_ quotient: Digits, _ block: RawSpan) -> Digits {
    Digits { index in
      var digit = digit(index, of: block) ^ quotient[index]
      if index < 4 {
        digit ^= quotient[index + 12]
      }
      if index < 11 {
        digit ^= quotient[index + 5]
      }
      return digit
    }
  }

  @inline(__always)
  private static func digit(_ index: Int, of block: RawSpan) -> Digits.Element {
    // Bounds are checked, and every pattern of bits is a number.
    unsafe block.unsafeLoadUnaligned(
      fromByteOffset: index * MemoryLayout<Digits.Element>.size,
      as: Digits.Element.self
    )
  }
}
