internal import GRDB
internal import MatchProtocol
internal import Sodium

// Keys, ids and messages stand in columns as hexadecimal text, which a person can read with
// `sqlite3`, too.

/// A row of which nothing is believed: whoever can write the file can put anything there.
struct Columns {
  private let row: Row
  private let table: String

  init(of row: Row, in table: String) {
    self.row = row
    self.table = table
  }

  /// The value of `column`, which may be NULL if `Value` is optional.
  subscript<Value: DatabaseValueConvertible>(column: String) -> Value {
    get throws(StoreError) {
      guard row.hasColumn(column), let value = Value.fromDatabaseValue(row[column]) else {
        throw damaged(column)
      }
      return value
    }
  }

  /// The error for a `column` that this program would not have written.
  func damaged(_ column: String) -> StoreError {
    .damagedRow(table: table, column: column)
  }
}

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
