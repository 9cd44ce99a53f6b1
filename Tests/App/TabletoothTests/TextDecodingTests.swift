import Glibc
import Testing

@testable import tabletooth

/// The encoding of a file stays what it is, whatever a few damaged bytes say.
@Suite struct TextDecodingTests {
  private static let chinese = "[Red \"甲方\"]\n1. 炮二平五 馬8進7 {好棋} 2. 馬二進三\n"

  /// `text` in an encoding that iconv knows.
  static func bytes(_ text: String, in encoding: String) throws -> [UInt8] {
    let converter = unsafe iconv_open(encoding, "UTF-8")
    defer { unsafe iconv_close(converter) }
    var source = text.utf8.map(CChar.init(bitPattern:))
    var target = [CChar](repeating: 0, count: source.count * 4)
    var (left, room) = (source.count, target.count)
    let status = unsafe source.withUnsafeMutableBufferPointer { source in
      unsafe target.withUnsafeMutableBufferPointer { target in
        var (input, output) = (source.baseAddress, target.baseAddress)
        return unsafe iconv(converter, &input, &left, &output, &room)
      }
    }
    try #require(status != -1)
    return target.prefix(target.count - room).map(UInt8.init(bitPattern:))
  }

  @Test(arguments: ["UTF-8", "GB18030", "BIG5", "UTF-16LE", "UTF-16"])
  func `text comes back from its encoding`(encoding: String) throws {
    let text = try TextDecoding.text(Self.bytes(Self.chinese, in: encoding))
    #expect(text.filter { $0 != "\u{feff}" } == Self.chinese)
  }

  @Test(arguments: ["UTF-8", "GB18030", "BIG5"])
  func `a damaged byte in a comment changes nothing else`(encoding: String) throws {
    let start = try Self.bytes(Self.chinese + "2... 車9平8 {", in: encoding)
    let end = try Self.bytes("}\n" + Self.chinese, in: encoding)
    let text = try TextDecoding.text(start + [0xff] + end)
    #expect(text == Self.chinese + "2... 車9平8 {\u{fffd}}\n" + Self.chinese)
  }

  @Test func `half a character at the end is one mark, in a whole file and in parts`() throws {
    let bytes = Array(Self.chinese.utf8) + [0xe5, 0xa5]
    #expect(try TextDecoding.text(bytes) == Self.chinese + "\u{fffd}")
    var parts = TextParts()
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 64) {
      text += try parts.text(of: bytes[start..<min(start + 64, bytes.count)])
    }
    text += try parts.text(of: [])
    #expect(text == Self.chinese + "\u{fffd}")
  }

  @Test func `the encoding that an SGF names stays, if something fits it`() throws {
    let text = "(;GM[4]CA[UTF-8]PB[李四]PW[王五]C["
    let bytes = Array(text.utf8) + [0xd6, 0xd0] + Array("];B[hh])".utf8)
    #expect(try TextDecoding.text(bytes) == text + "\u{fffd}\u{fffd}];B[hh])")
    let simplified = try Self.bytes("(;CA[UTF-8]PB[李四]C[好])", in: "GB18030")
    #expect(try TextDecoding.text(simplified) == "(;CA[UTF-8]PB[李四]C[好])")
  }

  @Test func `an encoding is named by an SGF or by the first line of XML`() throws {
    let markup = "<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><a>中村</a>"
    for text in ["(;CA[Shift_JIS]PB[中村])", markup] {
      #expect(try TextDecoding.text(Self.bytes(text, in: "Shift_JIS")) == text)
    }
    let accent = Array("(;C[caf".utf8) + [0xe9] + Array("])".utf8)
    #expect(try TextDecoding.text(accent) == "(;C[café])")
  }
}
