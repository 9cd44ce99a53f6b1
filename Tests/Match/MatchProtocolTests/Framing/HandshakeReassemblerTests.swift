import MatchSimulation
import TestSupport
import Testing

@testable import MatchProtocol

@Suite struct HandshakeReassemblerTests {
  private func greetings(_ count: Int) throws -> [(message: [UInt8], packets: [[UInt8]])] {
    var fragmenter = Fragmenter(
      linkID: .unassigned,
      limit: MessageLimit.handshake,
      firstSequence: 65_530
    )
    return try (0..<count).map { index in
      let message = [UInt8](repeating: UInt8(index), count: 50)
      return (message, try fragmenter.split(message, packetSize: 18))
    }
  }

  @Test(arguments: 0..<10)
  func `who begins to listen late misses one greeting and hears the next`(late: Int) throws {
    let sent = try greetings(3)
    var reassembler = HandshakeReassembler()
    var received: [[UInt8]] = []
    for packet in sent.flatMap(\.packets).dropFirst(late) {
      if let message = try reassembler.append(packet) {
        received.append(message)
      }
    }
    let missed = late == 0 ? 0 : (late + 4) / 5
    #expect(received == sent.dropFirst(missed).map(\.message))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `greetings survive any order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sent = try greetings(4)
    var reassembler = HandshakeReassembler()
    var received: Set<[UInt8]> = []
    for packet in sent.flatMap(\.packets).shuffled(using: &random) {
      if let message = try reassembler.append(packet) {
        received.insert(message)
      }
    }
    #expect(received == Set(sent.map(\.message)))
    #expect(reassembler.waitingBytes == 0)
  }

  @Test func `fragments that never become whole make room`() throws {
    var reassembler = HandshakeReassembler()
    for sequence in UInt16(0)..<1_000 {
      let packet = fragment(sequence &* 2, link: .unassigned, [UInt8](repeating: 0, count: 12))
      #expect(try reassembler.append(packet) == nil)
      #expect(reassembler.waitingBytes <= HandshakeReassembler.capacity * 18)
    }
  }

  @Test func `a packet over 18 bytes is refused`() {
    var reassembler = HandshakeReassembler()
    #expect(throws: ProtocolError.packetTooLong(length: 19, maximum: 18)) {
      try reassembler.append(fragment(0, link: .unassigned, [UInt8](repeating: 0, count: 13)))
    }
  }

  @Test func `a claim over 512 bytes is refused at the first fragment`() {
    var reassembler = HandshakeReassembler()
    #expect(throws: ProtocolError.messageTooLarge(claimed: 513, limit: 512)) {
      try reassembler.append(fragment(0, first: true, link: .unassigned, [2, 1, 0, 0, 1]))
    }
  }

  @Test func `two beginnings in one run are refused`() throws {
    var reassembler = HandshakeReassembler()
    _ = try reassembler.append(fragment(1, first: true, link: .unassigned, [0, 9, 0, 0, 1]))
    #expect(throws: ProtocolError.unexpectedFirst(sequence: 1)) {
      _ = try reassembler.append(fragment(0, first: true, link: .unassigned, [0, 9, 0, 0, 1]))
    }
  }
}
