internal import CSodium

/// The hash function SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// The number of bytes a hash has.
  package static let size = 32

  /// The hash of `parts` in a row.
  package static func hash(_ parts: [UInt8]...) -> [UInt8] {
    Library.start()
    var state = crypto_hash_sha256_state()
    _ = unsafe crypto_hash_sha256_init(&state)
    for part in parts {
      _ = unsafe crypto_hash_sha256_update(&state, part, UInt64(part.count))
    }
    var hash = [UInt8](repeating: 0, count: size)
    _ = unsafe crypto_hash_sha256_final(&state, &hash)
    return hash
  }
}
