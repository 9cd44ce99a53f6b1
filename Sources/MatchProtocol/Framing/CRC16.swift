/// The checksum of a message: CRC-16/IBM-3740, polynomial 0x1021, starting at 0xFFFF.
///
/// The nine bytes "123456789" have 0x29B1. It needs no table, and for long messages little more
/// time than reading them: docs/decisions/0009-framing-speed.md says why.
enum CRC16 {
  /// Two bytes whose own checksum, from 0, is 0xFFFF: to begin with them is to start there.
  static let start: UInt16 = 0x84cf

  static func checksum(of message: [UInt8]) -> UInt16 {
    let bytes = unsafe message.span.bytes
    var remainder = UInt128(start)
    var position = 0
    if bytes.byteCount >= 2 * LongRemainder.size {
      let long = LongRemainder(of: bytes, from: &position)
      var start = 0
      // Its bytes in memory are those of a message with the same checksum.
      remainder = divide(0, unsafe long.digits.span.bytes, from: &start)
    }
    remainder = divide(remainder, bytes, from: &position)
    var checksum = reduce(remainder)
    while position < message.count {
      checksum = append(message[position], to: checksum)
      position += 1
    }
    return checksum
  }

  /// The remainder of `dividend` and all whole blocks of 16 bytes that follow it.
  private static func divide(
    _ dividend: UInt128,
    _ bytes: RawSpan,
    from position: inout Int
  ) -> UInt128 {
    let size = MemoryLayout<UInt128>.size
    var remainder = dividend
    while bytes.byteCount - position >= size {
      // Bounds are checked, and every pattern of bits is a number.
      let block = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt128.self)
      remainder = divide(remainder, block.bigEndian)
      position += size
    }
    return remainder
  }

  /// The remainder of the polynomial whose upper half is `high` and whose lower half is `low`.
  ///
  /// What divides has four terms, `width` times further apart than those of 0x11021. The quotient
  /// has 16 digits of `width` bits, and a term that is 4 or 11 digits below the highest adds to it
  /// again.
  private static func divide<Half: FixedWidthInteger & UnsignedInteger>(
    _ high: Half,
    _ low: Half
  ) -> Half {
    let width = Half.bitWidth / 16
    let quotient =
      high ^ high >> (4 * width) ^ high >> (8 * width) ^ high >> (11 * width) ^ high >> (12 * width)
    return low ^ quotient ^ quotient << (5 * width) ^ quotient << (12 * width)
  }

  /// The checksum, from 0, of what has `remainder`.
  private static func reduce(_ remainder: UInt128) -> UInt16 {
    func halved<Whole: FixedWidthInteger, Half: FixedWidthInteger & UnsignedInteger>(
      _ whole: Whole,
      _: Half.Type
    ) -> Half {
      divide(Half(truncatingIfNeeded: whole >> Half.bitWidth), Half(truncatingIfNeeded: whole))
    }
    let short = halved(halved(halved(remainder, UInt64.self), UInt32.self), UInt16.self)
    return divide(short, 0)
  }

  /// The checksum after one more byte.
  private static func append(_ byte: UInt8, to checksum: UInt16) -> UInt16 {
    // Eight steps of the bitwise division at once.
    var checksum = checksum >> 8 | checksum << 8
    checksum ^= UInt16(byte)
    checksum ^= (checksum & 0xff) >> 4
    checksum ^= checksum << 12
    checksum ^= (checksum & 0xff) << 5
    return checksum
  }
}
