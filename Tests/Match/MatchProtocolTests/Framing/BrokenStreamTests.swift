import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

/// One broken stream, and what is wrong with it.
struct BrokenStream: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let packets: [[UInt8]]
  let error: ProtocolError
}

let brokenStreams = [
  BrokenStream(
    testDescription: "starts in the middle",
    packets: [fragment(0, [1])],
    error: .unexpectedContinuation(sequence: 0)
  ),
  BrokenStream(
    testDescription: "begins twice",
    packets: [
      fragment(0, first: true, [0, 2, 0, 0, 1]), fragment(1, first: true, [0, 2, 0, 0, 1]),
    ],
    error: .unexpectedFirst(sequence: 1)
  ),
  BrokenStream(
    testDescription: "first fragment without length and checksum",
    packets: [fragment(0, first: true, [0, 2, 0])],
    error: .packetTooShort(length: 9, minimum: 10)
  ),
  BrokenStream(
    testDescription: "empty first fragment",
    packets: [fragment(0, first: true, [0, 2, 0, 0])],
    error: .emptyFragment(sequence: 0)
  ),
  BrokenStream(
    testDescription: "empty message",
    packets: [fragment(0, first: true, last: true, [0, 0, 0xff, 0xff])],
    error: .emptyFragment(sequence: 0)
  ),
  BrokenStream(
    testDescription: "empty continuation",
    packets: [fragment(0, first: true, [0, 2, 0, 0, 1]), fragment(1, [])],
    error: .emptyFragment(sequence: 1)
  ),
  BrokenStream(
    testDescription: "shorter than claimed",
    packets: [fragment(0, first: true, last: true, [0, 2, 0, 0, 1])],
    error: .wrongLength(claimed: 2, actual: 1)
  ),
  BrokenStream(
    testDescription: "longer than claimed",
    packets: [fragment(0, first: true, [0, 2, 0, 0, 1, 2, 3])],
    error: .wrongLength(claimed: 2, actual: 3)
  ),
  BrokenStream(
    testDescription: "wrong checksum",
    packets: [fragment(0, first: true, last: true, [0, 1, 0, 0, 1])],
    error: .wrongChecksum(claimed: 0, actual: 0xf1d1)
  ),
  BrokenStream(
    testDescription: "claims all that the field can say",
    packets: [fragment(0, first: true, [0xff, 0xff, 0, 0, 1])],
    error: .messageTooLarge(claimed: 65_535, limit: 4_096)
  ),
]

@Suite struct BrokenStreamTests {
  @Test(arguments: brokenStreams)
  func `a broken stream throws what is wrong with it`(stream: BrokenStream) {
    var reassembler = Reassembler(limit: 4_096)
    #expect(throws: stream.error) {
      for packet in stream.packets {
        _ = try reassembler.append(packet)
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random packets never do more than throw`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stream = Reassembler(limit: 4_096)
    var greeting = HandshakeReassembler()
    for _ in 0..<5_000 {
      var packet = random.bytes(Int.random(in: 0...40, using: &random))
      if random.chance(80), packet.count > 3 {
        packet[0] = 0x40 | packet[0] & 0x31
        packet[2] = 0
      }
      do {
        _ = try stream.append(packet)
      } catch {
        stream = Reassembler(limit: 4_096)
      }
      do {
        _ = try greeting.append(packet)
      } catch {
        greeting = HandshakeReassembler()
      }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `no flipped bit yields a wrong message`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let message = random.bytes(Int.random(in: 1...200, using: &random))
    var fragmenter = Fragmenter(linkID: someLink, limit: 4_096)
    let packets = try fragmenter.split(message, packetSize: 18)
    for _ in 0..<100 {
      var damaged = packets
      let index = Int.random(in: 0..<packets.count, using: &random)
      let bit = Int.random(in: 0..<packets[index].count * 8, using: &random)
      damaged[index][bit / 8] ^= 1 << UInt8(bit % 8)
      var reassembler = Reassembler(limit: 4_096)
      var received: [[UInt8]] = []
      for packet in damaged {
        guard let whole = try? reassembler.append(packet) else {
          break
        }
        received += whole
      }
      #expect(received.isEmpty || received == [message])
    }
  }
}
