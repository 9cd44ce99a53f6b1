internal import CSodium

/// The public half of a key that signs: whoever has it can check signatures.
public struct VerifyingKey: Hashable, Sendable {
  /// How many bytes it has.
  public static let size = 32

  /// The 32 bytes.
  public let bytes: [UInt8]

  /// The key with these bytes.
  ///
  /// - Throws: ``SodiumError/wrongLength(expected:actual:)`` unless there are 32.
  public init(_ bytes: [UInt8]) throws(SodiumError) {
    guard bytes.count == Self.size else {
      throw .wrongLength(expected: Self.size, actual: bytes.count)
    }
    self.bytes = bytes
  }

  /// Whether the owner of this key has signed `message`; never for a key of small order.
  public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard signature.count == SigningKey.signatureSize else { return false }
    return unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
  }
}

/// A key that signs by Ed25519 (RFC 8032).
public struct SigningKey: ~Copyable, Sendable {
  /// How many bytes the secret has that a key is made of.
  public static let seedSize = 32

  /// How many bytes a signature has.
  public static let signatureSize = 64

  /// The half that others may know.
  public let publicKey: VerifyingKey

  private let secret: SecretBytes

  /// The key that is made of `seed`, always the same one.
  ///
  /// - Throws: ``SodiumError/wrongLength(expected:actual:)`` unless it has 32 bytes.
  public init(seed: borrowing SecretBytes) throws(SodiumError) {
    try seed.check(count: Self.seedSize)
    var bytes = [UInt8](repeating: 0, count: VerifyingKey.size)
    let secret = unsafe SecretBytes(count: Int(crypto_sign_SECRETKEYBYTES)) { memory in
      _ = unsafe crypto_sign_seed_keypair(&bytes, memory, seed.pointer)
    }
    guard let publicKey = try? VerifyingKey(bytes) else { fatalError("a key has 32 bytes") }
    self.publicKey = publicKey
    self.secret = secret
  }

  /// The signature of `message`, always the same one.
  public borrowing func signature(of message: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Self.signatureSize)
    _ = unsafe crypto_sign_detached(
      &signature,
      nil,
      message,
      UInt64(message.count),
      secret.pointer
    )
    return signature
  }
}
