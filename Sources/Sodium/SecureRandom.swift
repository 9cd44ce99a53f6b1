internal import CSodium

/// Randomness that nobody can foretell, from the kernel.
public struct SecureRandom: RandomNumberGenerator, Sendable {
  /// The kernel's randomness.
  public init() {}

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    Library.start()
    var value: UInt64 = 0
    unsafe randombytes_buf(&value, MemoryLayout<UInt64>.size)
    return value
  }

  /// `count` random bytes.
  public static func bytes(_ count: Int) -> [UInt8] {
    Library.start()
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, count)
    return bytes
  }
}
