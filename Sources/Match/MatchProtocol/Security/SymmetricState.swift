internal import Sodium

/// The state that both sides of a handshake have mixed so far: a hash of all messages, and a chain
/// of keys.
///
/// Revision 34 of the Noise Protocol Framework, section 5.2.
struct SymmetricState: Sendable {
  /// The number of bytes that encryption adds to a message at the moment.
  var tagSize: Int { cipher == nil ? 0 : ChaChaPoly.tagSize }

  private(set) var hash: [UInt8]
  private var chainingKey: SharedSecret
  private var cipher: CipherState?

  /// The beginning of a protocol whose name has 32 bytes, as many as a hash.
  init(protocolName: String, prologue: [UInt8]) {
    hash = Array(protocolName.utf8)
    precondition(hash.count == SHA256.size, "a name of another length would have to be hashed")
    chainingKey = SharedSecret(SecretBytes(copying: hash))
    mixHash(prologue)
  }

  mutating func mixHash(_ bytes: [UInt8]) {
    hash = SHA256.hash(hash, bytes)
  }

  mutating func mixKey(_ secret: SharedSecret) {
    let keys = derive(from: secret.bytes)
    chainingKey = keys.first
    cipher = CipherState(key: keys.second)
  }

  mutating func encryptAndHash(_ plaintext: [UInt8]) throws(SecurityError) -> [UInt8] {
    let sealed = try cipher?.encrypt(plaintext, additionalData: hash) ?? plaintext
    mixHash(sealed)
    return sealed
  }

  mutating func decryptAndHash(_ sealed: [UInt8]) throws(SecurityError) -> [UInt8] {
    let plaintext = try cipher?.decrypt(sealed[...], additionalData: hash) ?? sealed
    mixHash(sealed)
    return plaintext
  }

  /// The ciphers for what follows the handshake: the initiator's direction, and the responder's.
  func split() -> (initiator: CipherState, responder: CipherState) {
    let keys = derive(from: SecretBytes(copying: []))
    return (CipherState(key: keys.first), CipherState(key: keys.second))
  }

  /// Noise's HKDF with two outputs, which is that of RFC 5869 without information.
  private func derive(
    from secret: borrowing SecretBytes
  ) -> (first: SharedSecret, second: SharedSecret) {
    let key = HKDF.extract(salt: chainingKey.bytes, secret: secret)
    guard let output = try? HKDF.expand(key, count: 2 * HMAC.size) else {
      preconditionFailure("two hashes can always be derived")
    }
    return (
      SharedSecret(SecretBytes(copying: output, range: 0..<HMAC.size)),
      SharedSecret(SecretBytes(copying: output, range: HMAC.size..<2 * HMAC.size))
    )
  }
}
