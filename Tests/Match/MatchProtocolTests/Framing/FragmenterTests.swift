import MatchProtocol
import MatchSimulation
import Testing

@Suite struct FragmenterTests {
  @Test func `at MTU 23 a message of 30 bytes takes three packets of 18`() throws {
    var fragmenter = Fragmenter(linkID: someLink, limit: 4_096)
    let packets = try fragmenter.split([UInt8](0..<30), packetSize: 18)
    #expect(
      packets == [
        [0x60, 3, 0, 0, 0, 0, 0, 30, 0x35, 0x54, 0, 1, 2, 3, 4, 5, 6, 7],
        [0x40, 3, 0, 1, 0, 0, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
        [0x50, 3, 0, 2, 0, 0, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
      ]
    )
  }

  @Test func `the checksum is CRC-16 IBM-3740`() throws {
    var fragmenter = Fragmenter(linkID: someLink, limit: 4_096)
    let packets = try fragmenter.split(Array("123456789".utf8), packetSize: 508)
    #expect(packets.map { Array($0[6..<10]) } == [[0, 9, 0x29, 0xb1]])
  }

  @Test(arguments: [18, 19, 100, 180, 508, 4_105])
  func `no packet is longer than asked and all but the last are full`(size: Int) throws {
    var fragmenter = Fragmenter(linkID: someLink, limit: 4_096)
    let packets = try fragmenter.split([UInt8](repeating: 1, count: 4_096), packetSize: size)
    #expect(packets.dropLast().allSatisfy { $0.count == size })
    #expect((7...size).contains(packets.last?.count ?? 0))
  }

  @Test(arguments: [(-5, 18), (0, 18), (17, 18), (4_107, 4_106), (100_000, 4_106)])
  func `a size out of range is brought into it`(asked: Int, used: Int) throws {
    var fragmenter = Fragmenter(linkID: someLink, limit: 4_096)
    let packets = try fragmenter.split([UInt8](repeating: 1, count: 4_096), packetSize: asked)
    #expect(packets.first?.count == used)
  }

  @Test func `a message over the limit is refused and uses no number`() {
    var fragmenter = Fragmenter(linkID: someLink, limit: 100)
    #expect(throws: ProtocolError.messageTooLarge(claimed: 101, limit: 100)) {
      try fragmenter.split([UInt8](repeating: 1, count: 101), packetSize: 18)
    }
    #expect(throws: ProtocolError.emptyFragment(sequence: 0)) {
      try fragmenter.split([], packetSize: 18)
    }
    #expect(fragmenter.nextSequence == 0)
  }

  @Test(arguments: [1, 13, 600, 4_096])
  func `packets given one by one are the same, and a kept one stays as it is`(length: Int) throws {
    let message = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    var fragmenter = Fragmenter(linkID: someLink, limit: 4_096)
    var other = fragmenter
    var kept: [[UInt8]] = []
    try fragmenter.split(message, packetSize: 20) { kept.append($0) }
    #expect(try other.split(message, packetSize: 20) == kept)
    #expect(fragmenter.nextSequence == other.nextSequence)
  }

  @Test func `what cannot be sent ends the cutting and uses up its number`() {
    var fragmenter = Fragmenter(linkID: someLink, limit: 4_096)
    #expect(throws: ProtocolError.unexpectedMessage) {
      try fragmenter.split([UInt8](repeating: 1, count: 100), packetSize: 18) {
        packet throws(ProtocolError) in
        if packet[3] == 2 {
          throw .unexpectedMessage
        }
      }
    }
    #expect(fragmenter.nextSequence == 3)
  }

  @Test func `a keep-alive says the next number and does not use it`() throws {
    var fragmenter = Fragmenter(linkID: someLink, limit: 100, firstSequence: 0xffff)
    #expect(fragmenter.keepAlive() == [0x41, 3, 0xff, 0xff, 0, 0, 64])
    _ = try fragmenter.split([1], packetSize: 18)
    #expect(fragmenter.keepAlive() == [0x41, 3, 0, 0, 0, 0, 64])
  }
}
