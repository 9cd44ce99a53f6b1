import MatchSimulation
import Sodium
import Testing

/// The published values are those of RFC 7748, sections 5.2 and 6.1.
@Suite struct KeyPairTests {
  static let alice = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"
  static let bob = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"

  @Test(arguments: [
    (alice, "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"),
    (bob, "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"),
  ])
  func `a secret key has its published public key`(secret: String, publicKey: String) throws {
    let pair = try KeyPair(secret: SecretBytes(hex: secret))
    #expect(pair.publicKey.bytes == [UInt8](hex: publicKey))
  }

  @Test(arguments: [
    (
      "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
      "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
      "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    ),
    (
      "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
      "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
      "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
    ),
    (
      alice,
      "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
      "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    ),
    (
      bob,
      "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
      "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    ),
  ])
  func `two keys have their published secret`(
    secret: String,
    other: String,
    shared: String
  ) throws {
    let pair = try KeyPair(secret: SecretBytes(hex: secret))
    let result = try pair.sharedSecret(with: PublicKey([UInt8](hex: other)))
    #expect(result.bytes == [UInt8](hex: shared))
  }

  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
  ])
  func `a public key of small order is refused`(weak: String) throws {
    let pair = KeyPair.generate()
    let key = try PublicKey([UInt8](hex: weak))
    #expect(throws: SodiumError.weakPublicKey) { _ = try pair.sharedSecret(with: key) }
  }

  @Test func `two new pairs agree, and differ`() throws {
    let one = KeyPair.generate()
    let other = KeyPair.generate()
    #expect(one.publicKey != other.publicKey)
    let here = try one.sharedSecret(with: other.publicKey)
    let there = try other.sharedSecret(with: one.publicKey)
    #expect(here.bytes == there.bytes)
  }

  @Test(arguments: [0, 31, 33])
  func `a key of another length is refused`(count: Int) {
    let expected = SodiumError.wrongLength(expected: 32, actual: count)
    #expect(throws: expected) { _ = try KeyPair(secret: SecretBytes(random: count)) }
    #expect(throws: expected) { try PublicKey([UInt8](repeating: 9, count: count)) }
  }
}
