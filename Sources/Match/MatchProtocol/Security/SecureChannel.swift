internal import Sodium

/// Two encrypted streams between two programs, for as long as one link stands.
///
/// Each message grows by 16 bytes and carries no nonce: it is numbered by its place in the stream,
/// so a message that is repeated, left out, swapped or changed does not open. A new link has a new
/// exchange and new keys.
package struct SecureChannel: Sendable {
  /// By how many bytes a message grows.
  package static let overhead = ChaChaPoly.tagSize

  /// The player on the other side: one that was recognised, or else a new one.
  package let other: Acquaintance

  /// Six digits that are the same on both screens if, and but for one case in a million only if,
  /// nobody is in between.
  package let code: ComparisonCode

  private var sending: CipherState
  private var receiving: CipherState

  /// Makes a channel of the result of a handshake.
  ///
  /// - Throws: ``SecurityError/weakKey``.
  init(
    _ handshake: HandshakeState,
    _ ciphers: (sending: CipherState, receiving: CipherState),
    recognised: Acquaintance?,
    code: ComparisonCode
  ) throws(SecurityError) {
    guard let key = handshake.remoteStatic else { preconditionFailure("the key is not known") }
    let secret = try handshake.staticSecret()
    other = recognised ?? Acquaintance(key, secret)
    self.code = code
    sending = ciphers.sending
    receiving = ciphers.receiving
  }

  /// Encrypts the next message to the other side, with `room` for what goes before it.
  ///
  /// - Throws: ``SecurityError/exhausted``.
  package mutating func seal(
    _ message: [UInt8],
    behind room: Int = 0
  ) throws(SecurityError) -> [UInt8] {
    try sending.encrypt(message, behind: room)
  }

  /// Decrypts the next message of the other side; where that fails, it is still the next one.
  ///
  /// - Throws: ``SecurityError/forged`` and ``SecurityError/exhausted``.
  package mutating func open(_ sealed: ArraySlice<UInt8>) throws(SecurityError) -> [UInt8] {
    try receiving.decrypt(sealed)
  }
}
