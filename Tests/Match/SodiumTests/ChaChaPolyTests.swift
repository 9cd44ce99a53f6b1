import MatchSimulation
import Sodium
import TestSupport
import Testing

@Suite struct ChaChaPolyTests {
  /// RFC 8439, section 2.8.2.
  static let plaintext = Array(
    """
    Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
    sunscreen would be it.
    """.utf8
  )
  static let additionalData = [UInt8](hex: "50515253c0c1c2c3c4c5c6c7")
  static let nonce = [UInt8](hex: "070000004041424344454647")
  static let sealed = [UInt8](
    hex: """
      d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69
      da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad67594
      5585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691
      """
  )

  static func key() -> SecretBytes { SecretBytes(copying: Array(0x80...0x9f)) }

  @Test func `the published plaintext is sealed as published`() throws {
    let result = try ChaChaPoly.seal(
      Self.plaintext,
      additionalData: Self.additionalData,
      nonce: Self.nonce,
      key: Self.key()
    )
    #expect(result == Self.sealed)
  }

  @Test func `the published ciphertext opens as published`() throws {
    // RFC 8439, appendix A.5.
    let sealed = [UInt8](
      hex: """
        64a0861575861af460f062c79be643bd5e805cfd345cf389f108670ac76c8cb24c6cfc18755d43eea09ee94e
        382d26b0bdb7b73c321b0100d4f03b7f355894cf332f830e710b97ce98c8a84abd0b948114ad176e008d33bd
        60f982b1ff37c8559797a06ef4f0ef61c186324e2b3506383606907b6a7c02b0f9f6157b53c867e4b9166c76
        7b804d46a59b5216cde7a4e99040c5a40433225ee282a1b0a06c523eaf4534d7f83fa1155b0047718cbc546a
        0d072b04b3564eea1b422273f548271a0bb2316053fa76991955ebd63159434ecebb4e466dae5a1073a67276
        27097a1049e617d91d361094fa68f0ff77987130305beaba2eda04df997b714d6c6f2c29a6ad5cb4022b0270
        9beead9d67890cbb22392336fea1851f38
        """
    )
    let plaintext = try ChaChaPoly.open(
      sealed,
      additionalData: [UInt8](hex: "f33388860000000000004e91"),
      nonce: [UInt8](hex: "000000000102030405060708"),
      key: SecretBytes(hex: "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0")
    )
    #expect(
      String(decoding: plaintext, as: UTF8.self) == """
        Internet-Drafts are draft documents valid for a maximum of six months and may be \
        updated, replaced, or obsoleted by other documents at any time. It is inappropriate to \
        use Internet-Drafts as reference material or to cite them other than as \
        /“work in progress./”
        """
    )
  }

  @Test(arguments: 0..<64 as Range<UInt64>)
  func `what is sealed opens, and not when one bit changes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let plaintext = random.bytes(Int(seed))
    let additional = random.bytes(Int.random(in: 0...20, using: &random))
    let nonce = random.bytes(12)
    let key = SecretBytes(copying: random.bytes(32))
    var sealed = try ChaChaPoly.seal(plaintext, additionalData: additional, nonce: nonce, key: key)
    #expect(sealed.count == plaintext.count + ChaChaPoly.tagSize)
    #expect(
      try ChaChaPoly.open(sealed, additionalData: additional, nonce: nonce, key: key) == plaintext
    )
    sealed[Int.random(in: 0..<sealed.count, using: &random)] ^= 1 << UInt8(seed % 8)
    #expect(throws: SodiumError.forged) {
      try ChaChaPoly.open(sealed, additionalData: additional, nonce: nonce, key: key)
    }
  }

  @Test(arguments: [0, 1, 10])
  func `a message is sealed behind room, and opens where it stands`(room: Int) throws {
    let alone = try ChaChaPoly.seal([1, 2, 3], nonce: Self.nonce, key: Self.key())
    let sealed = try ChaChaPoly.seal([1, 2, 3], nonce: Self.nonce, key: Self.key(), behind: room)
    #expect(sealed == [UInt8](repeating: 0, count: room) + alone)
    let bytes = sealed + [7]
    let place = bytes[room..<sealed.count]
    #expect(try ChaChaPoly.open(place, nonce: Self.nonce, key: Self.key()) == [1, 2, 3])
  }

  @Test func `another key, nonce or additional data is noticed`() throws {
    #expect(throws: SodiumError.forged) {
      try ChaChaPoly.open(Self.sealed, nonce: Self.nonce, key: Self.key())
    }
    #expect(throws: SodiumError.forged) {
      try ChaChaPoly.open(
        Self.sealed,
        additionalData: Self.additionalData,
        nonce: [UInt8](repeating: 0, count: 12),
        key: Self.key()
      )
    }
    #expect(throws: SodiumError.forged) {
      try ChaChaPoly.open(
        Self.sealed,
        additionalData: Self.additionalData,
        nonce: Self.nonce,
        key: SecretBytes(random: 32)
      )
    }
  }

  @Test(arguments: 0..<16)
  func `what is shorter than a tag is no ciphertext`(length: Int) {
    #expect(throws: SodiumError.forged) {
      try ChaChaPoly.open(Array(Self.sealed[..<length]), nonce: Self.nonce, key: Self.key())
    }
  }

  @Test func `a key or a nonce of another length is refused`() {
    #expect(throws: SodiumError.wrongLength(expected: 32, actual: 31)) {
      try ChaChaPoly.seal([], nonce: Self.nonce, key: SecretBytes(random: 31))
    }
    #expect(throws: SodiumError.wrongLength(expected: 12, actual: 8)) {
      try ChaChaPoly.open(Self.sealed, nonce: Array(Self.nonce[..<8]), key: Self.key())
    }
  }
}
