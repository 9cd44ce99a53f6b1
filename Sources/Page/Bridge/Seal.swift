import Sodium

/// The seal of what the browser keeps, where another computer may serve the page's address later.
extension Page {
  /// Replaces the key, the purpose and the bytes in the buffer by the sealed bytes.
  ///
  /// - Returns: Their number, or -1 for a wrong input.
  mutating func seal() -> Int32 {
    replace { key, purpose, bytes in
      let nonce = SecretBytes(random: ChaChaPoly.nonceSize).copy()
      return (try? ChaChaPoly.seal(bytes, additionalData: purpose, nonce: nonce, key: key))
        .map { nonce + $0 }
    }
  }

  /// Replaces the key, the purpose and the sealed bytes in the buffer by what was sealed.
  ///
  /// - Returns: The number of bytes, or -1 if they were not sealed under this key for this purpose.
  mutating func unseal() -> Int32 {
    replace { key, purpose, bytes in
      try? ChaChaPoly.open(
        Array(bytes.dropFirst(ChaChaPoly.nonceSize)),
        additionalData: purpose,
        nonce: Array(bytes.prefix(ChaChaPoly.nonceSize)),
        key: key
      )
    }
  }

  private mutating func replace(
    _ change: (borrowing SecretBytes, _ purpose: [UInt8], _ bytes: [UInt8]) -> [UInt8]?
  ) -> Int32 {
    var fields = FieldReader(buffer)
    guard let key = fields.next(), let purpose = fields.next(), let bytes = fields.next(),
      let changed = change(SecretBytes(copying: key), purpose, bytes)
    else { return -1 }
    buffer = changed
    return Int32(buffer.count)
  }
}
