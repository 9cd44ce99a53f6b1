import Testing

/// `tabletooth-engine best`, asked as another program asks it.
@Suite(.timeLimit(.minutes(2))) struct BestTests {
  @Test func `each position is answered by one object`() async throws {
    let program = try Program.engine(["best", "--game", "gomoku", "--nodes", "2000"])
    program.type("startpos moves h8 a1 i8 b1 j8 c1 k8 d1")
    let win = try await program.prints("")
    #expect(
      win.contains(#""mate":1,"move":"g8""#) || win.contains(#""mate":1,"move":"l8""#),
      "\(win)"
    )
    for member in ["depth", "nodes", "pv", "score", "seconds"] {
      #expect(win.contains("\"\(member)\":"))
    }
    program.type("nonsense")
    #expect(try await program.prints("") == #"{"error":"column 1: expected startpos or fen"}"#)
    program.type("startpos moves h8 a1 i8 b1 j8 c1 k8 d1 l8")
    #expect(try await program.prints("") == #"{"error":"the game has ended (five)"}"#)
    program.type(String(repeating: "x", count: 70_000))
    #expect(try await program.prints("").contains("at most 65536 bytes"))
    program.type("startpos moves h8")
    #expect(try await program.prints("").contains("\"move\":"))
    program.endInput()
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test(arguments: ["best --nodes 500", "inspect"])
  func `a position that cannot arise is answered, with a warning`(command: String) async throws {
    let words = command.split(separator: " ").map(String.init)
    let program = try Program.engine(words + ["--game", "xiangqi"])
    program.type("fen 3k5/9/9/9/9/9/9/9/9/P3K4 w")
    #expect(try await program.prints("").contains("a0a1"))
    program.endInput()
    let warning = "this position cannot arise in a game: no such piece can reach a0"
    #expect(await program.end() == .init(code: 0, complaints: [warning]))
  }

  @Test(arguments: ["gomoku", "liuzhou", "xiangqi"])
  func `the same nodes give the same answer`(game: String) async throws {
    let program = try Program.engine(["best", "--game", game, "--nodes", "3000"])
    var answers: Set<Substring> = []
    for _ in 0..<3 {
      program.type("startpos")
      let answer = try await program.prints("")
      answers.insert(
        answer.prefix(upTo: answer.firstRange(of: "\"seconds\"")?.lowerBound ?? answer.endIndex)
      )
    }
    #expect(answers.count == 1)
    program.endInput()
    _ = await program.end()
  }

  @Test(arguments: [
    (["--time", "0"], "a time such as 500ms, 5s or 1m"), (["--time", "5"], "a time such as"),
    (["--threads", "0"], "a number from 1 to 64"), (["--level", "11"], "a number from 1 to 10"),
    (["--level", "x"], "a number from 1 to 10"), (["--nodes", "0"], "a number from 1"),
    (["--depth", "0"], "a number from 1 to 200"), (["--hash", "0"], "a number from 1 to 4096"),
    (["--game", "draughts"], "gomoku"),
  ])
  func `a command line that means nothing is refused`(
    arguments: [String],
    words: String
  ) async throws {
    let end = await (try Program.engine(["best"] + arguments)).end()
    #expect(end.code == 64)
    #expect(end.complaints.joined(separator: " ").contains(words), "\(end.complaints)")
  }
}
