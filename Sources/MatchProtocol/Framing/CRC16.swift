/// The checksum of a message: CRC-16/IBM-3740, polynomial 0x1021, starting at 0xFFFF.
///
/// The nine bytes "123456789" have 0x29B1.
enum CRC16 {
  static func checksum(of bytes: [UInt8]) -> UInt16 {
    var crc: UInt16 = 0xffff
    for byte in bytes {
      // Eight steps of the bitwise division at once.
      crc = crc >> 8 | crc << 8
      crc ^= UInt16(byte)
      crc ^= (crc & 0xff) >> 4
      crc ^= crc << 12
      crc ^= (crc & 0xff) << 5
    }
    return crc
  }
}
