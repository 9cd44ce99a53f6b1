import Testing

/// The program in Chinese: what people read changes, what programs read does not.
@MainActor @Suite struct LanguageTests {
  @Test(arguments: [
    ["play", "--two", "--lang", "fr"], ["--lang=", "games"], ["games", "--lang"],
  ])
  func `a language that is not spoken is refused`(arguments: [String]) async throws {
    try await World.run { world in
      let end = await world.start("Zoë", arguments).end()
      #expect(end.code == 64)
      #expect(end.complaints.first?.contains("expected en or zh") == true)
    }
  }

  @Test func `what another program reads is the same in both languages`() async throws {
    try await World.run { world in
      let path = try world.write("h8i9", as: "game.pos")
      var answers: [[String]] = []
      for language in ["en", "zh"] {
        let own = ["--from", "pos", "--nodes", "50", "--json", "--lang", language]
        let program = await world.start("Zoë", ["games", "analyse", path] + own)
        answers.append(await program.output())
        #expect(await program.end().code == 0)
      }
      #expect(answers[0] == answers[1])
      #expect(answers[0].count == 3)
    }
  }

  @Test func `a mistake is told in Chinese with the same code`() async throws {
    try await World.run { world in
      let end = await world.start("Zoë", ["jion", "--lang", "zh"]).end()
      let line = "tabletooth: 没有命令 jion，你是想输入 join 吗；请输入 tabletooth --help"
      #expect(end == .init(code: 64, complaints: [line]))
    }
  }
}
