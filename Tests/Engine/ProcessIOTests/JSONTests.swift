import Foundation
import ProcessIO
import Testing

@Suite struct JSONTests {
  @Test func `JSON escapes what would control a terminal or turn a line`() throws {
    let wild = "a\u{1B}\u{7F}\u{9B}31m\u{202E}\u{E000}\u{E0001}\u{2028}六"
    let json = JSON.line(["error": wild])
    #expect(
      json == #"{"error":"a\u001b\u007f\u009b31m\u202e\ue000\udb40\udc01\u2028六"}"#
    )
    #expect(
      try JSONDecoder().decode([String: String].self, from: Data(json.utf8)) == ["error": wild]
    )
  }
}
