internal import CSodium

/// Comparing without telling by the time it takes where a desync is.
package enum ConstantTime {
  /// True if both have the same bytes; how long that takes depends on the lengths only.
  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe sodium_memcmp(left, right, left.count) == 0
  }
}
