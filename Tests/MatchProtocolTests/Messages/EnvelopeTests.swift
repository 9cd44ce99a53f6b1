import MatchProtocol
import TestSupport
import Testing

/// A message and its bytes, as `docs/protocol.md` lists them.
struct Vector: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let envelope: Envelope
  let bytes: [UInt8]
}

@Suite struct EnvelopeTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what is encoded is decoded`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let envelope = Envelope.random(using: &random)
    #expect(try Envelope(decoding: envelope.encoded) == envelope)
  }

  @Test(arguments: vectors)
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

  @Test func `a move costs one packet at MTU 517 and two at MTU 23`() throws {
    let move = Envelope.match(.move(Message.Move(ply: 224, text: "o15"))).encoded
    for (size, count) in [(508, 1), (18, 2)] {
      var fragmenter = Fragmenter(linkID: someLink, limit: MessageLimit.match)
      #expect(try fragmenter.split(move, packetSize: size).count == count)
    }
  }

  @Test func `with a tag of 16 bytes and 32 bits of hash a move costs three packets at MTU 23`()
    throws
  {
    let longest = Envelope.match(.move(Message.Move(ply: 16_383, text: "black"))).encoded
    let hash = 5
    let tag = 16
    // The tag takes the place of the two bytes of CRC.
    let room = 3 * (PacketSize.smallest - FragmentHeader.size) - 2
    #expect(longest.count + hash + tag <= room)
  }

  @Test func `a Hello and a move have the packets of the document`() throws {
    var link0 = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
    #expect(
      try link0.split(vectors[0].bytes, packetSize: 18) == [
        [0x60, 0, 0, 0, 0, 0, 0, 25, 0x68, 0x06, 0x0a, 23, 8, 1, 16, 1, 0x19, 8],
        [0x40, 0, 0, 1, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0x22, 3, 0x41, 0x64, 0x61],
        [0x50, 0, 0, 2, 0, 0, 0x2a, 3, 0x78, 0x2f, 0x31],
      ]
    )
    var link1 = Fragmenter(
      linkID: LinkID(rawValue: 1),
      limit: MessageLimit.match,
      firstSequence: 5
    )
    let move = Envelope.match(.move(Message.Move(ply: 224, text: "o15")))
    #expect(
      try link1.split(move.encoded, packetSize: 18) == [
        [0x60, 1, 0, 5, 0, 0, 0, 10, 0x51, 0x89, 0x4a, 8, 8, 0xe0, 1, 0x12, 3, 0x6f],
        [0x50, 1, 0, 6, 0, 0, 0x31, 0x35],
      ]
    )
    #expect(link1.keepAlive() == [0x41, 1, 0, 7, 0, 0, 64])
  }

  @Test func `a field of a later version is skipped`() throws {
    let unknownInside: [UInt8] = [0x4a, 9, 8, 3, 0x12, 2, 0x68, 0x38, 0x22, 1, 0xff]
    #expect(
      try Envelope(decoding: unknownInside) == .match(.move(Message.Move(ply: 3, text: "h8")))
    )
    let unknownBeside: [UInt8] = [0x52, 0, 0xfa, 1, 2, 0xff, 0xff]
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

let vectors = [
  Vector(
    testDescription: "Hello",
    envelope: .hello(
      Hello(
        versions: 1...1,
        nonce: Nonce(rawValue: 0x0102_0304_0506_0708),
        name: PlayerName(cleaning: "Ada"),
        program: "x/1"
      )
    ),
    bytes: [
      0x0a, 23, 0x08, 1, 0x10, 1, 0x19, 8, 7, 6, 5, 4, 3, 2, 1, 0x22, 3, 0x41, 0x64, 0x61,
      0x2a, 3, 0x78, 0x2f, 0x31,
    ]
  ),
  Vector(
    testDescription: "Resume",
    envelope: .resume(
      Resume(
        nonce: Nonce(rawValue: 1),
        session: SessionID(rawValue: 3 << 64 | 4),
        received: 300
      )
    ),
    bytes: [
      0x2a, 30, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x11, 3, 0, 0, 0, 0, 0, 0, 0,
      0x19, 4, 0, 0, 0, 0, 0, 0, 0, 0x20, 0xac, 2,
    ]
  ),
  Vector(
    testDescription: "Resumed",
    envelope: .resumed(
      Resumed(nonce: Nonce(rawValue: 1), linkID: LinkID(rawValue: 2), received: 7)
    ),
    bytes: [0x32, 13, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 2, 0x18, 7]
  ),
  Vector(
    testDescription: "Refuse, unknown match",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .unknownMatch)),
    bytes: [0x1a, 11, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 3]
  ),
  Vector(
    testDescription: "Welcome",
    envelope: .welcome(
      Welcome(
        nonce: Nonce(rawValue: 1),
        version: 1,
        linkID: LinkID(rawValue: 2),
        session: SessionID(rawValue: 3 << 64 | 4),
        name: PlayerName(cleaning: "Bo")
      )
    ),
    bytes: [
      0x12, 35, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 1, 0x18, 2, 0x21, 3, 0, 0, 0, 0, 0, 0, 0,
      0x29, 4, 0, 0, 0, 0, 0, 0, 0, 0x32, 2, 0x42, 0x6f,
    ]
  ),
  Vector(
    testDescription: "Refuse, room full",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .roomFull)),
    bytes: [0x1a, 11, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 1]
  ),
  Vector(
    testDescription: "Refuse, version",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .protocolVersion(host: 1...1))),
    bytes: [0x1a, 15, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 2, 0x18, 1, 0x20, 1]
  ),
  Vector(
    testDescription: "Goodbye, left",
    envelope: .goodbye(.left),
    bytes: [0x22, 0]
  ),
  Vector(
    testDescription: "Goodbye, game over",
    envelope: .goodbye(.gameOver),
    bytes: [0x22, 2, 0x08, 1]
  ),
  Vector(
    testDescription: "Start",
    envelope: .match(.start(Message.Start(game: "go", rule: "ko", first: .host))),
    bytes: [0x42, 10, 0x0a, 2, 0x67, 0x6f, 0x12, 2, 0x6b, 0x6f, 0x18, 1]
  ),
  Vector(
    testDescription: "Move",
    envelope: .match(.move(Message.Move(ply: 3, text: "h8"))),
    bytes: [0x4a, 6, 0x08, 3, 0x12, 2, 0x68, 0x38]
  ),
  Vector(testDescription: "Resign", envelope: .match(.resign), bytes: [0x52, 0]),
]
