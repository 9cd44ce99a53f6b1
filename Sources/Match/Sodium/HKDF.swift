/// Keys from secrets, with HMAC-SHA-256 (RFC 5869).
package enum HKDF {
  /// The number of bytes that can be expanded from one key: 255 hashes.
  package static let longestOutput = 255 * HMAC.size

  /// One key from all that is random in `secret`.
  package static func extract(
    salt: borrowing SecretBytes,
    secret: borrowing SecretBytes
  ) -> SecretBytes {
    HMAC.code(key: salt) { $0.append(secret) }
  }

  /// `count` bytes from `key`, others for each `info`.
  ///
  /// - Throws: ``SodiumError/outputTooLong(requested:limit:)``.
  package static func expand(
    _ key: borrowing SecretBytes,
    info: [UInt8] = [],
    count: Int
  ) throws(SodiumError) -> SecretBytes {
    guard (0...longestOutput).contains(count) else {
      throw .outputTooLong(requested: count, limit: longestOutput)
    }
    return unsafe SecretBytes(count: count) { memory in
      var previous = SecretBytes(copying: [])
      for start in stride(from: 0, to: count, by: HMAC.size) {
        previous = HMAC.code(key: key) { state in
          state.append(previous)
          state.append(info)
          state.append([UInt8(start / HMAC.size + 1)])
        }
        let length = min(HMAC.size, count - start)
        unsafe (memory + start).update(from: previous.pointer, count: length)
      }
    }
  }
}
