internal import Sodium

/// The six digits that two people compare when they meet for the first time.
///
/// What people know from Bluetooth's numeric comparison; here it stands for the keys of the
/// players.
public struct ComparisonCode: Hashable, Sendable, CustomStringConvertible {
  /// The number, 0 to 999,999.
  public let value: Int

  /// Six digits, the first of which may be zeros.
  public var description: String {
    let digits = String(value)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The code of a ``KeyExchange``: of all that either side has said or is bound to when the first
  /// two messages were said.
  ///
  /// Nothing that the initiator may choose later goes into it, or it would choose the digits. The
  /// remainder of 64 bits favours none of the codes by more than one part in 10^13.
  ///
  /// - Parameters:
  ///   - handshakeHash: The hash of the first two messages.
  ///   - key: The key of the initiator, to which its first message commits it.
  ///   - nonce: The nonce of the initiator, likewise.
  init(handshakeHash: [UInt8], key: PublicKey, nonce: [UInt8]) {
    self.init(compared: handshakeHash + key.bytes + nonce)
  }

  /// The code of `compared`.
  package init(compared: [UInt8]) {
    let hash = SHA256.hash(Array("Tabletooth comparison".utf8), compared)
    let number = hash.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    value = Int(number % 1_000_000)
  }
}
