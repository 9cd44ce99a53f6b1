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

  /// The code of a finished ``KeyExchange``, the hash of all that was said in it.
  ///
  /// The remainder of 64 bits favours none of the codes by more than one part in 10^13.
  init(handshakeHash: [UInt8]) {
    let hash = SHA256.hash(Array("Tabletooth comparison".utf8), handshakeHash)
    let number = hash.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    value = Int(number % 1_000_000)
  }
}
