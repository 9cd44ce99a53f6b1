internal import Sodium

/// Two encrypted streams between two programs, for as long as one link stands.
///
/// Each message grows by 16 bytes and carries no nonce: it is numbered by its place in the stream,
/// so a message that is repeated, left out, swapped or changed does not open. A new link has a new
/// exchange and new keys.
public struct SecureChannel: Sendable {
  /// By how many bytes a message grows.
  public static let overhead = ChaChaPoly.tagSize

  /// The player on the other side: one that was recognised, or else a new one.
  public let other: Acquaintance

  /// Six digits that are the same on both screens if, and but for one case in a million only if,
  /// nobody is in between.
  public let code: ComparisonCode

  private var sending: CipherState
  private var receiving: CipherState
  /// The number of the next glimpse that goes, and of the oldest one that may still come.
  private var glimpses: (sent: UInt64, expected: UInt64) = (0, 0)

  /// What a finished handshake gives.
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

  /// Encrypts the next message to the other side.
  ///
  /// - Throws: ``SecurityError/exhausted``.
  public mutating func seal(_ message: [UInt8]) throws(SecurityError) -> [UInt8] {
    try sending.encrypt(message)
  }

  /// Decrypts the next message of the other side; where that fails, it is still the next one.
  ///
  /// - Throws: ``SecurityError/forged`` and ``SecurityError/exhausted``.
  public mutating func open(_ sealed: [UInt8]) throws(SecurityError) -> [UInt8] {
    try receiving.decrypt(sealed)
  }

  /// Encrypts what counts only until the next of its kind.
  ///
  /// - Returns: Its number among its kind, and the bytes.
  public mutating func seal(glimpse message: [UInt8]) -> (number: UInt16, sealed: [UInt8]) {
    let number = glimpses.sent
    glimpses.sent += 1
    let sealed = sending.encrypt(glimpse: message, number: number)
    return (UInt16(truncatingIfNeeded: number), sealed)
  }

  /// Decrypts a glimpse.
  ///
  /// - Parameters:
  ///   - sealed: The bytes.
  ///   - number: The lowest 16 bits of its number.
  /// - Returns: What it says; nil if one that was sent later has come before, or it is not
  ///   authentic.
  mutating func open(glimpse sealed: [UInt8], number: UInt16) -> [UInt8]? {
    let ahead = number &- UInt16(truncatingIfNeeded: glimpses.expected)
    guard ahead < UInt16(1) << 15 else { return nil }
    let whole = glimpses.expected + UInt64(ahead)
    guard let message = try? receiving.decrypt(glimpse: sealed, number: whole) else { return nil }
    glimpses.expected = whole + 1
    return message
  }
}
