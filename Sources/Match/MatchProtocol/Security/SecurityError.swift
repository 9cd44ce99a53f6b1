/// The reason why something secret or authentic cannot be had from what the other side sent, one
/// case a cause.
public enum SecurityError: Error, Hashable, Sendable {
  /// Not sealed with the right key for this place in the stream: changed, repeated, out of order,
  /// or from somebody else.
  case forged

  /// A handshake message with another length than this one has, in bytes.
  case wrongLength(expected: Int, actual: Int)

  /// A handshake message that is not due.
  case unexpectedMessage

  /// A public key with which everybody would have the same secret.
  case weakKey

  /// The initiator's key and nonce are not those it had committed itself to.
  case brokenCommitment

  /// All nonces of a key are used up.
  case exhausted
}
