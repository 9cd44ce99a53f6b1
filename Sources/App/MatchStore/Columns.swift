internal import GRDB
internal import MatchProtocol
internal import Sodium

// Keys and ids stand in columns as hexadecimal text, which a person can read with `sqlite3`, too.

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

extension PublicKey {
  var column: String { bytes.hexadecimal }

  init?(column: String) {
    guard let bytes = [UInt8](hexadecimal: column), let key = try? PublicKey(bytes) else {
      return nil
    }
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
