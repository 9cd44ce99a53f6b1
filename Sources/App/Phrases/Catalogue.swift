private import CCatalogue

/// A catalogue of gettext.
enum Catalogue {
  /// The Simplified Chinese texts by their English sentences; an English program never reads them.
  static let chinese = unsafe texts(of: String(cString: tabletooth_chinese_catalogue()))

  /// The translations of the file `catalogue` by their sentences.
  ///
  /// A sentence with a context has the key `context|sentence`.
  static func texts(of catalogue: String) -> [String: String] {
    let (newline, quote) = (UInt8(ascii: "\n"), UInt8(ascii: "\""))
    var texts: [String: String] = [:]
    var (field, values) = ("", [String: [UInt8]]())
    for line in catalogue.utf8.split(separator: newline, omittingEmptySubsequences: false) {
      if line.isEmpty {
        let entry = values.mapValues { String(decoding: $0, as: UTF8.self) }
        let context = entry["msgctxt "].map { $0 + "|" } ?? ""
        texts[context + entry["msgid ", default: ""]] = entry["msgstr "]
        values = [:]
      } else if line.first != UInt8(ascii: "#"), let start = line.firstIndex(of: quote) {
        if start > line.startIndex { field = String(Substring(line[..<start])) }
        append(line[start...].dropFirst().dropLast(), to: &values[field, default: []])
      }
    }
    return texts
  }

  /// Adds what the line `quoted` stands for.
  private static func append(_ quoted: Substring.UTF8View, to text: inout [UInt8]) {
    var isEscaped = false
    for byte in quoted {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        text.append(isEscaped && byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        isEscaped = false
      }
    }
  }
}
