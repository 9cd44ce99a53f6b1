import Glibc
import Testing

/// `tabletooth-engine` with each protocol, as a GUI runs it.
@Suite(.timeLimit(.minutes(2))) struct EngineTests {
  @Test func `UCI is answered while a search runs`() async throws {
    let program = try Program.engine(["uci", "--hash", "1"])
    program.type("uci")
    try await program.prints("uciok")
    program.type("position startpos")
    program.type("go infinite")
    program.type("isready")
    try await program.prints("readyok")
    program.type("stop")
    #expect(try await program.prints("bestmove").hasPrefix("bestmove "))
    program.type("quit")
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test func `UCCI is answered while a search runs`() async throws {
    let program = try Program.engine(["ucci", "--hash", "1"])
    program.type("ucci")
    try await program.prints("ucciok")
    program.type("position startpos moves h2e2")
    program.type("go infinite")
    program.type("isready")
    try await program.prints("readyok")
    program.type("stop")
    try await program.prints("bestmove ")
    program.type("quit")
    try await program.prints("bye")
    #expect(await program.end().code == 0)
  }

  @Test func `Gomocup is answered, and a thought can be stopped`() async throws {
    let program = try Program.engine(["gomocup", "--hash", "1"])
    program.type("START 15\r")
    try await program.prints("OK")
    program.type("INFO timeout_turn 60000\r")
    program.type("TURN 7,7\r")
    program.type("YXSTOP\r")
    program.type("RESTART")
    // The point comes first, then the answer to what waited for it.
    var points = 0
    while case let line = try await program.prints(""), line != "OK" {
      if line.split(separator: ",").compactMap({ Int($0) }).count == 2 { points += 1 }
    }
    #expect(points == 1)
    program.type("END")
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test func `the end of the input lets a bounded thought end`() async throws {
    let program = try Program.engine(["uci", "--hash", "1"])
    program.type("position startpos")
    program.type("go nodes 500")
    program.endInput()
    try await program.prints("bestmove ")
    #expect(await program.end().code == 0)
  }

  @Test func `what is far too long is passed over`() async throws {
    let program = try Program.engine(["uci"])
    program.type(String(repeating: "go ", count: 100_000))
    program.type(bytes: [0xff, 0xfe, 0x0a])
    program.type("isready")
    try await program.prints("readyok")
    program.endInput()
    #expect(await program.end().code == 0)
  }

  @Test(arguments: [
    (["ucci", "--game", "gomoku"], "Unknown option '--game'"),
    (["gomocup", "--rule", "caro"], "'freestyle', 'standard' or 'renju'"),
    (["xboard"], "Unexpected argument 'xboard'"),
    (["uci", "--threads", "0"], "a number from 1 to 64"),
  ])
  func `a command line that means nothing is refused`(
    arguments: [String],
    words: String
  ) async throws {
    let end = await (try Program.engine(arguments)).end()
    #expect(end.code == 64)
    #expect(end.complaints.joined(separator: " ").contains(words), "\(end.complaints)")
  }
}
