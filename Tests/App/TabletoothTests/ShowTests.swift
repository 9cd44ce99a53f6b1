import Testing

/// Positions as pictures and as text, by the program.
@MainActor @Suite struct ShowTests {
  private nonisolated static let game = "docs/pictures/gomoku.sgf"

  @Test func `a game is drawn as text and as a picture`() async throws {
    try await World.run { world in
      func show(_ options: String...) async -> [String] {
        await world.start("Zoë", ["games", "show", Self.game] + options).output()
      }
      #expect(await show("--ply", "1").contains { $0.contains("(X)") })
      let picture = await show("--svg", "-")
      #expect(picture.first?.hasPrefix("<svg ") == true)
      #expect(picture.last == "</svg>")
      let screen = await show("--svg", "-", "--screen")
      #expect(screen.contains { $0.contains("font-family=\"monospace\"") })
    }
  }

  @Test(arguments: [
    (["games", "show", game, "--ply", "99"], "has only 23 moves"),
    (["games", "show", game, "--screen"], "needs --svg"),
    (["games", "show", game, "--svg", "/nonexistent/a.svg"], "cannot be written"),
    (["games", "show", "nothing.sgf"], "cannot read"),
  ])
  func `what cannot be drawn is told`(arguments: [String], words: String) async throws {
    try await World.run { world in
      let end = await world.start("Zoë", arguments).end()
      #expect(end.code == 64)
      #expect(end.complaints.contains { $0.contains(words) })
    }
  }
}
