public import Sodium

/// A long-lived key as text: 30 digits in six groups, to be compared by eye or read aloud.
///
/// Ten to the 30th power is about 2^99: nobody finds a second key with the same text.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  /// The text, such as `01234 56789 01234 56789 01234 56789`.
  public let description: String

  /// The fingerprint of `key`.
  ///
  /// Five bytes of a hash make a group: their number modulo 100,000.
  public init(of key: PlayerID) {
    let hash = SHA256.hash(Array("Tabletooth fingerprint".utf8), key.bytes)
    description = stride(from: 0, to: 30, by: 5)
      .map { start in
        let number = hash[start..<start + 5].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let digits = String(number % 100_000)
        return String(repeating: "0", count: 5 - digits.count) + digits
      }
      .joined(separator: " ")
  }
}
