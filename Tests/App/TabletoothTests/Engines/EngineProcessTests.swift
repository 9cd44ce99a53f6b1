import Testing

/// Engines of others, which are processes, and the robot where a person waits for its real time.
@Suite(.timeLimit(.minutes(5))) struct EngineProcessTests {
  @Test func `a thought ends with the program`() async throws {
    let program = try Program(
      ["play", "--unkept", "--against", "robot:10", "--time", "1m"],
      patience: 60_000
    )
    program.type("h8")
    try await program.prints("Black plays h8.")
    program.type("quit")
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test func `another program plays, and this one gives hints`() async throws {
    let engine = try ScriptEngine(go: "echo bestmove $rook")
    let program = try Program(
      [
        "play", "--unkept", "xiangqi", "--against", "engine:\(engine.path)", "--time",
        "300ms",
      ],
      patience: 60_000
    )
    program.type("h2e2")
    try await program.prints("Black plays rook a9a8.")
    program.type("level 3")
    try await program.prints("There is no robot with a level here.")
    program.type("hint")
    try await program.prints("Try ")
    program.type("resign")
    try await program.prints("You lost.")
    #expect(await program.end().code == 0)
  }

  @Test(arguments: [
    ("exit 3", "ended with code 3"),
    ("kill -SEGV $$", "engine: crashed (signal 11)"),
    ("echo bestmove a9a5", "engine: made the illegal move a9a5"),
    ("echo bestmove none", "engine: answered with no move: none"),
    // Its time and two seconds of grace, and not the patience of this test.
    ("sleep 50", "engine: did not answer for 2"),
  ])
  func `another program that fails is told in one line, with the moves`(
    body: String,
    words: String
  ) async throws {
    let engine = try ScriptEngine(go: body)
    let program = try Program(
      [
        "play", "--unkept", "xiangqi", "--against", "engine:\(engine.path)", "--time",
        "300ms",
      ],
      patience: 20_000
    )
    program.type("h2e2")
    try await program.prints("The game is not finished. Moves so far: h2e2")
    let end = await program.end()
    #expect(end.code == 64)
    #expect(end.complaints.count == 1)
    #expect(end.complaints.first?.contains(words) == true, "\(end.complaints)")
  }

  @Test func `another program moves for the player, and the robot is the opponent`() async throws {
    let engine = try ScriptEngine(go: "exit 3")
    let program = try Program([
      "play", "xiangqi", "--level", "1", "--robot", "engine:\(engine.path)", "--unkept",
    ])
    let end = await program.end()
    #expect(end.code == 64)
    #expect(end.complaints.contains { $0.contains("ended with code 3") })
  }

  @Test func `the robot moves for the player, and another program is the opponent`() async throws {
    let engine = try ScriptEngine(
      go: "if [ $rook = a0a1 ]; then exit 3; fi; echo bestmove a9a8 resign"
    )
    let program = try Program(
      [
        "play", "xiangqi", "--against", "engine:\(engine.path)", "--robot", "1", "--unkept",
      ],
      patience: 60_000
    )
    try await program.prints("Black resigned")
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test func `control-C ends the robot's thought and not the program`() async throws {
    let terminal = try TerminalProgram([
      "play", "--plain", "--unkept", "--against", "robot:10", "--time", "10m",
    ])
    try await terminal.shows("You are Black")
    terminal.type("h8\r")
    try await terminal.shows("Control-C forces a move.")
    terminal.type("\u{3}")
    try await terminal.shows("White plays ")
    // The program goes on: the next command is obeyed.
    terminal.type("level 3\r")
    try await terminal.shows("The robot plays at level 3 from its next move.")
    terminal.type("resign\r")
    try await terminal.shows("Resign? Type yes to resign, or play on.")
    terminal.type("yes\r")
    try await terminal.shows("You lost.")
    terminal.type("quit\r")
    #expect(await terminal.end() == 0)
  }

  private static let chess = "1. e4 e5 *"

  @Test func `another engine says what moves are worth`() async throws {
    let engine = try ScriptEngine(
      go: """
        case $# in
          1) echo info score cp 30 pv d2d4; echo bestmove d2d4;;
          3) echo info score cp 70 pv c7c5; echo bestmove c7c5;;
          *) echo info score mate 2 pv f1c4; echo bestmove f1c4;;
        esac
        """
    )
    let program = try Program([
      "games", "analyse", "-", "--from", "pgn", "--robot", "engine:\(engine.path)",
    ])
    program.type(Self.chess)
    program.endInput()
    let lines = await program.output()
    #expect(await program.end() == .init(code: 0, complaints: []))
    #expect(lines.first?.contains("-0.70  better d4 (+0.30)") == true, "\(lines)")
    #expect(lines.dropFirst().first?.contains("+M3  better c5 (-0.70)") == true, "\(lines)")
  }

  @Test func `threads and the table's size go to another engine, unless it is told others`()
    async throws
  {
    // Tells what it was set to as what a move is worth.
    let engine = try ScriptEngine(
      go: """
        if [ $# = 1 ]; then move=d2d4; else move=d7d5; fi
        echo info score cp $threads$hash pv $move; echo bestmove $move
        """,
      setting: "case $rest in *Threads*) threads=${rest##* };; *Hash*) hash=${rest##* };; esac"
    )
    let options = ["--from", "pgn", "--threads", "3", "--hash", "20", "--json"]
    for (spec, worth) in [("", ":-320"), (",Threads=1", ":-120")] {
      let robot = ["--robot", "engine:\(engine.path)\(spec)"]
      let program = try Program(["games", "analyse", "-"] + options + robot)
      program.type("1. d4 *")
      program.endInput()
      let lines = await program.output()
      #expect(await program.end() == .init(code: 0, complaints: []))
      #expect(lines.first?.contains(worth) == true, "\(lines)")
    }
  }

  @Test func `a level for another engine is refused, with what there is instead`() async throws {
    let words = ["-", "--from", "pgn", "--robot", "engine:stockfish", "--level", "3"]
    let program = try Program(["games", "analyse"] + words)
    program.type("1. d4 *")
    program.endInput()
    let end = await program.end()
    #expect(end.code == 64)
    #expect(end.complaints.first?.contains("limit another engine with --time") == true)
  }

  @Test(arguments: [
    ("echo bestmove e2e4", "engine: gave a move without a score"),
    ("exit 7", "engine: ended with code 7"),
  ])
  func `an engine that does not say is named`(go: String, words: String) async throws {
    let engine = try ScriptEngine(go: go)
    let program = try Program([
      "games", "analyse", "-", "--from", "pgn", "--robot", "engine:\(engine.path)",
    ])
    program.type(Self.chess)
    program.endInput()
    let end = await program.end()
    #expect(end.code == 64)
    #expect(end.complaints.joined().contains(words), "\(end.complaints)")
  }
}
