internal import CSodium

/// The public half of a key pair: a point of Curve25519.
public struct PublicKey: Hashable, Sendable {
  /// The number of bytes a key has.
  package static let size = 32

  /// The 32 bytes.
  package let bytes: [UInt8]

  /// The key with these bytes.
  ///
  /// - Throws: ``SodiumError/wrongLength(expected:actual:)`` unless there are 32.
  package init(_ bytes: [UInt8]) throws(SodiumError) {
    guard bytes.count == Self.size else {
      throw .wrongLength(expected: Self.size, actual: bytes.count)
    }
    self.bytes = bytes
  }
}

/// A key pair for X25519 (RFC 7748).
public struct KeyPair: ~Copyable, Sendable {
  /// The number of bytes a secret key has.
  package static let secretSize = 32

  /// The half that nobody else may know.
  package let secret: SecretBytes

  /// The half that others may know.
  package let publicKey: PublicKey

  /// A new key pair, from the kernel's randomness.
  package static func generate() -> KeyPair {
    let secret = SecretBytes(random: secretSize)
    let publicKey = publicKey(of: secret)
    return KeyPair(secret, publicKey)
  }

  /// The key pair with this secret half, any 32 bytes.
  ///
  /// - Throws: ``SodiumError/wrongLength(expected:actual:)``.
  package init(secret: consuming SecretBytes) throws(SodiumError) {
    try secret.check(count: Self.secretSize)
    let publicKey = Self.publicKey(of: secret)
    self.init(secret, publicKey)
  }

  /// The secret that only the owners of this pair and of `other` can compute.
  ///
  /// - Throws: ``SodiumError/weakPublicKey``: the result would be zero, whatever the secret key is.
  package borrowing func sharedSecret(with other: PublicKey) throws(SodiumError) -> SecretBytes {
    var isWeak = false
    let shared = unsafe SecretBytes(count: PublicKey.size) { memory in
      isWeak = unsafe crypto_scalarmult(memory, secret.pointer, other.bytes) != 0
    }
    guard !isWeak else { throw .weakPublicKey }
    return shared
  }

  private init(_ secret: consuming SecretBytes, _ publicKey: PublicKey) {
    self.secret = secret
    self.publicKey = publicKey
  }

  private static func publicKey(of secret: borrowing SecretBytes) -> PublicKey {
    var bytes = [UInt8](repeating: 0, count: PublicKey.size)
    _ = unsafe crypto_scalarmult_base(&bytes, secret.pointer)
    guard let key = try? PublicKey(bytes) else { fatalError("a public key has 32 bytes") }
    return key
  }
}
