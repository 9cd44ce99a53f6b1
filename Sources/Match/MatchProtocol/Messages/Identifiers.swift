/// A number that a guest makes up to recognise the answer to its greeting.
public struct Nonce: RawRepresentable, Hashable, Sendable {
  /// Eight random bytes.
  public let rawValue: UInt64

  /// The nonce with these eight bytes.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// A new nonce.
  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    Self(rawValue: generator.next())
  }
}

/// A number that the host makes up for a match.
public struct SessionID: RawRepresentable, Hashable, Sendable {
  /// Sixteen random bytes.
  public let rawValue: UInt128

  /// The id with these sixteen bytes.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// A new id.
  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    Self(rawValue: UInt128(generator.next()) << 64 | UInt128(generator.next()))
  }
}

extension SessionID {
  /// The halves that a message holds.
  var high: UInt64 { UInt64(truncatingIfNeeded: rawValue >> 64) }
  var low: UInt64 { UInt64(truncatingIfNeeded: rawValue) }

  init(high: UInt64, low: UInt64) {
    self.init(rawValue: UInt128(high) << 64 | UInt128(low))
  }
}
