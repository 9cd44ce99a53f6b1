/// Which of the latest numbers of a stream were received, so that none is accepted twice.
///
/// For messages that carry their nonce. Ask ``check(_:)`` before decrypting, and call
/// ``accept(_:)`` only for what was authentic: a forged number must not move the window (RFC 4303,
/// section 3.4.3).
public struct ReplayWindow: Hashable, Sendable {
  /// How many numbers up to the highest are remembered.
  ///
  /// As many packets may overtake one in the framing.
  public static let size: UInt64 = 128

  private var highest: UInt64?

  /// Bit n: whether the highest number less n was received.
  private var received: UInt128 = 0

  /// A window in which nothing was received.
  public init() {}

  /// Checks that `nonce` was not received.
  ///
  /// - Throws: ``SecurityError/replayed(nonce:)`` if it was, or if it is too old to know.
  public func check(_ nonce: UInt64) throws(SecurityError) {
    guard let highest, nonce <= highest else { return }
    let age = highest - nonce
    guard age < Self.size, received & (1 << age) == 0 else {
      throw .replayed(nonce: nonce)
    }
  }

  /// Notes that `nonce` was received.
  ///
  /// - Throws: ``SecurityError/replayed(nonce:)`` as ``check(_:)`` does, and nothing changes.
  public mutating func accept(_ nonce: UInt64) throws(SecurityError) {
    try check(nonce)
    guard let highest, nonce <= highest else {
      let step = nonce - (highest ?? nonce)
      received = received << step | 1
      highest = nonce
      return
    }
    received |= 1 << (highest - nonce)
  }
}
