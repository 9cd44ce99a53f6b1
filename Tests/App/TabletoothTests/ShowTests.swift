import Testing

@testable import tabletooth

/// Positions as pictures and as text, by the program.
@Suite(.timeLimit(.minutes(5))) struct ShowTests {
  private static let game = "docs/pictures/gomoku.sgf"

  @Test func `a game is drawn as text and as a picture`() async throws {
    let text = await (try Program(["games", "show", Self.game, "--ply", "1"])).output()
    #expect(text.contains { $0.contains("(X)") })
    let picture = await (try Program(["games", "show", Self.game, "--svg", "-"])).output()
    #expect(picture.first?.hasPrefix("<svg ") == true)
    #expect(picture.last == "</svg>")
    let screen = await (try Program(["games", "show", Self.game, "--svg", "-", "--screen"]))
      .output()
    #expect(screen.contains { $0.contains("font-family=\"monospace\"") })
  }

  @Test(arguments: [
    (["games", "show", game, "--ply", "99"], "has only 23 moves"),
    (["games", "show", game, "--screen"], "needs --svg"),
    (["games", "show", game, "--svg", "/nonexistent/a.svg"], "cannot be written"),
    (["games", "show", "nothing.sgf"], "cannot read"),
  ])
  func `what cannot be drawn is told`(arguments: [String], words: String) async throws {
    let end = await (try Program(arguments)).end()
    #expect(end.code == 64)
    #expect(end.complaints.contains { $0.contains(words) })
  }
}
