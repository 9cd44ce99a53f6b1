import Testing

@testable import TOML

/// What a TOML file says, and where.
@Suite struct TOMLFileTests {
  @Test func `each value has its key, its kind and its line`() throws {
    let file = try TOMLFile(
      """
      # Mine.
      name = "Änne \\"A\\""
      level = 7

      still = true
      ratio = 0.5
      [sound]
      volume = 40
      """
    )
    #expect(
      file.entries == [
        .init(key: "name", value: .string("Änne \"A\""), line: 2),
        .init(key: "level", value: .integer(7), line: 3),
        .init(key: "still", value: .boolean(true), line: 5),
        .init(key: "ratio", value: .other, line: 6),
        .init(key: "sound.volume", value: .integer(40), line: 8),
      ]
    )
  }

  @Test func `an empty file says nothing`() throws {
    #expect(try TOMLFile("").entries.isEmpty)
  }

  @Test(arguments: [("a = 1\nb = \n", 2), ("a = 1\na = 2\n", 2), ("a = \"x", 1), ("\u{1}", 1)])
  func `a file that is no TOML is refused with its line`(text: String, line: Int) {
    #expect {
      _ = try TOMLFile(text)
    } throws: { error in
      (error as? TOMLFile.Broken)?.line == line
    }
  }
}
