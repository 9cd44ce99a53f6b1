import MatchSimulation
import TestSupport
import Testing

@testable import MatchProtocol

@Suite struct ReassemblerTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `messages survive reordering by 127 places and repetition`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let start = UInt16.random(in: 0...65_535, using: &random)
    var fragmenter = Fragmenter(linkID: someLink, limit: 4_096, firstSequence: start)
    var reassembler = Reassembler(limit: 4_096, firstSequence: start)
    var wire = SimulatedWire(faults: LinkFaults(reordering: 127, duplicated: 20), seed: seed)
    let size = Int.random(in: 18...508, using: &random)
    let sent = (0..<8).map { _ in
      let length = Int.random(in: 1...4_096, using: &random)
      return random.bytes(length)
    }
    for message in sent {
      for packet in try fragmenter.split(message, packetSize: size) {
        wire.send(packet)
      }
    }
    var received: [[UInt8]] = []
    while let packet = wire.receive() {
      received += try reassembler.append(packet)
      #expect(reassembler.waitingBytes <= Reassembler.window * size)
    }
    #expect(received == sent)
    #expect(!reassembler.isMissingPacket)
  }

  @Test(arguments: 1...64)
  func `every length survives the smallest packets`(length: Int) throws {
    let message = [UInt8](repeating: 0xa5, count: length)
    var fragmenter = Fragmenter(linkID: someLink, limit: 64)
    var reassembler = Reassembler(limit: 64)
    var received: [[UInt8]] = []
    for packet in try fragmenter.split(message, packetSize: 18) {
      received += try reassembler.append(packet)
    }
    #expect(received == [message])
  }

  @Test func `sequence numbers wrap round`() throws {
    var fragmenter = Fragmenter(linkID: someLink, limit: 8, firstSequence: 65_000)
    var reassembler = Reassembler(limit: 8, firstSequence: 65_000)
    for round in 0..<70_000 {
      let message = [UInt8(round & 0xff)]
      let packet = try fragmenter.split(message, packetSize: 18)[0]
      #expect(try reassembler.append(packet) == [message])
    }
    #expect(reassembler.expected == UInt16(truncatingIfNeeded: 65_000 + 70_000))
  }

  @Test func `copies of processed and of waiting packets are dropped`() throws {
    var reassembler = Reassembler(limit: 64)
    var fragmenter = Fragmenter(linkID: someLink, limit: 64)
    let packets = try (1...3).flatMap { try fragmenter.split([$0], packetSize: 18) }
    #expect(try reassembler.append(packets[0]) == [[1]])
    #expect(try reassembler.append(packets[0]).isEmpty)
    #expect(try reassembler.append(packets[2]).isEmpty)
    #expect(try reassembler.append(packets[2]).isEmpty)
    #expect(reassembler.isMissingPacket)
    #expect(try reassembler.append(packets[1]) == [[2], [3]])
    #expect(!reassembler.isMissingPacket)
  }

  @Test func `the 128th packet ahead is outside of the window`() throws {
    var reassembler = Reassembler(limit: 64, firstSequence: 65_500)
    #expect(try reassembler.append(fragment(91, [1])).isEmpty)
    #expect(throws: ProtocolError.outsideWindow(sequence: 92, expected: 65_500)) {
      try reassembler.append(fragment(92, [1]))
    }
    #expect(ProtocolError.outsideWindow(sequence: 92, expected: 65_500).fault == .lostPacket)
  }

  @Test func `what came beyond a hole is told bit by bit`() throws {
    var reassembler = Reassembler(limit: 64, firstSequence: 65_535)
    for ahead in [1, 3, 64, 65, 127] as [UInt16] {
      _ = try reassembler.append(fragment(65_535 &+ ahead, [1]))
    }
    #expect(reassembler.beyond == 0x8000_0000_0000_0005)
  }

  @Test func `the window keeps no more than 128 packets`() throws {
    var reassembler = Reassembler(limit: 4_096)
    let junk = [UInt8](repeating: 0, count: 4_100)
    for round in 0..<10 {
      for sequence in UInt16(1)...127 {
        #expect(try reassembler.append(fragment(sequence, junk)).isEmpty, "round \(round)")
      }
    }
    #expect(reassembler.waitingBytes == 127 * 4_106)
  }
}
