/// The checksum of a message: CRC-16/IBM-3740, polynomial 0x1021, starting at 0xFFFF.
///
/// Not reflected and without a final xor. The nine bytes "123456789" have 0x29B1.
enum CRC16 {
  /// The contribution of each value of the upper byte when it is shifted out.
  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte) << 8) { remainder, _ in
      remainder & 0x8000 == 0 ? remainder << 1 : remainder << 1 ^ 0x1021
    }
  }

  static func checksum(of message: some Sequence<UInt8>) -> UInt16 {
    let table = table
    return message.reduce(0xffff) { checksum, byte in
      checksum << 8 ^ table[Int(UInt8(checksum >> 8) ^ byte)]
    }
  }
}
