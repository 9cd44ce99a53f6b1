import Foundation
import MatchProtocol
import MatchSimulation
import Testing

@Suite struct GoldenTests {
  @Test func `each recorded envelope is read and written as SwiftProtobuf did`() throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let text = try String(contentsOfFile: "/\(folder)/Golden/envelopes", encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count > 600)
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      try #require(parts.count == 2)
      #expect(result(of: [UInt8](hex: parts[0])) == parts[1], "\(parts[0])")
    }
  }

  /// What becomes of `bytes` that are decoded and encoded again, as the file writes it.
  private func result(of bytes: [UInt8]) -> String {
    do {
      let again = try Envelope(decoding: bytes).encoded
      return again == bytes ? "=" : again.hexadecimal
    } catch {
      return "!\(error)"
    }
  }
}
