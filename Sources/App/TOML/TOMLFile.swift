internal import CToml

/// What a TOML file says, value by value, each with its line.
public struct TOMLFile: Hashable, Sendable {
  /// What stands behind a key.
  public enum Value: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int64)
    /// True or false.
    case boolean(Bool)
    /// A number with a fraction, a date, or a list.
    case other
  }

  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key, with dots between the names of tables.
    public let key: String
    /// What stands behind it.
    public let value: Value
    /// Its line, from 1.
    public let line: Int
  }

  /// A file that is no TOML.
  public struct Broken: Error, Hashable, Sendable {
    /// The line of the first mistake, from 1.
    public let line: Int
    /// What is wrong there, in the words of toml++.
    public let words: String
  }

  /// All values, in the order of their lines.
  public let entries: [Entry]

  /// Reads the text of a file.
  ///
  /// - Throws: ``Broken``, where it is no TOML.
  public init(_ text: String) throws(Broken) {
    var entries: [Entry] = []
    var words = [CChar](repeating: 0, count: 300)
    var bytes = Array(text.utf8).map(CChar.init(bitPattern:))
    let line = unsafe withUnsafeMutablePointer(to: &entries) { entries in
      unsafe tabletooth_toml_read(
        &bytes,
        bytes.count,
        entries,
        { context, key, kind, text, number, line in
          unsafe TOMLFile.note(context, key, kind, text, number, line)
        },
        &words,
        words.count
      )
    }
    guard line == 0 else {
      let text = words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      throw Broken(line: Int(line), words: String(decoding: text, as: UTF8.self))
    }
    self.entries = entries.sorted { $0.line < $1.line }
  }

  private static func note(
    _ context: UnsafeMutableRawPointer?,
    _ key: UnsafePointer<CChar>?,
    _ kind: CInt,
    _ text: UnsafePointer<CChar>?,
    _ number: Int64,
    _ line: UInt32
  ) {
    guard let context = unsafe context, let key = unsafe key, let text = unsafe text else { return }
    let value: Value =
      switch UInt32(kind) {
      case tabletooth_toml_string.rawValue: .string(unsafe String(cString: text))
      case tabletooth_toml_integer.rawValue: .integer(number)
      case tabletooth_toml_boolean.rawValue: .boolean(number != 0)
      default: .other
      }
    let entry = Entry(key: unsafe String(cString: key), value: value, line: Int(line))
    unsafe context.assumingMemoryBound(to: [Entry].self).pointee.append(entry)
  }
}
