import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

/// One encoded message that breaks a rule, and which.
struct HostileMessage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let error: ProtocolError

  init(_ description: String, _ bytes: [UInt8], _ error: ProtocolError) {
    testDescription = description
    self.bytes = bytes
    self.error = error
  }
}

let mebibyte: [UInt8] = [0x80, 0x80, 0x40]

let hostileMessages = [
  HostileMessage("nothing", [], .unknownMessage),
  HostileMessage("1 MiB claimed for a message", [0x4a] + mebibyte, tooLarge(1 << 20)),
  HostileMessage(
    "1 MiB claimed for a name",
    [0x0a, 4, 0x22] + mebibyte,
    tooLarge(1 << 20)
  ),
  HostileMessage("1 MiB claimed for an unknown field", [0x7a] + mebibyte, tooLarge(1 << 20)),
  HostileMessage(
    "the largest claim there is",
    [0x4a] + [UInt8](repeating: 0xff, count: 9) + [1],
    tooLarge(.max)
  ),
  HostileMessage("a length past the end", [0x4a, 6, 8, 3], .undecodable),
  HostileMessage("a length past its message", [0x4a, 2, 0x12, 2, 0x68, 0x38], .undecodable),
  HostileMessage(
    "an endless number",
    [0x48] + [UInt8](repeating: 0xff, count: 20),
    .undecodable
  ),
  HostileMessage("a group", [0x4b, 0x4c], .undecodable),
  HostileMessage("a group in a history", [0x3a, 5, 0xa2, 1, 2, 0x23, 0x24], .undecodable),
  HostileMessage(
    "1 MiB claimed in what was seen",
    [0x3a, 9, 0xb2, 4, 6, 0x12, 4, 0x2a] + mebibyte,
    tooLarge(1 << 20)
  ),
  HostileMessage("a tag of six bytes", [0xfa, 0x83, 0x80, 0x80, 0x80, 0, 0], .undecodable),
  HostileMessage(
    "a half of a number of eight bytes",
    [0xf2, 5, 6, 0x1a, 4, 1, 2, 3, 4],
    .undecodable
  ),
  HostileMessage("field number 0", [0x02, 0], .undecodable),
  HostileMessage("only an unknown message", [0x82, 1, 0], .unknownMessage),
  HostileMessage("text that is not UTF-8", [0x4a, 3, 0x12, 1, 0xff], .undecodable),
  HostileMessage("a move without text", [0x4a, 2, 8, 3], .forbiddenText(.move)),
  HostileMessage("a move with an escape", [0x4a, 3, 0x12, 1, 0x1b], .forbiddenText(.move)),
  HostileMessage(
    "a move of 17 characters",
    [0x4a, 19, 0x12, 17] + [UInt8](repeating: 0x61, count: 17),
    .forbiddenText(.move)
  ),
  HostileMessage(
    "ply 65536",
    [0x4a, 7, 8, 0x80, 0x80, 4, 0x12, 1, 0x61],
    .valueOutOfRange(.ply, 65_536)
  ),
  HostileMessage(
    "a start without a first player",
    [0x42, 6, 0x0a, 1, 0x61, 0x12, 1, 0x61],
    .valueOutOfRange(.first, 0)
  ),
  HostileMessage("a start without a game", [0x42, 2, 0x18, 1], .forbiddenText(.game)),
  HostileMessage(
    "a start without a rule",
    [0x42, 5, 0x0a, 1, 0x61, 0x18, 1],
    .forbiddenText(.rule)
  ),
  HostileMessage("a hello without versions", [0x0a, 0], .valueOutOfRange(.version, 0)),
  HostileMessage(
    "a hello with versions 2...1",
    [0x0a, 4, 8, 2, 16, 1],
    .valueOutOfRange(.version, 2)
  ),
  HostileMessage(
    "a hello with version 65536",
    [0x0a, 6, 8, 1, 16, 0x80, 0x80, 4],
    .valueOutOfRange(.version, 65_536)
  ),
  HostileMessage("a hello without a name", [0x0a, 4, 8, 4, 16, 4], .forbiddenText(.name)),
  HostileMessage(
    "a hello without a program",
    [0x0a, 7, 8, 4, 16, 4, 0x22, 1, 0x41],
    .forbiddenText(.program)
  ),
  HostileMessage(
    "a hello with an escape in its name",
    [0x0a, 8, 8, 4, 16, 4, 0x22, 2, 0x1b, 0x63],
    .forbiddenText(.name)
  ),
  HostileMessage(
    "a welcome to link 0",
    [0x12, 5, 16, 4, 0x32, 1, 0x41],
    .valueOutOfRange(.linkID, 0)
  ),
  HostileMessage(
    "a welcome to link 256",
    [0x12, 8, 16, 4, 24, 0x80, 2, 0x32, 1, 0x41],
    .valueOutOfRange(.linkID, 256)
  ),
  HostileMessage(
    "a refusal without a reason",
    [0x1a, 0],
    .valueOutOfRange(.refusalReason, 0)
  ),
  HostileMessage("a resumed to link 0", [0x32, 0], .valueOutOfRange(.linkID, 0)),
  HostileMessage(
    "a resumed to link 256",
    [0x32, 3, 16, 0x80, 2],
    .valueOutOfRange(.linkID, 256)
  ),
  HostileMessage("a question for nothing", [0x5a, 2, 16, 7], .valueOutOfRange(.request, 0)),
  HostileMessage("a question for more", [0x5a, 2, 8, 9], .valueOutOfRange(.request, 9)),
  HostileMessage(
    "a question after ply 65536",
    [0x5a, 6, 8, 1, 16, 0x80, 0x80, 4],
    .valueOutOfRange(.ply, 65_536)
  ),
  HostileMessage(
    "to take back until all are left",
    [0x5a, 6, 8, 2, 16, 7, 24, 7],
    .valueOutOfRange(.remaining, 7)
  ),
  HostileMessage("an answer to nothing", [0x62, 2, 16, 7], .valueOutOfRange(.request, 0)),
  HostileMessage(
    "an answer after ply 65536",
    [0x62, 6, 8, 1, 16, 0x80, 0x80, 4],
    .valueOutOfRange(.ply, 65_536)
  ),
  HostileMessage(
    "a pause after ply 65536",
    [0x6a, 4, 16, 0x80, 0x80, 4],
    .valueOutOfRange(.ply, 65_536)
  ),
  HostileMessage(
    "a flag after ply 65536",
    [0x72, 4, 8, 0x80, 0x80, 4],
    .valueOutOfRange(.ply, 65_536)
  ),
  HostileMessage(
    "a desync after ply 65536",
    [0x7a, 4, 8, 0x80, 0x80, 4],
    .valueOutOfRange(.ply, 65_536)
  ),
]

private func tooLarge(_ claimed: UInt64) -> ProtocolError {
  .messageTooLarge(claimed: claimed, limit: 4_096)
}

@Suite struct HostileMessageTests {
  @Test(arguments: hostileMessages)
  func `a message that breaks a rule throws which`(message: HostileMessage) {
    #expect(throws: message.error) {
      try Envelope(decoding: message.bytes)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random bytes never do more than throw`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      var bytes = random.bytes(Int.random(in: 0...60, using: &random))
      if random.chance(80), bytes.count > 4 {
        bytes[0] = UInt8.random(in: 0...15, using: &random) << 3 | 2
        bytes[1] = UInt8(bytes.count - 2)
      }
      if let envelope = try? Envelope(decoding: bytes) {
        // Whatever is accepted can be said again.
        #expect((try? Envelope(decoding: envelope.encoded)) == envelope)
      }
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `flipped bits never do more than throw`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = Envelope.random(using: &random).encoded
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      if let envelope = try? Envelope(decoding: damaged) {
        #expect((try? Envelope(decoding: envelope.encoded)) == envelope)
      }
    }
  }
}
