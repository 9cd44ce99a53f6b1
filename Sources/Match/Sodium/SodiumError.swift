/// The reason why something cannot be computed, one case a cause.
package enum SodiumError: Error, Hashable, Sendable {
  /// A key or a nonce has another length than it must have, in bytes.
  case wrongLength(expected: Int, actual: Int)

  /// More bytes are asked for than can be derived from one key.
  case outputTooLong(requested: Int, limit: Int)

  /// The sealed data was not made with this key, nonce and additional data, or was changed.
  case forged

  /// A public key with which every secret key gives the same shared secret (RFC 7748, section 6.1).
  case weakPublicKey
}
