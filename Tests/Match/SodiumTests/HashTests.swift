import MatchSimulation
import Sodium
import Testing

@Suite struct HashTests {
  /// FIPS 180-4's examples, as RFC 6234, section 8.5 repeats them, and the empty text.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `a text has its published hash`(text: String, hash: String) {
    #expect(SHA256.hash(Array(text.utf8)) == [UInt8](hex: hash))
  }

  @Test func `where a text is divided makes no desync`() {
    #expect(SHA256.hash([1, 2], [], [3]) == SHA256.hash([1, 2, 3]))
  }

  /// A case of RFC 4231: key, text and code.
  struct Authenticated: CustomTestStringConvertible {
    let number: Int
    let key: [UInt8]
    let text: [UInt8]
    let code: String

    var testDescription: String { "case \(number)" }
  }

  /// RFC 4231, section 4; case 5 is about cutting codes short.
  @Test(arguments: [
    Authenticated(
      number: 1,
      key: [UInt8](repeating: 0x0b, count: 20),
      text: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    Authenticated(
      number: 2,
      key: Array("Jefe".utf8),
      text: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    Authenticated(
      number: 3,
      key: [UInt8](repeating: 0xaa, count: 20),
      text: [UInt8](repeating: 0xdd, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    Authenticated(
      number: 4,
      key: Array(1...25),
      text: [UInt8](repeating: 0xcd, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    Authenticated(
      number: 6,
      key: [UInt8](repeating: 0xaa, count: 131),
      text: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    Authenticated(
      number: 7,
      key: [UInt8](repeating: 0xaa, count: 131),
      text: Array(
        """
        This is a test using a larger than block-size key and a larger than block-size data. \
        The key needs to be hashed before being used by the HMAC algorithm.
        """.utf8
      ),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ])
  func `a text has its published code`(sample: Authenticated) {
    let key = SecretBytes(copying: sample.key)
    #expect(HMAC.code(of: sample.text, key: key).bytes == [UInt8](hex: sample.code))
    let middle = sample.text.count / 2
    let parted = HMAC.code(
      of: Array(sample.text[..<middle]),
      Array(sample.text[middle...]),
      key: key
    )
    #expect(parted.bytes == [UInt8](hex: sample.code))
  }

  /// A case of RFC 5869: what goes in, the key, and what comes out.
  struct Derived: CustomTestStringConvertible {
    let number: Int
    let secret: [UInt8]
    let salt: [UInt8]
    let info: [UInt8]
    let key: String
    let output: String

    var testDescription: String { "case \(number)" }
  }

  /// RFC 5869, appendix A.
  @Test(arguments: [
    Derived(
      number: 1,
      secret: [UInt8](repeating: 0x0b, count: 22),
      salt: Array(0...12),
      info: Array(0xf0...0xf9),
      key: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
      output: """
        3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf
        34007208d5b887185865
        """
    ),
    Derived(
      number: 2,
      secret: Array(0...79),
      salt: Array(0x60...0xaf),
      info: Array(0xb0...0xff),
      key: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
      output: """
        b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c
        59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71
        cc30c58179ec3e87c14c01d5c1f3434f1d87
        """
    ),
    Derived(
      number: 3,
      secret: [UInt8](repeating: 0x0b, count: 22),
      salt: [],
      info: [],
      key: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
      output: """
        8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d
        9d201395faa4b61a96c8
        """
    ),
  ])
  func `a secret gives its published keys`(sample: Derived) throws {
    let key = HKDF.extract(
      salt: SecretBytes(copying: sample.salt),
      secret: SecretBytes(copying: sample.secret)
    )
    #expect(key.bytes == [UInt8](hex: sample.key))
    let expected = [UInt8](hex: sample.output)
    let output = try HKDF.expand(key, info: sample.info, count: expected.count)
    #expect(output.bytes == expected)
  }

  @Test func `255 hashes can be derived, and no more`() throws {
    let key = SecretBytes(random: 32)
    #expect(try HKDF.expand(key, count: 8_160).count == 8_160)
    #expect(try HKDF.expand(key, count: 0).count == 0)
    #expect(throws: SodiumError.outputTooLong(requested: 8_161, limit: 8_160)) {
      _ = try HKDF.expand(key, count: 8_161)
    }
  }
}
