import MatchProtocol
import MatchSimulation
import Sodium
import Testing

/// The exchange and the sealed messages that section 10 of `docs/protocol.md` lists for a second
/// program.
@Suite struct DocumentedExchangeTests {
  /// A player all of whose secret bytes are the same.
  private struct Repeating: SecretSource {
    let secret: UInt8
    let nonceByte: UInt8

    func keyPair() -> KeyPair {
      let bytes = [UInt8](repeating: secret, count: KeyPair.secretSize)
      guard let pair = try? KeyPair(secret: SecretBytes(copying: bytes)) else {
        fatalError("a secret has \(KeyPair.secretSize) bytes")
      }
      return pair
    }

    func nonce() -> [UInt8] { [UInt8](repeating: nonceByte, count: KeyExchange.nonceSize) }
  }

  private let hello = Envelope.hello(
    Hello(
      versions: 2...2,
      nonce: Nonce(rawValue: 0x0102_0304_0506_0708),
      name: PlayerName(cleaning: "Ada"),
      program: "x/1"
    )
  )
  private let welcome = Envelope.welcome(
    Welcome(
      nonce: Nonce(rawValue: 0x0102_0304_0506_0708),
      version: 2,
      linkID: LinkID(rawValue: 1),
      session: SessionID(rawValue: 3 << 64 | 4),
      name: PlayerName(cleaning: "Bo")
    )
  )

  private func side(
    _ role: HandshakeState.Role,
    key: UInt8,
    ephemeral: UInt8,
    nonce: UInt8
  ) -> KeyExchange {
    let secrets = Repeating(secret: ephemeral, nonceByte: nonce)
    return KeyExchange(
      role: role,
      key: PlayerKey(Repeating(secret: key, nonceByte: 0).keyPair()),
      ephemeral: secrets.keyPair(),
      nonce: secrets.nonce(),
      prologue: KeyExchange.prologue(hello: hello.encoded, welcome: welcome.encoded)
    )
  }

  /// Both ends of the documented exchange, after it has run as documented.
  private func channels() throws -> (guest: SecureChannel, host: SecureChannel) {
    var guest = side(.initiator, key: 0x11, ephemeral: 0x22, nonce: 0x55)
    var host = side(.responder, key: 0x33, ephemeral: 0x44, nonce: 0x66)
    let first = try guest.write()
    try host.read(first)
    let second = try host.write()
    try guest.read(second)
    let third = try guest.write()
    try host.read(third)
    #expect(first == Self.first)
    #expect(second == Self.second)
    #expect(third == Self.third)
    return (try #require(guest.channel), try #require(host.channel))
  }

  @Test func `the greetings have the bytes of the document`() {
    #expect(hello.encoded == Self.helloBytes)
    #expect(welcome.encoded == Self.welcomeBytes)
  }

  @Test func `the exchange leads to the documented digits`() throws {
    let ends = try channels()
    #expect(ends.guest.code.description == "528283")
    #expect(ends.host.code.description == "528283")
  }

  @Test func `sealed messages have the bytes of the document`() throws {
    var (guest, host) = try channels()
    let confirm = Envelope.confirm(received: 0).encoded
    let start = Envelope.match(
      .start(MatchMessage.Start(game: "gomoku", rule: "freestyle", first: .guest))
    )
    let move = Envelope.match(.move(MatchMessage.Move(ply: 0, text: "h8", position: 0x2069_c954)))
    #expect(try guest.seal(confirm) == Self.guestConfirm)
    #expect(try host.seal(confirm) == Self.hostConfirm)
    #expect(try host.seal(start.encoded) == Self.hostStart)
    let sealed = try guest.seal(move.encoded)
    #expect(sealed == Self.guestMove)
    var fragmenter = Fragmenter(
      linkID: LinkID(rawValue: 1),
      limit: MessageLimit.match,
      firstSequence: 3
    )
    #expect(try fragmenter.split(sealed, packetSize: 18) == Self.movePackets)
  }

  // MARK: The bytes

  private static let helloBytes = [UInt8](
    hex: """
      0a 17 08 02 10 02 19 08 07 06 05 04 03 02 01 22 03 41 64 61 2a 03 78 2f \
      31
      """
  )
  private static let welcomeBytes = [UInt8](
    hex: """
      12 23 09 08 07 06 05 04 03 02 01 10 02 18 01 21 03 00 00 00 00 00 00 00 \
      29 04 00 00 00 00 00 00 00 32 02 42 6f
      """
  )
  private static let first = [UInt8](
    hex: """
      0f aa 68 4e d2 88 67 b9 7f 4a 6a 2d ee 5d f8 ce 97 4e 76 b7 01 8e 3f 22 \
      a1 c4 cf 26 78 57 0f 20 68 db 63 8f c1 76 1e 05 d9 4a f0 34 19 46 6c d9 \
      21 bd d9 e4 e3 73 b8 0b 1f 99 6c d9 1c 6b 39 f7
      """
  )
  private static let second = [UInt8](
    hex: """
      ff 2e e4 56 01 ec 1b 67 31 0c 77 90 40 45 85 ae 69 73 31 ee e1 c1 f8 cf \
      24 19 73 1c 1f ff 3e 6b 5c da 1c 2d 80 29 87 7d 73 fa d6 28 23 94 6c cd \
      0c 5d a3 5c 12 91 00 f4 3d 33 a5 9c f1 9e a8 fc af a4 d9 e0 23 ea 3b a2 \
      9f 46 7a 63 00 16 65 5b 9b f7 57 77 b9 f3 77 b3 bd 86 5a b5 dd 7a b8 87 \
      b8 06 cf c3 31 51 ca 15 a9 2a 84 14 0c cd d4 1d
      """
  )
  private static let third = [UInt8](
    hex: """
      f4 e4 98 8e 97 bd cb f0 f7 99 d0 2d d2 24 26 24 bd a7 2d 20 0e 97 e3 22 \
      c4 f7 23 21 38 96 a3 1e 9b 9c 0f ab df 09 9a 99 93 c3 92 62 a0 fe 6b 87 \
      ae 58 05 9b 08 db 78 58 c1 6f a9 9a fd 37 2e d2 51 d2 5c 8d 4a c8 ab 8e \
      1c 62 8e f0 54 41 f3 26
      """
  )
  private static let guestConfirm = [UInt8](
    hex: """
      1d 46 27 a1 93 6f c5 54 8f 13 bb 7c 16 15 58 ac 67 fd
      """
  )
  private static let hostConfirm = [UInt8](
    hex: """
      42 9e 6d 2c 56 f7 5b c6 1c ad 51 11 0e 17 4a 66 de a3
      """
  )
  private static let hostStart = [UInt8](
    hex: """
      4e 25 f8 2f 53 a0 13 b1 64 8c 8a 11 63 b3 a3 79 84 a6 26 5b 9b a8 48 da \
      7d bf 24 3f 67 7c 01 1b 50 9e 0f f9 a8 23 a2
      """
  )
  private static let guestMove = [UInt8](
    hex: """
      c1 cc 0a fe 13 c8 b2 a9 68 a9 ab f0 b7 36 e6 19 1f da 67 85 88 dc 1f 50 \
      68 16 1f
      """
  )
  private static let movePackets = [
    [UInt8](hex: "60 01 00 03 00 00 00 1b 93 04 c1 cc 0a fe 13 c8 b2 a9"),
    [UInt8](hex: "40 01 00 04 00 00 68 a9 ab f0 b7 36 e6 19 1f da 67 85"),
    [UInt8](hex: "50 01 00 05 00 00 88 dc 1f 50 68 16 1f"),
  ]
}
