import MatchSimulation
import TestSupport
import Testing

@testable import MatchProtocol

@Suite struct CRC16Tests {
  @Test func `the check value of the catalogue`() {
    #expect(CRC16.checksum(of: Array("123456789".utf8)) == 0x29b1)
  }

  @Test(arguments: 0..<10)
  func `the checksum is the definition's for every length up to 600, and many more`(first: Int) {
    var random = SeededGenerator(seed: UInt64(first))
    let lengths = Array(stride(from: first, through: 600, by: 10))
    for length in lengths + stride(from: 600 + first, to: 2_600, by: 61) {
      let message = random.bytes(length)
      #expect(
        CRC16.checksum(of: message) == ReferenceFraming.checksum(of: message),
        "\(length) bytes"
      )
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `the checksum is the definition's for random lengths up to the field's`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let message = random.bytes(Int.random(in: 2_600...MessageLimit.field, using: &random))
    #expect(CRC16.checksum(of: message) == ReferenceFraming.checksum(of: message))
  }

  @Test(arguments: [15, 16, 17, 511, 512, 1_023, 1_024, 1_025, 4_096])
  func `each single bit counts`(length: Int) {
    var message = [UInt8](repeating: 0, count: length)
    let nothing = CRC16.checksum(of: message)
    #expect(nothing == ReferenceFraming.checksum(of: message))
    for bit in stride(from: 0, to: length * 8, by: max(1, length / 13)) {
      message[bit / 8] = 0x80 >> UInt8(bit % 8)
      #expect(CRC16.checksum(of: message) == ReferenceFraming.checksum(of: message), "bit \(bit)")
      #expect(CRC16.checksum(of: message) != nothing, "bit \(bit)")
      message[bit / 8] = 0
    }
  }
}
