import Testing

@testable import Avahi

@Suite struct InstanceNameTests {
  @Test(arguments: [
    ("Anna", "Anna"),
    ("", ""),
    ("A\nn\u{7f}n\0a", "Anna"),
    (String(repeating: "a", count: 64), String(repeating: "a", count: 63)),
    // A character of two bytes, and one of 25 that is cut as a whole.
    (String(repeating: "\u{e9}", count: 40), String(repeating: "\u{e9}", count: 31)),
    (
      String(repeating: "a", count: 40)
        + "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}",
      String(repeating: "a", count: 40)
    ),
  ])
  func `a name is cut to 63 bytes between characters`(text: String, name: String) {
    #expect(InstanceName.fitting(text) == name)
  }

  @Test func `a single character of more than 63 bytes is cut between its scalars`() {
    let name = InstanceName.fitting("e" + String(repeating: "\u{301}", count: 100))
    #expect(name == "e" + String(repeating: "\u{301}", count: 31))
  }
}
