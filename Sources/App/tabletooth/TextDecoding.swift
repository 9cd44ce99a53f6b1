internal import GameRules
internal import Glibc

/// The bytes of a game's file as text.
///
/// UTF-8 and UTF-16 are recognised. Anything else is in the encoding that an SGF names in `CA`, in
/// Windows-1252 (which contains Latin-1) if no two bytes beyond ASCII stand side by side, or in
/// GB18030 (which contains GBK and GB2312) or Big5, whichever gives more words of Xiangqi.
enum TextDecoding {
  /// The text of `bytes`.
  ///
  /// - Throws: the first place that is no text, or an encoding that is not known here.
  static func text(_ bytes: [UInt8]) throws(BrokenFile) -> String {
    let name = encoding(of: bytes)
    let decoded = try known(decode(bytes, from: name), name)
    guard decoded.left == 0 else {
      let lines = decoded.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      throw BrokenFile(
        line: lines.count,
        column: (lines.last?.count ?? 0) + 1,
        found: "bytes that are no text",
        expected: name == "GB18030" ? "UTF-8 or GB18030" : name
      )
    }
    return decoded.text
  }

  /// The encoding of the text that these bytes are, or begin.
  static func encoding(of bytes: [UInt8]) -> String {
    if let name = utf16(bytes) { return name }
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if isUTF8, !isASCII { return "UTF-8" }
    if let name = namedEncoding(bytes), !["UTF-8", "UTF8"].contains(name.uppercased()) {
      return name
    }
    if isUTF8 { return "UTF-8" }
    // Chinese has two such bytes side by side; letters with accents stand alone.
    let pairs = zip(bytes, bytes.dropFirst())
    if !pairs.contains(where: { $0 >= 0x80 && $1 >= 0x80 }) { return "WINDOWS-1252" }
    if let big5 = decode(bytes, from: "BIG5-HKSCS"), big5.left == 0,
      let simplified = decode(bytes, from: "GB18030"),
      simplified.left > 0 || words(big5.text) > words(simplified.text)
    {
      return "BIG5-HKSCS"
    }
    return "GB18030"
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

  /// The encoding that `CA` names near the beginning of an SGF.
  private static func namedEncoding(_ bytes: [UInt8]) -> String? {
    let start = bytes.prefix(2_000)
    guard start.contains(UInt8(ascii: ";")) else { return nil }
    let mark = Array("CA[".utf8)
    guard let place = start.indices.first(where: { start[$0...].starts(with: mark) }) else {
      return nil
    }
    let name = start[(place + mark.count)...].prefix { $0 != UInt8(ascii: "]") }
    let isName = name.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }
    return isName && !name.isEmpty ? String(decoding: name, as: UTF8.self) : nil
  }

  /// The number of characters of Xiangqi's moves in a text.
  private static func words(_ text: String) -> Int {
    text.count { "車车馬马炮砲相象仕士兵卒進进退平".contains($0) }
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

  /// The text of bytes in GB18030, with a mark for each that is none.
  static func simplified(_ bytes: [UInt8]) -> String {
    decode(bytes, from: "GB18030", marking: "\u{fffd}")?.text ?? ""
  }

  /// Decodes bytes in the encoding `name`; nil if this system does not know it.
  ///
  /// - Parameters:
  ///   - bytes: what to decode.
  ///   - name: the encoding.
  ///   - mark: the character for each byte that is no text; nil if the first one ends the text.
  /// - Returns: The text, and the number of bytes after it that are not decoded.
  static func decode(
    _ bytes: [UInt8],
    from name: String,
    marking mark: Character? = nil
  ) -> (text: String, left: Int)? {
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
      guard written.isFault, let mark, left >= unit else { return (text, left) }
      text.append(mark)
      left -= unit
    }
  }
}

/// The text of a file that arrives part by part, in the encoding that its beginning tells.
///
/// A byte that is no text becomes `GameCollection.undecodable`.
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
    let mark = GameCollection.undecodable
    let decoded = try TextDecoding.known(
      TextDecoding.decode(bytes, from: name, marking: mark),
      name
    )
    rest = part.isEmpty ? [] : bytes.suffix(decoded.left)
    return decoded.text + (part.isEmpty && decoded.left > 0 ? String(mark) : "")
  }
}
