import TestSupport
import Testing

@testable import Avahi

@Suite struct ServiceTextTests {
  private func text(_ entries: String...) -> ServiceText {
    ServiceText(reading: entries.map { Array($0.utf8) })
  }

  @Test func `values are found by their keys in any case`() {
    let text = text("Version=1=2", "flag", "empty=")
    #expect(text["version"] == Array("1=2".utf8))
    #expect(text["FLAG"] == [] && text["empty"] == [] && text["other"] == nil)
  }

  @Test func `the first of two values of a key counts`() {
    #expect(text("a=1", "A=2", "a")["a"] == Array("1".utf8))
  }

  @Test(arguments: [[], [0x3d], [0x3d, 1], [0xff, 0x3d, 1], [0], [0x1f, 0x3d], [0x7f]])
  func `an entry without a key is passed over`(entry: [UInt8]) {
    let text = ServiceText(reading: [entry, Array("a=1".utf8)])
    #expect(text.entries == [Array("a=1".utf8)])
  }

  @Test func `what does not fit into a packet is passed over`() {
    let entries = (0..<10_000).map { Array("\($0)=".utf8) + [UInt8](repeating: 0, count: 200) }
    let text = ServiceText(reading: entries)
    #expect(text.entries == Array(entries.prefix(6)))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any bytes can be read, and keep within the limit`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let entries = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      random.bytes(Int.random(in: 0...300, using: &random))
    }
    let text = ServiceText(reading: entries)
    #expect(text.entries.allSatisfy(entries.contains))
    #expect(text.entries.map { $0.count + 1 }.reduce(0, +) <= ServiceText.longest)
    #expect(ServiceText(reading: text.entries) == text)
  }

  @Test func `values are written sorted, and wrong keys are left out`() {
    let long = [UInt8](repeating: 1, count: 255)
    let text = ServiceText(["v": [1], "a": [], "x=y": [1], "": [1], "\u{e9}": [1], "l": long])
    #expect(text.entries == [Array("a=".utf8), Array("v=".utf8) + [1]])
  }
}
