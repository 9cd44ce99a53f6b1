internal import GameRules
internal import Glibc

/// The bytes of a game's file as text.
///
/// UTF-8 and UTF-16 are recognised. Anything else is in the encoding that an SGF names in `CA` or
/// an XML file in its first line, in Windows-1252 (which contains Latin-1) if no two bytes beyond
/// ASCII stand side by side, or in GB18030 (which contains GBK and GB2312) or Big5, whichever gives
/// more words of Xiangqi. A damaged byte changes none of this: it becomes U+FFFD.
enum TextDecoding {
  /// The text of `bytes`.
  ///
  /// - Throws: an encoding that is not known here.
  static func text(_ bytes: [UInt8]) throws(BrokenFile) -> String {
    let name = encoding(of: bytes)
    let decoded = try known(decode(bytes, from: name), name)
    return decoded.text + (decoded.left > 0 ? String(mark) : "")
  }

  /// The encoding of the text that these bytes are, or begin.
  static func encoding(of bytes: [UInt8]) -> String {
    if let name = utf16(bytes) { return name }
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    let (characters, faults) = piecesOfUTF8(bytes)
    // Text in another encoding has hardly any characters of UTF-8, and those by chance.
    if !isASCII, characters >= 3 * faults { return "UTF-8" }
    let named = namedEncoding(bytes)
    let isNamedUTF8 = ["UTF-8", "UTF8"].contains(named?.uppercased())
    if isNamedUTF8, characters >= faults { return "UTF-8" }
    if let named, !isNamedUTF8 { return named }
    if isASCII { return "UTF-8" }
    // Chinese has two such bytes side by side; letters with accents stand alone.
    let pairs = zip(bytes, bytes.dropFirst())
    if !pairs.contains(where: { $0 >= 0x80 && $1 >= 0x80 }) { return "WINDOWS-1252" }
    return fitness(bytes, "BIG5-HKSCS") > fitness(bytes, "GB18030") ? "BIG5-HKSCS" : "GB18030"
  }

  /// How many characters beyond ASCII bytes have in UTF-8, and how many faults.
  private static func piecesOfUTF8(_ bytes: [UInt8]) -> (characters: Int, faults: Int) {
    var pieces = (characters: 0, faults: 0)
    var parser = UTF8.ForwardParser()
    var input = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &input) {
      case .valid(let encoded): pieces.characters += encoded.count > 1 ? 1 : 0
      case .error: pieces.faults += 1
      case .emptyInput: return pieces
      }
    }
  }

  /// The kind of UTF-16 that the bytes are, by their mark or by the zeros of ASCII; nil for none.
  private static func utf16(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xff, 0xfe]) { return "UTF-16LE" }
    if bytes.starts(with: [0xfe, 0xff]) { return "UTF-16BE" }
    let start = bytes.prefix(1_000).enumerated()
    let zeros = start.filter { $0.element == 0 }
    guard zeros.count * 8 > start.count else { return nil }
    return zeros.count { $0.offset % 2 == 1 } * 2 > zeros.count ? "UTF-16LE" : "UTF-16BE"
  }

  /// The encoding that `CA` names near the beginning of an SGF, or an XML file in its first line.
  private static func namedEncoding(_ bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(2_000), as: UTF8.self)
    let isMarkup = start.prefix(100).contains("<?xml")
    guard isMarkup || start.contains(";") else { return nil }
    let behind = start.split(separator: isMarkup ? "encoding=" : "CA[", maxSplits: 1)
    guard behind.count == 2, let rest = behind.last else { return nil }
    let name = (isMarkup ? rest.dropFirst() : rest).prefix { !"]\"'".contains($0) }
    let isName = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }
    return isName && !name.isEmpty ? String(name) : nil
  }

  /// The number of characters of Xiangqi's moves in the text of `bytes`, less that of its faults.
  private static func fitness(_ bytes: [UInt8], _ name: String) -> Int {
    let text = decode(bytes, from: name)?.text ?? ""
    let words = text.count { "車车馬马炮砲相象仕士兵卒進进退平".contains($0) }
    return words - text.count { $0 == mark }
  }

  /// Refuses an encoding that this system does not know.
  static func known<Value>(_ decoded: Value?, _ name: String) throws(BrokenFile) -> Value {
    guard let decoded else {
      throw BrokenFile(
        line: 1,
        column: 1,
        found: "the encoding \(name)",
        expected: "an encoding like UTF-8, GBK, Big5 or Shift_JIS"
      )
    }
    return decoded
  }

  /// The text of bytes in GB18030.
  static func simplified(_ bytes: [UInt8]) -> String { decode(bytes, from: "GB18030")?.text ?? "" }

  /// The character for a byte that is no text in its encoding.
  static let mark: Character = "\u{fffd}"

  /// Decodes bytes in the encoding `name`; nil if this system does not know it.
  ///
  /// - Parameters:
  ///   - bytes: what to decode.
  ///   - name: the encoding.
  /// - Returns: The text, and the number of bytes of a last character that is incomplete.
  static func decode(_ bytes: [UInt8], from name: String) -> (text: String, left: Int)? {
    let converter = unsafe iconv_open("UTF-8", name)
    guard Int(bitPattern: converter) != -1 else { return nil }
    defer { unsafe iconv_close(converter) }
    var source = bytes.map(CChar.init(bitPattern:))
    // No encoding has a character that is longer in UTF-8 than four times its length there.
    var target = [CChar](repeating: 0, count: bytes.count * 4)
    let unit = name.hasPrefix("UTF-16") ? 2 : 1
    var left = source.count
    var room = target.count
    var text = ""
    while true {
      let written = unsafe source.withUnsafeMutableBufferPointer { source in
        unsafe target.withUnsafeMutableBufferPointer { target in
          var input = unsafe source.baseAddress.map { unsafe $0 + source.count - left }
          var output = target.baseAddress
          room = target.count
          let status = unsafe iconv(converter, &input, &left, &output, &room)
          return (count: target.count - room, isFault: status == -1 && errno == EILSEQ)
        }
      }
      text += String(
        decoding: target.prefix(written.count).lazy.map(UInt8.init(bitPattern:)),
        as: UTF8.self
      )
      guard written.isFault, left >= unit else { return (text, left) }
      text.append(mark)
      left -= unit
    }
  }
}

/// The text of a file that arrives part by part, in the encoding that its beginning tells.
struct TextParts {
  private var encoding: String?
  /// The bytes of a character whose end has not arrived.
  private var rest: [UInt8] = []

  /// The text of the next part; an empty part is the end of the file.
  ///
  /// - Throws: an encoding that is not known here.
  mutating func text(of part: ArraySlice<UInt8>) throws(BrokenFile) -> String {
    let bytes = rest + part
    // A part may end within a character, but hardly within a line end.
    let end = bytes.lastIndex(of: 0x0a).map { $0 + 1 } ?? bytes.count
    let name = encoding ?? TextDecoding.encoding(of: Array(bytes[..<end]))
    // As long as all is ASCII, nothing is known.
    if name != "UTF-8" || bytes.contains(where: { $0 >= 0x80 }) { encoding = name }
    let decoded = try TextDecoding.known(TextDecoding.decode(bytes, from: name), name)
    rest = part.isEmpty ? [] : bytes.suffix(decoded.left)
    return decoded.text + (part.isEmpty && decoded.left > 0 ? String(TextDecoding.mark) : "")
  }
}
