import Testing

/// `tabletooth games export`, with files that are good, old or broken.
@MainActor @Suite struct ConvertTests {
  /// A file of the tests of GameRules.
  nonisolated static func path(_ name: String) -> String {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(folder)/Engine/GameRulesTests/Fixtures/notation/\(name)"
  }

  private func expectEnd(_ arguments: [String], code: CInt, saying line: String) async throws {
    try await World.run { world in
      let program = await world.start("Zoë", ["games", "export"] + arguments)
      #expect(await program.end() == .init(code: code, complaints: [line]))
    }
  }

  @Test func `a PGN in GBK becomes one in ICCS`() async throws {
    try await World.run { world in
      for name in ["xqf-export.pgn", "xqf-export-gbk.pgn"] {
        let own = ["games", "export", Self.path(name), "--to", "iccs"]
        let program = await world.start("Zoë", own)
        try await program.prints("[Red \"刘殿中\"]")
        try await program.prints("1. H2-E2 H9-G7")
        try await program.prints("1/2-1/2")
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
    }
  }

  @Test func `a byte that is no text becomes a mark, and the rest is read`() async throws {
    try await World.run { world in
      let own = ["games", "export", Self.path("no-text.pgn"), "--to", "iccs"]
      let lines = await world.start("Zoë", own).output()
      #expect(lines.contains("{国\u{fffd}\u{fffd}}"))
    }
  }

  @Test func `what a format cannot hold is told`() async throws {
    try await expectEnd(
      [Self.path("wxf.pgn"), "--to", "sgf"],
      code: 64,
      saying: "tabletooth: sgf holds games of gomoku, and this is xiangqi. "
        + "Run tabletooth games export --help."
    )
    try await expectEnd(
      [Self.path("puzzle.sgf"), "--to", "pos"],
      code: 64,
      saying: "tabletooth: pos cannot hold a start position, and this game has one. "
        + "Run tabletooth games export --help."
    )
  }

  @Test func `a file that is not there, and one of no format`() async throws {
    try await expectEnd(
      ["/nonexistent/a.sgf", "--to", "pos"],
      code: 64,
      saying: "tabletooth: cannot read /nonexistent/a.sgf: No such file or directory. "
        + "Run tabletooth games export --help."
    )
    try await expectEnd(
      ["/dev/null", "--to", "pos"],
      code: 64,
      saying: "tabletooth: the format of /dev/null is unclear; name it with --from. "
        + "Run tabletooth games export --help."
    )
  }
}
