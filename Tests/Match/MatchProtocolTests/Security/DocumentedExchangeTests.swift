import MatchProtocol
import MatchSimulation
import Sodium
import Testing

/// The exchange and the sealed messages that section 10 of `docs/reference/protocol.md` lists for a
/// second program.
@Suite struct DocumentedExchangeTests {
  /// A player all of whose secret bytes are the same.
  private final class Repeating: SecretSource {
    private let secret: UInt8
    private let nonceByte: UInt8

    init(secret: UInt8, nonceByte: UInt8) {
      (self.secret, self.nonceByte) = (secret, nonceByte)
    }

    func keyPair() -> KeyPair {
      let bytes = [UInt8](repeating: secret, count: KeyPair.secretSize)
      guard let pair = try? KeyPair(secret: SecretBytes(copying: bytes)) else {
        fatalError("a secret has \(KeyPair.secretSize) bytes")
      }
      return pair
    }

    func nonce() -> [UInt8] { [UInt8](repeating: nonceByte, count: KeyExchange.nonceSize) }

    func session(after previous: SessionID) -> SessionID { previous }
  }

  private let hello = Envelope.hello(
    Hello(
      versions: 4...4,
      nonce: Nonce(rawValue: 0x0102_0304_0506_0708),
      name: PlayerName(cleaning: "Ada"),
      program: "x/1"
    )
  )
  private let welcome = Envelope.welcome(
    Welcome(
      nonce: Nonce(rawValue: 0x0102_0304_0506_0708),
      version: 4,
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
      material: KeyExchange.Material(
        key: Repeating(secret: key, nonceByte: 0).keyPair(),
        ephemeral: secrets.keyPair(),
        nonce: secrets.nonce(),
        filler: [UInt8](repeating: nonce &+ 0x22, count: 128)
      ),
      known: [Self.known],
      prologue: KeyExchange.prologue(hello: hello.encoded, welcome: welcome.encoded)
    )
  }

  /// The two have met before: each calls the other by a key of 32 bytes 0x77, which does not matter
  /// here, and their secret is 32 bytes 0x99.
  private static let known: Acquaintance = {
    guard let key = try? PublicKey([UInt8](repeating: 0x77, count: PublicKey.size)) else {
      fatalError("a key has \(PublicKey.size) bytes")
    }
    let secret = [UInt8](repeating: 0x99, count: Acquaintance.secretSize)
    return Acquaintance(key, secret: SecretBytes(copying: secret))
  }()

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
    let fourth = try host.write()
    try guest.read(fourth)
    #expect(first == Self.first)
    #expect(second == Self.second)
    #expect(third == Self.third)
    #expect(fourth == Self.fourth)
    return (try #require(guest.channel), try #require(host.channel))
  }

  @Test func `the greetings have the bytes of the document`() {
    #expect(hello.encoded == Self.helloBytes)
    #expect(welcome.encoded == Self.welcomeBytes)
  }

  @Test func `the exchange leads to the documented digits`() throws {
    let ends = try channels()
    #expect(ends.guest.code.description == "296769")
    #expect(ends.host.code.description == "296769")
  }

  @Test func `sealed messages have the bytes of the document`() throws {
    var (guest, host) = try channels()
    let confirm = Envelope.confirm(received: 0, SessionID(rawValue: 3 << 64 | 4)).encoded
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
      0a 17 08 04 10 04 19 08 07 06 05 04 03 02 01 22 03 41 64 61 2a 03 78 2f \
      31
      """
  )
  private static let welcomeBytes = [UInt8](
    hex: """
      12 23 09 08 07 06 05 04 03 02 01 10 04 18 01 21 03 00 00 00 00 00 00 00 \
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
      0c 5d a3 5c 12 91 00 f4 3d 33 a5 9c f1 9e a8 fc 21 f4 7c ed 7c 4b 50 d8 \
      ec c7 82 b8 a3 f6 2d 0f 9b f7 57 77 b9 f3 77 b3 bd 86 5a b5 dd 7a b8 87 \
      c9 6b d1 d3 c8 cb a1 0e a4 a2 c4 3e cf 1b da 7f
      """
  )
  private static let third = [UInt8](
    hex: """
      f4 e4 98 8e 97 bd cb f0 f7 99 d0 2d d2 24 26 24 bd a7 2d 20 0e 97 e3 22 \
      c4 f7 23 21 38 96 a3 1e 3f c9 52 6d 1f 6a e6 ff 65 33 04 9f 7d 7b 61 19 \
      ae 58 05 9b 08 db 78 58 c1 6f a9 9a fd 37 2e d2 02 6d 5c ad bd ed 65 00 \
      99 05 27 65 ec 8a 2d 23 5f aa 0d a0 c9 95 ca c2 d1 57 b1 08 69 ef a0 a2 \
      03 c1 74 37 37 6e 03 69 c3 de c0 1d 23 d7 de c0 94 7e 8d d2 70 a2 ed c9 \
      22 4d 99 e9 d2 ae eb 84 ce ad e7 eb 23 1f 2d d1 50 fc b2 5b 30 7c cb 84 \
      49 14 0e c4 5f 6a 97 99 9e 2a a0 2d 2e 60 8b a7 b3 8f e0 01 f8 20 ed d8 \
      67 d3 7a 5c ca aa 33 22 e0 7a 24 c0 41 b9 0a 2a 73 8b 6a c5 1f a4 cb 84 \
      9e fa 38 b1 b4 e0 f4 d1 ee 81 94 1f e9 2d cd 06
      """
  )
  private static let fourth = [UInt8](
    hex: """
      ed 8f 32 39 de 7a 05 fa ba 68 68 e7 87 fd 4c b0 a3 1b 12 a6 34 b8 ca ba \
      ca ad 66 06 22 4c 31 9e
      """
  )
  private static let guestConfirm = [UInt8](
    hex: """
      1d 54 a9 a3 81 7b d1 97 44 e3 df ae d8 22 0e 02 96 a9 bb 9c 5a fb 1c b0 \
      09 10 cb ba 2c 8c c6 58 ab 6e 4a ee
      """
  )
  private static let hostConfirm = [UInt8](
    hex: """
      36 22 e3 2a 34 cf 7e de 0f f9 98 01 01 c1 c6 1c f7 d2 5f 37 e1 86 02 34 \
      73 c9 11 47 c6 ee 84 5d dd 98 16 c6
      """
  )
  private static let hostStart = [UInt8](
    hex: """
      95 c6 49 5c 25 f4 bb f1 43 57 11 e9 02 27 96 6a c7 15 ec 37 8c f8 4d 95 \
      07 44 e7 84 df 41 0f e7 9e a8 6b 63 ec 11 5b
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
