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
  /// Before the result stand `room` zeros, which its owner overwrites.
  ///
  /// - Throws: ``SodiumError/wrongLength(expected:actual:)`` for the key or the nonce.
  package static func seal(
    _ plaintext: [UInt8],
    additionalData: [UInt8] = [],
    nonce: [UInt8],
    key: borrowing SecretBytes,
    behind room: Int = 0
  ) throws(SodiumError) -> [UInt8] {
    try check(nonce, key)
    let size = room + plaintext.count + tagSize
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { sealed, count in
      guard let start = sealed.baseAddress else { return }
      count = size
      unsafe start.update(repeating: 0, count: room)
      _ = unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
        start + room,
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

  /// The plaintext of what ``seal(_:additionalData:nonce:key:behind:)`` gave.
  ///
  /// - Throws: ``SodiumError/forged`` if anything differs from what was sealed, and
  ///   ``SodiumError/wrongLength(expected:actual:)`` for the key or the nonce.
  package static func open(
    _ sealed: [UInt8],
    additionalData: [UInt8] = [],
    nonce: [UInt8],
    key: borrowing SecretBytes
  ) throws(SodiumError) -> [UInt8] {
    try open(sealed[...], additionalData: additionalData, nonce: nonce, key: key)
  }

  /// The plaintext of what stands in the middle of other bytes.
  ///
  /// - Throws: ``SodiumError/forged`` if anything differs from what was sealed, and
  ///   ``SodiumError/wrongLength(expected:actual:)`` for the key or the nonce.
  package static func open(
    _ sealed: ArraySlice<UInt8>,
    additionalData: [UInt8] = [],
    nonce: [UInt8],
    key: borrowing SecretBytes
  ) throws(SodiumError) -> [UInt8] {
    try check(nonce, key)
    guard sealed.count >= tagSize else { throw .forged }
    let size = sealed.count - tagSize
    let key = unsafe key.pointer
    var isGenuine = false
    let plaintext = unsafe [UInt8](unsafeUninitializedCapacity: size) { plaintext, count in
      isGenuine = unsafe sealed.withUnsafeBufferPointer { sealed in
        guard let start = sealed.baseAddress else { return false }
        return unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
          plaintext.baseAddress,
          nil,
          nil,
          start,
          UInt64(sealed.count),
          additionalData,
          UInt64(additionalData.count),
          nonce,
          key
        ) == 0
      }
      count = isGenuine ? size : 0
    }
    guard isGenuine else { throw .forged }
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
