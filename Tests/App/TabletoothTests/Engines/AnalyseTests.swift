import GameRules
import GameSearch
import Testing

@testable import tabletooth

/// `tabletooth games analyse`, and what it makes of searches.
@Suite(.timeLimit(.minutes(2))) struct AnalyseTests {
  @Test func `a game gets a line a move and the mistakes of either side`() async throws {
    let path = ConvertTests.path("wxf.pgn")
    let program = try Program(["games", "analyse", path, "--nodes", "200"])
    let lines = await program.output()
    #expect(lines.prefix(9).enumerated().allSatisfy { $1.hasPrefix("  \($0 + 1). ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Red") })
    #expect(lines.contains { $0.hasPrefix("Black") })
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test func `a position that cannot arise is analysed, with a warning`() async throws {
    let program = try Program(["games", "analyse", "-", "--from", "fen", "--nodes", "500"])
    program.type("3k5/9/9/9/9/9/9/9/9/P3K4 w moves a0a1 d9d8")
    program.endInput()
    #expect(await program.output().count { $0.contains("a0a1") || $0.contains("d9d8") } >= 2)
    let warning = "tabletooth: this position cannot arise in a game: no such piece can reach a0"
    #expect(await program.end() == .init(code: 0, complaints: [warning]))
  }

  @Test func `a proven win is told up to its end`() async throws {
    let program = try Program(["games", "analyse", "-", "--from", "pos", "--nodes", "2000"])
    program.type("h8g9i8f8h7e7h10h9j8k8i9g11i7i10k7l6j7l7g7")
    program.endInput()
    let lines = await program.output()
    let values = lines.prefix(19).suffix(6).map { $0.split(separator: " ").last.map(String.init) }
    #expect(values == ["+M5", "+M4", "+M3", "+M2", "+M1", "+M1"], "\(lines)")
  }

  @Test func `objects are for programs`() async throws {
    let program = try Program([
      "games", "analyse", "-", "--from", "pos", "--nodes", "500", "--json",
    ])
    program.type("h8a1i8b1j8c1k8d1l8")
    program.endInput()
    let lines = await program.output()
    #expect(lines.count == 10)
    #expect(lines.contains { $0.contains(#""mate":1,"move":"l8","ply":9"#) }, "\(lines)")
    #expect(lines.last?.hasPrefix(#"{"mistakes":{"first":["#) == true)
  }

  @Test(
    arguments: [
      (["/nonexistent.pgn"], 64, "cannot read"), (["/dev/null"], 64, "is unclear"),
      ([ConvertTests.path("no-text.pgn")], 64, "has no moves to analyse"),
      ([ConvertTests.path("wxf.pgn"), "--time", "0"], 64, "a time such as"),
    ] as [([String], CInt, String)]
  )
  func `what cannot be analysed is said`(
    arguments: [String],
    code: CInt,
    words: String
  ) async throws {
    let end = await (try Program(["games", "analyse"] + arguments)).end()
    #expect(end.code == code)
    #expect(end.complaints.joined().contains(words), "\(end.complaints)")
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

  /// An analysis whose searches say `scores` for the side to move, and prefer a move or none.
  static func judgements(
    _ moves: String,
    scores: [Int],
    better: [Int: String] = [:]
  ) throws -> GameAnalysis {
    var position = Position(game: .gomoku())
    for text in moves.split(separator: " ") { try position.play(position.move(from: String(text))) }
    var analysis = GameAnalysis(position) { position, ply in
      let text =
        better[ply] ?? moves.split(separator: " ").map(String.init)[min(ply, scores.count - 2)]
      guard let move = try? position.move(from: text) else { return nil }
      return SearchReport(
        move: move,
        line: [move],
        score: scores[ply],
        mate: nil,
        depth: 1,
        nodes: 1
      )
    }
    while analysis.next() != nil {}
    return analysis
  }

  @Test func `a move loses what the better one had`() throws {
    let analysis = try Self.judgements(
      "h8 h9 a1",
      scores: [20, -20, 30, 400],
      better: [2: "i9"]
    )
    #expect(analysis.judgements.map(\.value.score) == [20, 30, -400])
    #expect(analysis.judgements.map(\.loss) == [0, 0, 430])
    #expect(analysis.judgements[2].better?.description == "i9")
    #expect(analysis.worstMistakes()[.first]?.map(\.ply) == [3])
    #expect(analysis.worstMistakes()[.second] == nil)
  }

  @Test func `who is far ahead anyway loses nothing`() throws {
    let analysis = try Self.judgements(
      "h8 h9 a1",
      scores: [0, 0, 5_000, -2_000],
      better: [2: "i9"]
    )
    #expect(analysis.judgements[2].loss == 0)
  }

  @Test func `three mistakes of each side are named, the worst first`() throws {
    let moves = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1"
    // Each move of the first player loses a stone more than the one before.
    let scores = [0, 100, 0, 200, 0, 300, 0, 400, 0, 500, 0]
    let better = Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, "o15") })
    let analysis = try Self.judgements(moves, scores: scores, better: better)
    #expect(analysis.worstMistakes()[.first]?.map(\.loss) == [500, 400, 300])
    #expect(analysis.worstMistakes()[.first]?.map(\.ply) == [9, 7, 5])
  }
}
