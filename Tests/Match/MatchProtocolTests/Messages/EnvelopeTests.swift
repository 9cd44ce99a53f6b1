import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

@Suite struct EnvelopeTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what is encoded is decoded`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let envelope = Envelope.random(using: &random)
    #expect(try Envelope(decoding: envelope.encoded) == envelope)
  }

  @Test(arguments: vectors + comparingVectors)
  func `each message has the bytes of the document`(vector: Vector) throws {
    #expect(vector.envelope.encoded == vector.bytes)
    #expect(try Envelope(decoding: vector.bytes) == vector.envelope)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `no cut of a message is taken for another`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = Envelope.random(using: &random).encoded
    for length in 0..<bytes.count {
      #expect(throws: ProtocolError.self) {
        try Envelope(decoding: Array(bytes.prefix(length)))
      }
    }
  }

  @Test func `the longest greetings fit on link 0`() {
    let name = PlayerName(cleaning: String(repeating: "x", count: 64))
    let program = String(repeating: "y", count: 32)
    let hello = Hello(
      versions: 65_535...65_535,
      nonce: Nonce(rawValue: .max),
      name: name,
      program: program
    )
    let welcome = Welcome(
      nonce: Nonce(rawValue: .max),
      version: 65_535,
      linkID: LinkID(rawValue: 255),
      session: SessionID(rawValue: .max),
      name: name
    )
    #expect(Envelope.hello(hello).encoded.count <= MessageLimit.handshake)
    #expect(Envelope.welcome(welcome).encoded.count <= MessageLimit.handshake)
  }

  @Test func `a Hello and a move have the packets of the document, before they are sealed`() throws
  {
    var link0 = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
    #expect(
      try link0.split(vectors[0].bytes, packetSize: 18) == [
        [0x60, 0, 0, 0, 0, 0, 0, 25, 0x41, 0xe0, 0x0a, 23, 8, 4, 16, 4, 0x19, 8],
        [0x40, 0, 0, 1, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0x22, 3, 0x41, 0x64, 0x61],
        [0x50, 0, 0, 2, 0, 0, 0x2a, 3, 0x78, 0x2f, 0x31],
      ]
    )
    var link1 = Fragmenter(
      linkID: LinkID(rawValue: 1),
      limit: MessageLimit.match,
      firstSequence: 5
    )
    let move = Envelope.match(
      .move(MatchMessage.Move(ply: 224, text: "o15", position: 0x0102_0304))
    )
    #expect(
      try link1.split(move.encoded, packetSize: 18) == [
        [0x60, 1, 0, 5, 0, 0, 0, 15, 0xd7, 0x2a, 0x4a, 13, 8, 0xe0, 1, 0x12, 3, 0x6f],
        [0x50, 1, 0, 6, 0, 0, 0x31, 0x35, 0x1d, 4, 3, 2, 1],
      ]
    )
    #expect(link1.keepAlive() == [0x41, 1, 0, 7, 0, 0, 64])
  }

  @Test func `a field of a later version is skipped`() throws {
    let unknownInside: [UInt8] = [0x4a, 9, 8, 3, 0x12, 2, 0x68, 0x38, 0x7a, 1, 0xff]
    let move = MatchMessage.Move(ply: 3, text: "h8", position: 0)
    #expect(try Envelope(decoding: unknownInside) == .match(.move(move)))
    let unknownBeside: [UInt8] = [0x52, 0, 0xfa, 3, 2, 0xff, 0xff]
    #expect(try Envelope(decoding: unknownBeside) == .match(.resign))
  }

  @Test func `an unknown reason to leave is just leaving`() throws {
    #expect(try Envelope(decoding: [0x22, 2, 8, 77]) == .goodbye(.left))
  }

  @Test func `a greeting of another version is read as far as every version goes`() throws {
    // versions 7...9, nonce 1, a name that version 1 forbids, no program
    let bytes: [UInt8] = [0x0a, 17, 8, 7, 16, 9, 0x19, 1, 0, 0, 0, 0, 0, 0, 0, 0x22, 2, 0x1b, 0x41]
    let hello = Hello(
      versions: 7...9,
      nonce: Nonce(rawValue: 1),
      name: PlayerName(cleaning: "A"),
      program: "unknown"
    )
    #expect(try Envelope(decoding: bytes) == .hello(hello))
  }
}
