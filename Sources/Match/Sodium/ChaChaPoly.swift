internal import CSodium

/// Authenticated encryption with ChaCha20 and Poly1305, in the IETF's form (RFC 8439).
package enum ChaChaPoly {
  /// The number of bytes a key has.
  package static let keySize = 32

  /// The number of bytes a nonce has; no two messages may be sealed with the same key and nonce.
  package static let nonceSize = 12

  /// By how many bytes a message grows when it is sealed.
  package static let tagSize = 16

  /// Encrypts `plaintext`, and makes sure that nobody can change it or `additionalData` unnoticed.
  ///
  /// - Throws: ``SodiumError/wrongLength(expected:actual:)`` for the key or the nonce.
  package static func seal(
    _ plaintext: [UInt8],
    additionalData: [UInt8] = [],
    nonce: [UInt8],
    key: borrowing SecretBytes
  ) throws(SodiumError) -> [UInt8] {
    try check(nonce, key)
    let size = plaintext.count + tagSize
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { sealed, count in
      guard let start = sealed.baseAddress else { return }
      count = size
      _ = unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
        start,
        nil,
        plaintext,
        UInt64(plaintext.count),
        additionalData,
        UInt64(additionalData.count),
        nil,
        nonce,
        key.pointer
      )
    }
  }

  /// The plaintext of what ``seal(_:additionalData:nonce:key:)`` gave.
  ///
  /// - Throws: ``SodiumError/forged`` if anything differs from what was sealed, and
  ///   ``SodiumError/wrongLength(expected:actual:)`` for the key or the nonce.
  package static func open(
    _ sealed: [UInt8],
    additionalData: [UInt8] = [],
    nonce: [UInt8],
    key: borrowing SecretBytes
  ) throws(SodiumError) -> [UInt8] {
    try check(nonce, key)
    guard sealed.count >= tagSize else { throw .forged }
    var plaintext = [UInt8](repeating: 0, count: sealed.count - tagSize)
    let result = unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
      &plaintext,
      nil,
      nil,
      sealed,
      UInt64(sealed.count),
      additionalData,
      UInt64(additionalData.count),
      nonce,
      key.pointer
    )
    guard result == 0 else { throw .forged }
    return plaintext
  }

  private static func check(
    _ nonce: [UInt8],
    _ key: borrowing SecretBytes
  ) throws(SodiumError) {
    try key.check(count: keySize)
    guard nonce.count == nonceSize else {
      throw .wrongLength(expected: nonceSize, actual: nonce.count)
    }
  }
}
