import Testing

/// What only a process has: its locale, its arguments as bytes, and its standard files.
@Suite(.timeLimit(.minutes(1))) struct ProcessTests {
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

  @Test func `a name that is not UTF-8`() async throws {
    let name: [UInt8] = [0x41, 0xff]
    let program = try Program(bytes: [Array("host".utf8), Array("--name".utf8), name])
    await expectEnd(of: program, code: 64, saying: "not valid UTF-8")
  }

  @Test func `standard input tells its format by its text`() async throws {
    let program = try Program(["games", "export", "-", "--to", "pos", "--rule", "renju"])
    program.type("(;GM[4];B[hh];W[h9])")
    program.endInput()
    try await program.prints("h8h9")
    #expect(await program.end().code == 0)
  }

  @Test func `a broken file says where`() async throws {
    let program = try Program(["games", "export", "-", "--to", "fen"])
    program.type("[Game \"Chinese Chess\"]")
    program.type("1. 炮二平五 马8进6")
    program.endInput()
    let end = await program.end()
    #expect(
      end
        == Program.End(
          code: 40,
          complaints: [
            "tabletooth: -:2:9: found \"马8进6\". Expected a legal move like 马8进7 or 马8进9.",
            "  2 | 1. 炮二平五 马8进6", "    |             ^",
          ]
        )
    )
  }

  @Test(arguments: ["games", "settings", "rules gomoku"])
  func `a full disk behind the output is told as it is`(command: String) async throws {
    let script = "exec \(Program.path) \(command) > /dev/full"
    let folder = try TemporaryFolder()
    let words = ["-c", script].map { Array($0.utf8) }
    let program = try Program(bytes: words, of: "/bin/sh", home: folder.path)
    await expectEnd(of: program, code: 41, saying: "standard output takes nothing more. Keep it")
  }

  @Test func `a pipe sees no bell and no escape sequence, and a board once a move`() async throws {
    let program = try Program(["play", "--two", "--unkept", "--bell"])
    for line in ["h8", "", "quit"] { program.type(line) }
    let text = await program.output().joined(separator: "\n")
    #expect(text.contains("Black to move: h8\n"))
    #expect(text.contains("White to move: \n"))
    #expect(!text.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
    // The board is drawn at the start and after the move, and not for the empty line.
    #expect(text.split(separator: "15  .").count == 3)
  }
}
