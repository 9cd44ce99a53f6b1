import MatchSimulation
import Sodium
import Testing

@testable import MatchProtocol

@Suite struct KeyExchangeTests {
  static let prologue = KeyExchange.prologue(hello: [1, 2], welcome: [3])

  /// One side with keys and a nonce of its own, the same for the same seed.
  static func side(
    _ role: HandshakeState.Role,
    seed: UInt64,
    prologue: [UInt8] = prologue
  ) throws -> KeyExchange {
    var random = SeededGenerator(seed: seed)
    return KeyExchange(
      role: role,
      key: PlayerKey(try KeyPair(secret: SecretBytes(copying: random.bytes(32)))),
      ephemeral: try KeyPair(secret: SecretBytes(copying: random.bytes(32))),
      nonce: random.bytes(16),
      prologue: prologue
    )
  }

  /// Lets both say all three messages, and returns what they have then.
  static func finish(
    _ guest: inout KeyExchange,
    _ host: inout KeyExchange
  ) throws -> (guest: SecureChannel, host: SecureChannel) {
    try host.read(guest.write())
    try guest.read(host.write())
    try host.read(guest.write())
    return (try #require(guest.channel), try #require(host.channel))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `two sides see the same digits and each other's key`(seed: UInt64) throws {
    var guest = try Self.side(.initiator, seed: seed)
    var host = try Self.side(.responder, seed: seed + 1_000)
    var (here, there) = try Self.finish(&guest, &host)
    #expect(here.code == there.code)
    #expect(here.peer != there.peer)
    for number in 0..<20 as Range<UInt8> {
      #expect(try there.open(here.seal([number])) == [number])
      #expect(try here.open(there.seal([number, number])) == [number, number])
    }
  }

  @Test func `players keep their keys and see other digits each time`() throws {
    var random = SeededGenerator(seed: 1)
    let guestKey = PlayerKey(.generate())
    let hostKey = PlayerKey(.generate())
    let codes = try (0..<20).map { _ in
      var guest = KeyExchange(
        role: .initiator,
        key: guestKey,
        ephemeral: .generate(),
        nonce: random.bytes(16),
        prologue: Self.prologue
      )
      var host = KeyExchange(
        role: .responder,
        key: hostKey,
        ephemeral: .generate(),
        nonce: random.bytes(16),
        prologue: Self.prologue
      )
      let (here, there) = try Self.finish(&guest, &host)
      #expect(here.peer == hostKey.publicKey)
      #expect(there.peer == guestKey.publicKey)
      return here.code
    }
    #expect(Set(codes).count > 15)
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
      key: PlayerKey(.generate()),
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
      let message = try guest.write(random.bytes(16))
      #expect(throws: SecurityError.brokenCommitment) { try host.read(message) }
      #expect(host.channel == nil)
      #expect(throws: SecurityError.unexpectedMessage) { try host.read(message) }
    }
  }

  @Test func `a commitment to another key is refused`() throws {
    let nonce = [UInt8](repeating: 5, count: 16)
    let other = PlayerKey(.generate()).publicKey.bytes
    let label = Array("Tabletooth commitment".utf8)
    var guest = HandshakeState(
      role: .initiator,
      key: PlayerKey(.generate()),
      ephemeral: .generate(),
      prologue: Self.prologue
    )
    var host = try Self.side(.responder, seed: 2)
    let commitment = SHA256.hash(label, guest.localEphemeral.bytes, other, nonce)
    try host.read(guest.write(commitment))
    _ = try guest.read(host.write())
    let message = try guest.write(nonce)
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
    for index in 0..<3 {
      let message = try index == 1 ? host.write() : guest.write()
      #expect(message.count == KeyExchange.messageSizes[index])
      for wrong in [[], Array(message.dropLast()), message + [0]] {
        var reader = index == 1 ? guest : host
        let expected = SecurityError.wrongLength(
          expected: message.count,
          actual: wrong.count
        )
        #expect(throws: expected) { try reader.read(wrong) }
      }
      if index == 1 { try guest.read(message) } else { try host.read(message) }
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
    #expect(throws: SecurityError.self) { try host.read(random.bytes(80)) }
  }

  @Test func `an exchange with given keys gives the digits of the documentation`() throws {
    func exchange(
      _ role: HandshakeState.Role,
      _ key: String,
      _ ephemeral: String,
      _ nonce: UInt8
    ) throws -> KeyExchange {
      KeyExchange(
        role: role,
        key: PlayerKey(try KeyPair(secret: SecretBytes(copying: [UInt8](hex: key)))),
        ephemeral: try KeyPair(secret: SecretBytes(copying: [UInt8](hex: ephemeral))),
        nonce: [UInt8](repeating: nonce, count: 16),
        prologue: KeyExchange.prologue(hello: Array("hello".utf8), welcome: Array("welcome".utf8))
      )
    }
    var guest = try exchange(
      .initiator,
      CacophonyVector.initiatorStatic,
      CacophonyVector.initiatorEphemeral,
      0x11
    )
    var host = try exchange(
      .responder,
      CacophonyVector.responderStatic,
      CacophonyVector.responderEphemeral,
      0x22
    )
    let (here, there) = try Self.finish(&guest, &host)
    #expect(here.code.description == "124925")
    #expect(Fingerprint(of: there.peer).description == "37011 47852 81006 09023 13337 31268")
    #expect(Fingerprint(of: here.peer).description == "64812 23624 46679 53547 29589 69567")
  }
}
