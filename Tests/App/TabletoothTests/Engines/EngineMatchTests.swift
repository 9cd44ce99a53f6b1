import Glibc
import ProcessIO
import Testing

@testable import tabletooth

/// `tabletooth-engine tournament`, between robots, this program as an engine, and programs that
/// misbehave.
///
/// The games begin a few moves before their end: what is played in between is the searches' own.
@Suite(.timeLimit(.minutes(5))) struct EngineMatchTests {
  static func match(_ arguments: String...) throws -> Program {
    try Program.engine(["tournament"] + arguments, patience: 120_000)
  }

  /// The lines of a match that came to its end.
  static func result(_ program: Program) async -> [String] {
    let lines = await program.output()
    let end = await program.end()
    #expect(end.code == 0, "\(end.complaints)")
    return lines
  }

  /// A file with one opening, in which the side to move wins within five plies.
  static func endings(_ folder: TemporaryFolder, _ game: String) throws -> String {
    let endings = [
      "gomoku": "startpos moves h8 a1 i8 b1 j8 c1",
      "liuzhou": "fen B1B1B1/6/6/6/W1W3/WW4 w m 0,0 0 0",
      "xiangqi": "fen 3k5/9/R8/9/9/9/9/9/1R7/4K4 w - - 0 1",
    ]
    return try write((endings[game] ?? "") + "\n", to: folder.path + "/\(game)")
  }

  /// A file with an opening of Xiangqi in which nothing has happened.
  static func quietOpening(_ folder: TemporaryFolder) throws -> String {
    try write("startpos moves a3a4 a6a5\n", to: folder.path + "/quiet")
  }

  /// Writes `text` to a new file, and gives its path back.
  static func write(_ text: String, to path: String) throws -> String {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    try #require(file >= 0)
    _ = unsafe Glibc.write(file, text, text.utf8.count)
    close(file)
    return path
  }

  @Test(arguments: ["gomoku", "liuzhou", "xiangqi"])
  func `two robots play every game, and the sides are swapped`(game: String) async throws {
    let folder = try TemporaryFolder()
    let openings = try Self.endings(folder, game)
    let program = try Self.match(
      "--openings",
      openings,
      "--game",
      game,
      "--a",
      "robot:7",
      "--b",
      "robot:7",
      "--games",
      "4",
      "--nodes",
      "1000",
      "--concurrency",
      "2"
    )
    let lines = await Self.result(program)
    // Whoever begins wins, and each player begins half of the games.
    #expect(lines.contains { $0.hasPrefix("games 4: a won 2, drew 0, lost 2") }, "\(lines)")
    #expect(lines.contains("time forfeits: a 0, b 0; failures: a 0, b 0"))
    #expect(await program.end().complaints.count == 4)
  }

  @Test func `random openings are played where none are given`() async throws {
    let program = try Self.match("--a", "robot", "--b", "robot", "--games", "2", "--nodes", "200")
    let lines = await Self.result(program)
    #expect(lines.contains { $0.hasPrefix("games 2: ") }, "\(lines)")
  }

  @Test(arguments: [
    ("gomoku", "uci"), ("gomoku", "gomocup"), ("xiangqi", "uci"), ("xiangqi", "ucci"),
    ("liuzhou", "uci"),
  ])
  func `this program is an engine for itself`(game: String, spoken: String) async throws {
    let folder = try TemporaryFolder()
    let openings = try Self.endings(folder, game)
    let program = try Self.match(
      "--openings",
      openings,
      "--game",
      game,
      "--a",
      "robot:7",
      "--games",
      "2",
      "--nodes",
      "1000",
      "--quiet",
      "--b",
      "engine:\(Program.enginePath) \(spoken) --level 7,\(spoken)"
    )
    let lines = await Self.result(program)
    #expect(lines.contains { $0.hasPrefix("games 2: a won 1, drew 0, lost 1") }, "\(lines)")
    #expect(lines.contains("time forfeits: a 0, b 0; failures: a 0, b 0"))
    #expect(await program.end().complaints == [])
  }

  @Test(arguments: [
    ("exit 3", "b ended by itself with code 3"), ("kill -SEGV $$", "b crashed (signal 11)"),
    ("echo bestmove hello", "b answered with no move: hello"),
    ("echo bestmove a0a9", "b made the illegal move a0a9"),
    ("echo 'bestmove (none)'", "b gave no move although it has one"),
    ("sleep 30", "b did not answer for "),
  ])
  func `an engine that fails loses the game, and is started anew`(
    body: String,
    words: String
  ) async throws {
    let engine = try ScriptEngine(go: body)
    let folder = try TemporaryFolder()
    let program = try Self.match(
      "--openings",
      Self.quietOpening(folder),
      "--game",
      "xiangqi",
      "--a",
      "robot:1,nodes=20",
      "--b",
      "engine:\(engine.path)",
      "--games",
      "2",
      "--time",
      "50ms",
      "--patience",
      "300ms"
    )
    let lines = await Self.result(program)
    #expect(lines.contains("games 2: a won 2, drew 0, lost 0; score 100.0 %"))
    #expect(lines.contains("time forfeits: a 0, b 0; failures: a 0, b 2"))
    let complaints = await program.end().complaints
    #expect(complaints.count == 2)
    #expect(complaints.allSatisfy { $0.contains(words) }, "\(complaints)")
  }

  @Test func `an engine that takes too long loses on time`() async throws {
    let engine = try ScriptEngine(go: "sleep 0.5; echo bestmove $rook")
    let folder = try TemporaryFolder()
    let program = try Self.match(
      "--openings",
      Self.quietOpening(folder),
      "--game",
      "xiangqi",
      "--a",
      "robot:1,nodes=20",
      "--b",
      "engine:\(engine.path)",
      "--games",
      "2",
      "--time",
      "20ms",
      "--margin",
      "30ms"
    )
    #expect(await Self.result(program).contains("time forfeits: a 0, b 2; failures: a 0, b 0"))
  }

  @Test func `a program that is no engine is told before anything is played`() async throws {
    let silent = try ScriptEngine(go: "", start: "exit 7")
    for (spec, words) in [
      ("engine:/nonexistent/engine", "No such file or directory"),
      ("engine:/etc/passwd", "Permission denied"), ("engine:/etc", "not a file"),
      ("engine:\(silent.path)", "ended by itself with code 7"),
    ] {
      let end = await (try Self.match("--game", "xiangqi", "--a", "robot", "--b", spec)).end()
      #expect(end.code == 64)
      #expect(end.complaints.count == 1)
      #expect(end.complaints.first?.contains(words) == true, "\(end.complaints)")
    }
  }

  @Test(arguments: [
    (["--b", "robot:11"], "robot:LEVEL (1 to 10)"),
    (["--b", "robot", "--time", "0"], "a time such as 500ms, 5s or 1m"),
    (["--b", "robot", "--games", "0"], "a number from 1 to 1000000"),
    (["--b", "robot", "--nodes", "0"], "a number from 1"),
    (["--b", "robot", "--concurrency", "x"], "a number from 1 to 256"),
    (["--b", "robot", "--sprt", "10,0"], "two rising numbers"),
    (["--b", "robot", "--openings", "/nonexistent"], "No such file"),
  ])
  func `a command line that means nothing is refused`(
    arguments: [String],
    words: String
  ) async throws {
    let end = await (try Program.engine(["tournament", "--a", "robot"] + arguments)).end()
    #expect(end.code == 64)
    #expect(end.complaints.joined().contains(words), "\(end.complaints)")
  }

  @Test func `openings come from a file, and games go to one`() async throws {
    let folder = try TemporaryFolder()
    let openings = try Self.write(
      "# two openings\nh8a1i8b1j8c1\n\nstartpos moves d4 a15 d5 b15 d6 c15\n",
      to: folder.path + "/openings"
    )
    let games = folder.path + "/games"
    let program = try Self.match(
      "--a",
      "robot:7",
      "--b",
      "robot:7",
      "--games",
      "4",
      "--nodes",
      "1000",
      "--quiet",
      "--openings",
      openings,
      "--record",
      games
    )
    _ = await Self.result(program)
    let read = try Program.engine(["inspect"])
    for line in try GameText.decode(WholeFile.bytes(of: games, limit: 1 << 20)).split(
      separator: "\n"
    ) {
      let game = line.prefix { $0 != "#" }
      #expect(game.contains("moves h8 a1 i8 ") || game.contains("moves d4 a15 d5 "), "\(line)")
      read.type(String(game))
      #expect(try await read.prints("").contains("\"winner\":"))
    }
    read.endInput()
    _ = await read.end()
  }

  @Test func `control-C ends the match and prints what was played`() async throws {
    let engine = try ScriptEngine(go: "sleep 30")
    let folder = try TemporaryFolder()
    let program = try Self.match(
      "--openings",
      Self.quietOpening(folder),
      "--game",
      "xiangqi",
      "--a",
      "engine:\(engine.path)",
      "--b",
      "robot:1",
      "--time",
      "20s"
    )
    program.signal(SIGINT)
    #expect(await program.end().code == 130)
  }
}
