import Testing

/// The program in Chinese: what people read changes, what programs read does not;
/// the locale is that of a process.
@Suite(.timeLimit(.minutes(5))) struct LanguageTests {
  private static let chinese = ["LC_ALL=zh_CN.UTF-8", "TERM=xterm"]

  @Test func `the locale has the program speak Chinese, and --lang wins`() async throws {
    let program = try Program(["play", "--two", "--unkept"], variables: Self.chinese)
    try await program.prints("黑方先走。请输入着法，如 h8，或输入“帮助”。")
    program.type("resign")
    try await program.prints("白方胜：黑方认输。")
    program.endInput()
    #expect(await program.end().code == 0)
    let english = try Program(
      ["--lang", "en", "play", "--two", "--unkept"],
      variables: Self.chinese
    )
    try await english.prints("Black moves first. Type a move like h8, or help.")
    english.endInput()
    #expect(await english.end().code == 64)
  }

  @Test func `a terminal without Han gets English, unless Chinese is asked for`() async throws {
    let console = ["LC_ALL=zh_CN.UTF-8", "TERM=linux"]
    let program = try Program(["play", "--two", "--unkept"], variables: console)
    try await program.prints("Black moves first. Type a move like h8, or help.")
    program.endInput()
    _ = await program.end()
    let asked = try Program(["play", "--two", "--unkept", "--lang=zh"], variables: console)
    try await asked.prints("黑方先走。请输入着法，如 h8，或输入“帮助”。")
    asked.endInput()
    _ = await asked.end()
  }

  @Test(arguments: [
    ["play", "--two", "--lang", "fr"], ["--lang=", "games"], ["games", "--lang"],
  ])
  func `a language that is not spoken is refused`(arguments: [String]) async throws {
    let end = await (try Program(arguments)).end()
    #expect(end.code == 64)
    #expect(end.complaints.first?.contains("expected en or zh") == true)
  }

  @Test func `what another program reads is the same in both languages`() async throws {
    var answers: [[String]] = []
    for language in ["en", "zh"] {
      let program = try Program(
        ["games", "analyse", "-", "--from", "pos", "--nodes", "50", "--json", "--lang", language],
        variables: Self.chinese
      )
      program.type("h8i9")
      program.endInput()
      answers.append(await program.output())
      #expect(await program.end().code == 0)
    }
    #expect(answers[0] == answers[1])
    #expect(answers[0].count == 3)
  }

  @Test func `a mistake is told in Chinese with the same code`() async throws {
    let end = await (try Program(["jion"], variables: Self.chinese)).end()
    #expect(end.code == 64)
    #expect(end.complaints == ["tabletooth: 没有命令 jion，你是想输入 join 吗；请输入 tabletooth --help"])
  }
}
