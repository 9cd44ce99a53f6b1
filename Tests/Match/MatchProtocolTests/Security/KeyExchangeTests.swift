import MatchSimulation
import Sodium
import TestSupport
import Testing

@testable import MatchProtocol

@Suite struct KeyExchangeTests {
  static let prologue = KeyExchange.prologue(hello: [1, 2], welcome: [3])

  /// One side with keys and a nonce of its own, the same for the same seed.
  static func side(
    _ role: HandshakeState.Role,
    seed: UInt64,
    knowing known: [Acquaintance] = [],
    prologue: [UInt8] = prologue
  ) throws -> KeyExchange {
    var random = SeededGenerator(seed: seed)
    return KeyExchange(
      role: role,
      material: KeyExchange.Material(
        key: try KeyPair(secret: SecretBytes(copying: random.bytes(32))),
        ephemeral: try KeyPair(secret: SecretBytes(copying: random.bytes(32))),
        nonce: random.bytes(16),
        filler: random.bytes(128)
      ),
      known: known,
      prologue: prologue
    )
  }

  /// Lets both say all four messages, and returns what they have then.
  static func finish(
    _ guest: inout KeyExchange,
    _ host: inout KeyExchange
  ) throws -> (guest: SecureChannel, host: SecureChannel) {
    try host.read(guest.write())
    try guest.read(host.write())
    try host.read(guest.write())
    try guest.read(host.write())
    return (try #require(guest.channel), try #require(host.channel))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `two sides see the same digits and each other's key`(seed: UInt64) throws {
    var guest = try Self.side(.initiator, seed: seed)
    var host = try Self.side(.responder, seed: seed + 1_000)
    var (here, there) = try Self.finish(&guest, &host)
    #expect(here.code == there.code)
    #expect(here.other.key != there.other.key)
    for number in 0..<20 as Range<UInt8> {
      #expect(try there.open(here.seal([number])[...]) == [number])
      #expect(try here.open(there.seal([number, number])[...]) == [number, number])
    }
  }

  @Test func `two that have met recognise each other, and show other keys each time`() throws {
    var guest = try Self.side(.initiator, seed: 1)
    var host = try Self.side(.responder, seed: 2)
    let (mine, theirs) = try Self.finish(&guest, &host)
    let others = (1...20).map { Acquaintance.seeded($0) }
    let further = (101...120).map { Acquaintance.seeded($0) }
    var codes: Set<ComparisonCode> = [mine.code]
    for place in 0..<8 {
      let known = Array(others[..<place]) + [mine.other] + others[place...]
      var guest = try Self.side(.initiator, seed: UInt64(100 + place), knowing: known)
      var host = try Self.side(
        .responder,
        seed: UInt64(200 + place),
        knowing: further + [theirs.other]
      )
      let (here, there) = try Self.finish(&guest, &host)
      #expect(here.other == mine.other)
      #expect(there.other == theirs.other)
      codes.insert(here.code)
    }
    #expect(codes.count == 9)
  }

  @Test func `who is the ninth of a guest's, or not in the host's book, is somebody new`() throws {
    var guest = try Self.side(.initiator, seed: 1)
    var host = try Self.side(.responder, seed: 2)
    let (mine, theirs) = try Self.finish(&guest, &host)
    let others = (1...8).map { Acquaintance.seeded($0) }
    for (guestKnows, hostKnows) in [
      (others + [mine.other], [theirs.other]), ([mine.other], others), ([], [theirs.other]),
    ] {
      var guest = try Self.side(.initiator, seed: 3, knowing: guestKnows)
      var host = try Self.side(.responder, seed: 4, knowing: hostKnows)
      let (here, there) = try Self.finish(&guest, &host)
      #expect(here.other != mine.other)
      #expect(there.other != theirs.other)
      #expect(here.code == there.code)
    }
  }

  /// What the guest may still choose when it knows what the host has said changes no digit.
  @Test func `the digits do not depend on whom the guest knows`() throws {
    let codes = try (0..<8 as Range<UInt64>).map { seed in
      let known = [Acquaintance.seeded(seed)]
      var guest = try Self.side(.initiator, seed: 1, knowing: known)
      var host = try Self.side(.responder, seed: 2, knowing: known)
      return try Self.finish(&guest, &host).host.code
    }
    #expect(Set(codes).count == 1)
  }

  @Test func `nobody in between can show the tags of another exchange`() throws {
    var guest = try Self.side(.initiator, seed: 1)
    var host = try Self.side(.responder, seed: 2)
    let (mine, theirs) = try Self.finish(&guest, &host)
    // The one in between has keys with both, and hands on what is shown.
    let recognition = Recognition(known: [mine.other], filler: [UInt8](repeating: 0, count: 128))
    let tags = recognition.guestTags([1])
    let book = Recognition(known: [theirs.other], filler: [UInt8](repeating: 0, count: 128))
    #expect(book.guest(showing: tags, [1]) == theirs.other)
    #expect(book.guest(showing: tags, [2]) == nil)
    let tag = book.hostTag(for: theirs.other, [1])
    #expect(recognition.host(showing: tag, [1]) == mine.other)
    #expect(recognition.host(showing: tag, [2]) == nil)
    // What the guest has shown is not what a host shows.
    #expect(recognition.host(showing: Array(tags.prefix(16)), [1]) == nil)
  }

  @Test func `somebody in between gives the two sides other digits`() throws {
    var guest = try Self.side(.initiator, seed: 1)
    var host = try Self.side(.responder, seed: 2)
    var falseHost = try Self.side(.responder, seed: 3)
    var falseGuest = try Self.side(.initiator, seed: 3)
    let (here, _) = try Self.finish(&guest, &falseHost)
    let (_, there) = try Self.finish(&falseGuest, &host)
    #expect(here.code != there.code)
  }

  /// An initiator that commits itself to nothing, and may choose what it shows by the digits.
  private func unbound(
    commitment: [UInt8],
    _ finish: (inout HandshakeState, inout KeyExchange) throws -> Void
  ) throws {
    var guest = HandshakeState(
      role: .initiator,
      key: .generate(),
      ephemeral: .generate(),
      prologue: Self.prologue
    )
    var host = try Self.side(.responder, seed: 2)
    try host.read(guest.write(commitment))
    _ = try guest.read(host.write())
    try finish(&guest, &host)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a nonce that was not committed to is refused`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try unbound(commitment: random.bytes(32)) { guest, host in
      let message = try guest.write(random.bytes(144))
      #expect(throws: SecurityError.brokenCommitment) { try host.read(message) }
      #expect(host.channel == nil)
      #expect(throws: SecurityError.unexpectedMessage) { try host.read(message) }
    }
  }

  @Test func `a commitment to another key is refused`() throws {
    let nonce = [UInt8](repeating: 5, count: 16)
    let other = KeyPair.generate().publicKey.bytes
    let label = Array("Tabletooth commitment".utf8)
    var guest = HandshakeState(
      role: .initiator,
      key: .generate(),
      ephemeral: .generate(),
      prologue: Self.prologue
    )
    var host = try Self.side(.responder, seed: 2)
    let commitment = SHA256.hash(label, guest.localEphemeral.bytes, other, nonce)
    try host.read(guest.write(commitment))
    _ = try guest.read(host.write())
    let message = try guest.write(nonce + [UInt8](repeating: 0, count: 128))
    #expect(throws: SecurityError.brokenCommitment) { try host.read(message) }
  }

  @Test func `a changed greeting ends the exchange`() throws {
    var guest = try Self.side(.initiator, seed: 1)
    var host = try Self.side(
      .responder,
      seed: 2,
      prologue: KeyExchange.prologue(hello: [1], welcome: [2, 3])
    )
    try host.read(guest.write())
    let answer = try host.write()
    #expect(throws: SecurityError.forged) { try guest.read(answer) }
  }

  @Test func `messages have their lengths and no others`() throws {
    var guest = try Self.side(.initiator, seed: 1)
    var host = try Self.side(.responder, seed: 2)
    for index in 0..<4 {
      let message = try index % 2 == 1 ? host.write() : guest.write()
      #expect(message.count == KeyExchange.messageSizes[index])
      for wrong in [[], Array(message.dropLast()), message + [0]] {
        var reader = index % 2 == 1 ? guest : host
        let expected = SecurityError.wrongLength(
          expected: message.count,
          actual: wrong.count
        )
        #expect(throws: expected) { try reader.read(wrong) }
      }
      if index % 2 == 1 { try guest.read(message) } else { try host.read(message) }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `random bytes are refused in every place`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var guest = try Self.side(.initiator, seed: seed)
    var host = try Self.side(.responder, seed: seed + 1)
    let first = try guest.write()
    try host.read(first)
    let second = try host.write()
    var reader = guest
    #expect(throws: SecurityError.self) { try reader.read(random.bytes(112)) }
    try guest.read(second)
    #expect(throws: SecurityError.self) { try host.read(random.bytes(208)) }
  }
}
