import MatchSimulation
import TestSupport
import Testing

@testable import MatchProtocol

@Suite struct ReferenceFramingTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `packets are those of the reference, bit by bit`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sequence = UInt16.random(in: 0...65_535, using: &random)
    var fragmenter = Fragmenter(
      linkID: someLink,
      limit: MessageLimit.match,
      firstSequence: sequence
    )
    for _ in 0..<5 {
      let message = random.bytes(
        Int.random(in: 1...(random.chance(50) ? 40 : 4_096), using: &random)
      )
      let size = Int.random(in: 18...508, using: &random)
      let packets = ReferenceFraming.packets(
        of: message,
        linkID: someLink,
        sequence: sequence,
        packetSize: size
      )
      #expect(try fragmenter.split(message, packetSize: size) == packets)
      var stream = OutgoingStream(linkID: someLink, firstSequence: sequence)
      stream.submit(message)
      #expect(stream.release(packetSize: size, now: .zero) == Array(packets.prefix(64)))
      sequence &+= UInt16(packets.count)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a reassembler says what the reference says, packet by packet`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var fast = Reassembler(limit: 2_000)
    var slow = ReferenceReassembler(limit: 2_000)
    for packet in try packets(&random) {
      let expected = Swift.Result { () throws(ProtocolError) in try slow.append(packet) }
      let actual = Swift.Result { () throws(ProtocolError) in try fast.append(packet) }
      #expect(actual == expected)
      guard case .success = expected else {
        return
      }
      #expect(fast.expected == slow.expected)
    }
  }

  /// Some messages in packets of different sizes, swapped and repeated; in half of all streams one
  /// is broken.
  private func packets(_ random: inout SeededGenerator) throws -> [[UInt8]] {
    var fragmenter = Fragmenter(linkID: someLink, limit: 2_100)
    var packets: [[UInt8]] = []
    for _ in 0..<6 {
      let message = random.bytes(
        Int.random(in: 1...(random.chance(2) ? 2_100 : 600), using: &random)
      )
      let size = Int.random(in: 18...200, using: &random)
      packets += try fragmenter.split(message, packetSize: size)
    }
    for index in packets.indices where random.chance(30) {
      let other = Int.random(in: index..<min(index + 130, packets.count), using: &random)
      packets.swapAt(index, other)
    }
    if random.chance(50) {
      let index = packets.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0...3, using: &random) {
      case 0: packets[index].removeLast(Int.random(in: 1...packets[index].count, using: &random))
      case 1: packets[index] += random.bytes(3)
      case 2: packets[index][0] ^= random.chance(50) ? 0x10 : 0x20
      default:
        let byte = packets[index].indices.randomElement(using: &random) ?? 0
        packets[index][byte] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
    }
    return packets.flatMap { random.chance(10) ? [$0, $0] : [$0] }
  }
}
