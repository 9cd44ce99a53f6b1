import Testing

@testable import Sodium

/// Ed25519, by RFC 8032, section 7.1.
@Suite struct SigningKeyTests {
  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }

  private static let seed = bytes(
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
  )
  private static let publicKey = bytes(
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
  )
  private static let signature = bytes(
    """
    92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
    085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
    """
  )

  @Test func `test 2 of the RFC`() throws {
    let key = try SigningKey(seed: SecretBytes(copying: Self.seed))
    #expect(key.publicKey.bytes == Self.publicKey)
    #expect(key.signature(of: [0x72]) == Self.signature)
    #expect(key.publicKey.verifies(Self.signature, of: [0x72]))
  }

  @Test func `nothing else is verified`() throws {
    let key = try VerifyingKey(Self.publicKey)
    #expect(!key.verifies(Self.signature, of: [0x73]))
    for index in [0, 31, 32, 63] {
      var other = Self.signature
      other[index] ^= 1
      #expect(!key.verifies(other, of: [0x72]))
    }
    #expect(!key.verifies(Array(Self.signature.dropLast()), of: [0x72]))
    let weak = try VerifyingKey([UInt8](repeating: 0, count: 32))
    #expect(!weak.verifies([UInt8](repeating: 0, count: 64), of: [0x72]))
    #expect(throws: SodiumError.wrongLength(expected: 32, actual: 31)) {
      try VerifyingKey([UInt8](repeating: 1, count: 31))
    }
  }
}
