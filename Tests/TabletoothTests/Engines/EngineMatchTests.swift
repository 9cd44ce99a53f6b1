import Glibc
import Testing

@testable import tabletooth

/// `tabletooth match`, between robots, this program as an engine, and programs that misbehave.
///
/// Whole games take their time where everything else runs too: one match after the other.
@Suite(.serialized, .timeLimit(.minutes(5))) struct EngineMatchTests {
  static func match(_ arguments: String...) throws -> Program {
    try Program(["match"] + arguments, patience: 120_000)
  }

  /// The lines of a match that came to its end.
  static func result(_ program: Program) async -> [String] {
    let lines = await program.output()
    let end = await program.end()
    #expect(end.code == 0, "\(end.complaints)")
    return lines
  }

  /// A file with one opening of each game.
  static func openings(_ folder: TemporaryFolder, _ game: String) throws -> String {
    let moves = ["gomoku": "h8 i9 g7", "liuzhou": "c3 d4", "xiangqi": "a3a4 a6a5"]
    return try write("startpos moves \(moves[game] ?? "")\n", to: folder.path + "/\(game)")
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
    let program = try Self.match(
      "--game",
      game,
      "--a",
      "robot:1",
      "--b",
      "robot:1",
      "--games",
      "4",
      "--nodes",
      "20",
      "--concurrency",
      "2"
    )
    let lines = await Self.result(program)
    #expect(lines.contains { $0.hasPrefix("games 4: a won ") }, "\(lines)")
    #expect(lines.contains("time forfeits: a 0, b 0; failures: a 0, b 0"))
    #expect(await program.end().complaints.count == 4)
  }

  @Test(arguments: [
    ("gomoku", "uci"), ("gomoku", "gomocup"), ("xiangqi", "uci"), ("xiangqi", "ucci"),
    ("liuzhou", "uci"),
  ])
  func `this program is an engine for itself`(game: String, spoken: String) async throws {
    let folder = try TemporaryFolder()
    let openings = try Self.openings(folder, game)
    let program = try Self.match(
      "--openings",
      openings,
      "--game",
      game,
      "--a",
      "robot:1",
      "--games",
      "2",
      "--nodes",
      "20",
      "--quiet",
      "--b",
      "engine:\(Program.path) engine --level 1 --protocol \(spoken),\(spoken)"
    )
    let lines = await Self.result(program)
    #expect(lines.contains { $0.hasPrefix("games 2: ") }, "\(lines)")
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
    let program = try Self.match(
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
    let openings = try Self.openings(folder, "xiangqi")
    let program = try Self.match(
      "--openings",
      openings,
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
    (["--b", "robot", "--time", "0"], "a time like 500ms, 5s or 1m"),
    (["--b", "robot", "--games", "0"], "a number from 1 to 1000000"),
    (["--b", "robot", "--nodes", "0"], "a number from 1"),
    (["--b", "robot", "--concurrency", "x"], "a number from 1 to 256"),
    (["--b", "robot", "--sprt", "10,0"], "two numbers in order"),
    (["--b", "robot", "--openings", "/nonexistent"], "No such file"),
  ])
  func `a command line that means nothing is refused`(
    arguments: [String],
    words: String
  ) async throws {
    let end = await (try Program(["match", "--a", "robot"] + arguments)).end()
    #expect(end.code == 64)
    #expect(end.complaints.joined().contains(words), "\(end.complaints)")
  }

  @Test func `openings come from a file, and games go to one`() async throws {
    let folder = try TemporaryFolder()
    let openings = try Self.write(
      "# two openings\nh8i9j10\n\nstartpos moves a1 b1\n",
      to: folder.path + "/openings"
    )
    let games = folder.path + "/games"
    let program = try Self.match(
      "--a",
      "robot:1",
      "--b",
      "robot:2",
      "--games",
      "4",
      "--nodes",
      "20",
      "--quiet",
      "--openings",
      openings,
      "--record",
      games
    )
    _ = await Self.result(program)
    let read = try Program(["inspect"])
    for line in try GameText.decode(GameText.bytes(of: games)).split(separator: "\n") {
      let game = line.prefix { $0 != "#" }
      #expect(game.contains("moves h8 i9 j10 ") || game.contains("moves a1 b1 "), "\(line)")
      read.type(String(game))
      #expect(try await read.prints("").contains("\"winner\":"))
    }
    read.endInput()
    _ = await read.end()
  }

  @Test func `control-C ends the match and prints what was played`() async throws {
    let engine = try ScriptEngine(go: "sleep 30")
    let program = try Self.match(
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
