/// The elements and texts of an XML file, one after another.
///
/// It reads what files of games have: elements, attributes, texts, CDATA and the usual entities.
/// Whatever the bytes are, each step goes forward, and nothing is opened or fetched.
struct MarkupReader {
  /// A tag with which an element begins.
  struct Element {
    let name: String
    let attributes: [String: String]
    /// The place of its `<` in the file.
    let offset: Int
  }

  private let bytes: [UInt8]
  private(set) var offset: Int
  /// What makes a text of bytes that are no UTF-8.
  private let decode: BinaryGames.Decoder

  init(_ bytes: [UInt8], at offset: Int = 0, _ decode: @escaping BinaryGames.Decoder) {
    self.bytes = bytes
    self.offset = offset
    self.decode = decode
  }

  /// Goes behind the next tag with which an element begins; nil at the end of the file.
  mutating func next() -> Element? {
    while true {
      skip { $0 != UInt8(ascii: "<") }
      guard offset < bytes.count else { return nil }
      let start = offset
      if skip("<!--") {
        skip(behind: "-->")
      } else if skip("<![CDATA[") {
        skip(behind: "]]>")
      } else if skip("</") || skip("<?") || skip("<!") {
        skip(behind: ">")
      } else {
        offset += 1
        return Element(name: takeName(), attributes: takeAttributes(), offset: start)
      }
    }
  }

  /// Takes the text up to the next tag.
  mutating func takeText() -> String {
    var text = ""
    while offset < bytes.count {
      if skip("<![CDATA[") {
        let start = offset
        skip(behind: "]]>")
        text += decoded(bytes[start..<max(start, offset - 3)])
      } else if bytes[offset] == UInt8(ascii: "<") {
        break
      } else {
        text += Self.withoutEntities(decoded(take { $0 != UInt8(ascii: "<") }))
      }
    }
    return text
  }

  /// Takes the next word of a text, and its place; nil at the next tag.
  mutating func takeWord() -> (text: String, offset: Int)? {
    skip(while: Self.isSpace)
    let start = offset
    let word = take { !Self.isSpace($0) && $0 != UInt8(ascii: "<") }
    return word.isEmpty ? nil : (decoded(word), start)
  }

  /// How many lines begin in a part of the file, and the place of the last of them.
  func lines(in part: Range<Int>) -> (count: Int, last: Int?) {
    let breaks = bytes[part].indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    return (breaks.count, breaks.last.map { $0 + 1 })
  }

  // MARK: Tags

  private mutating func takeName() -> String {
    decoded(take { !Self.isSpace($0) && !Self.isEnd($0) && $0 != UInt8(ascii: "=") })
  }

  /// Takes the attributes of a tag, and its end.
  private mutating func takeAttributes() -> [String: String] {
    var attributes: [String: String] = [:]
    while offset < bytes.count {
      skip { Self.isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "=") }
      // A tag that never ends is one up to the next.
      guard !skip(">"), offset < bytes.count, bytes[offset] != UInt8(ascii: "<") else { break }
      let name = takeName()
      skip { Self.isSpace($0) || $0 == UInt8(ascii: "=") }
      guard offset < bytes.count, case let quote = bytes[offset],
        quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      else { continue }
      offset += 1
      attributes[name] = Self.withoutEntities(decoded(take { $0 != quote }))
      if offset < bytes.count { offset += 1 }
    }
    return attributes
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
  }

  // MARK: Bytes

  private mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = min(offset, bytes.count)
    skip(while: isWanted)
    return bytes[start..<max(start, offset)]
  }

  private mutating func skip(while isWanted: (UInt8) -> Bool) {
    while offset < bytes.count, isWanted(bytes[offset]) { offset += 1 }
  }

  /// Passes over `mark`, or says that something else stands here.
  private mutating func skip(_ mark: String) -> Bool {
    guard offset < bytes.count, bytes[offset] == mark.utf8.first,
      bytes[offset...].starts(with: mark.utf8)
    else { return false }
    offset += mark.utf8.count
    return true
  }

  /// Goes behind the next `mark`, or to the end of the file.
  private mutating func skip(behind mark: String) {
    while offset < bytes.count, !skip(mark) { offset += 1 }
  }

  private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? decode(Array(bytes))
  }

  // MARK: Entities

  /// A text with the characters that its entities, such as `&amp;` and `&#233;`, stand for.
  private static func withoutEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var plain = ""
    var rest = text[...]
    while let character = rest.first {
      let name = character == "&" ? rest.dropFirst().prefix(9).prefix { $0 != ";" } : ""
      if let meant = Self.character(name), rest.dropFirst(1 + name.count).first == ";" {
        plain.append(meant)
        rest = rest.dropFirst(name.count + 2)
      } else {
        plain.append(character)
        rest = rest.dropFirst()
      }
    }
    return plain
  }

  private static func character(_ name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.first == "#" else { return nil }
      let isHex = name.dropFirst().first == "x"
      let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
      return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}
