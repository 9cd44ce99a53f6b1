internal import Sodium

/// One direction of an encrypted stream: a key, and the number of the next message.
///
/// Revision 34 of the Noise Protocol Framework, section 5.1, where a key is always there. A value
/// that is copied must go on in one copy only: two messages under one number would give both away.
package struct CipherState: Sendable {
  /// The number of the next message, which is also its nonce.
  ///
  /// Noise keeps the last one, 2^64 - 1, for new keys; there is no message of that number.
  package private(set) var nextNonce: UInt64

  private let key: SharedSecret

  init(key: SharedSecret, nextNonce: UInt64 = 0) {
    self.key = key
    self.nextNonce = nextNonce
  }

  /// Encrypts the next message.
  ///
  /// Before the result stand `room` zeros, which its owner overwrites.
  ///
  /// - Throws: ``SecurityError/exhausted``.
  package mutating func encrypt(
    _ plaintext: [UInt8],
    additionalData: [UInt8] = [],
    behind room: Int = 0
  ) throws(SecurityError) -> [UInt8] {
    try checkNonce()
    defer { nextNonce += 1 }
    return seal(plaintext, additionalData, nonce: Self.bytes(of: nextNonce), behind: room)
  }

  /// Decrypts the next message; where that fails, it is still the next one.
  ///
  /// - Throws: ``SecurityError/forged`` and ``SecurityError/exhausted``.
  package mutating func decrypt(
    _ sealed: ArraySlice<UInt8>,
    additionalData: [UInt8] = []
  ) throws(SecurityError) -> [UInt8] {
    try checkNonce()
    let plaintext = try decrypt(sealed, additionalData: additionalData, nonce: nextNonce)
    nextNonce += 1
    return plaintext
  }

  /// Decrypts the message with this number, for streams where messages get lost or overtake others.
  ///
  /// It does not detect repetition.
  ///
  /// - Throws: ``SecurityError/forged``.
  package func decrypt(
    _ sealed: ArraySlice<UInt8>,
    additionalData: [UInt8] = [],
    nonce: UInt64
  ) throws(SecurityError) -> [UInt8] {
    try open(sealed, additionalData, nonce: Self.bytes(of: nonce))
  }

  private func open(
    _ sealed: ArraySlice<UInt8>,
    _ additionalData: [UInt8],
    nonce: [UInt8]
  ) throws(SecurityError) -> [UInt8] {
    do throws(SodiumError) {
      return try ChaChaPoly.open(
        sealed,
        additionalData: additionalData,
        nonce: nonce,
        key: key.bytes
      )
    } catch {
      throw .forged
    }
  }

  /// Encrypts the message with this number, for streams where each message says its own; the same
  /// number must not be used for two messages.
  func encrypt(_ plaintext: [UInt8], nonce: UInt64) -> [UInt8] {
    seal(plaintext, [], nonce: Self.bytes(of: nonce), behind: 0)
  }

  private func checkNonce() throws(SecurityError) {
    guard nextNonce < .max else { throw .exhausted }
  }

  private func seal(
    _ plaintext: [UInt8],
    _ additionalData: [UInt8],
    nonce: [UInt8],
    behind room: Int
  ) -> [UInt8] {
    do throws(SodiumError) {
      return try ChaChaPoly.seal(
        plaintext,
        additionalData: additionalData,
        nonce: nonce,
        key: key.bytes,
        behind: room
      )
    } catch {
      preconditionFailure("keys and nonces of Noise have the right length: \(error)")
    }
  }

  /// Noise, section 12.3: four zeros, then the number with its lowest byte first.
  private static func bytes(of nonce: UInt64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: ChaChaPoly.nonceSize)
    for index in 0..<8 { bytes[4 + index] = UInt8(truncatingIfNeeded: nonce >> (8 * index)) }
    return bytes
  }
}
