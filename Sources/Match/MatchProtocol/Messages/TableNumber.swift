/// The number that a table draws when it opens, by which it is known over every transport.
///
/// Nobody vouches for it: docs/reference/protocol.md says what it is good for.
public struct TableNumber: Hashable, Sendable {
  /// The number of bits.
  static let bits = 13
  private static let mask = UInt16(1 << bits - 1)

  /// The number, 0 to 8,191.
  public let rawValue: UInt16

  /// The number in the low bits of `bytes`, which a presence has behind its first two.
  init(lowBitsOf bytes: UInt16) { rawValue = bytes & Self.mask }

  /// A random number, for a table that is opened now.
  public static func random() -> TableNumber {
    TableNumber(lowBitsOf: UInt16.random(in: 0...mask))
  }
}
