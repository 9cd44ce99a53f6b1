internal import MatchProtocol
internal import Sodium

// Keys and ids stand in columns as hexadecimal text, which a person can read with `sqlite3`, too.

extension [UInt8] {
  /// The bytes in hexadecimal.
  var hex: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }
    .joined()
  }

  /// The bytes that `hex` writes, or nil if it is not what ``hex`` gives.
  init?(hex: String) {
    let digits = hex.map { $0.isASCII ? $0.hexDigitValue ?? 16 : 16 }
    guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}

extension PublicKey {
  var column: String { bytes.hex }

  init?(column: String) {
    guard let bytes = [UInt8](hex: column), let key = try? PublicKey(bytes) else { return nil }
    self = key
  }
}

extension SessionID {
  var column: String { String(rawValue, radix: 16) }

  init?(column: String) {
    guard let value = UInt128(column, radix: 16) else { return nil }
    self.init(rawValue: value)
  }
}
