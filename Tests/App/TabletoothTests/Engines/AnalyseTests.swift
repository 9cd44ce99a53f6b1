import GameRules
import GameSearch
import Testing

@testable import tabletooth

/// `tabletooth games analyse`, and what it makes of searches.
@MainActor @Suite struct AnalyseTests {
  /// Analyses `text`, and returns how the program ended and what it printed.
  private func analyse(
    _ text: String,
    _ arguments: String...
  ) async throws -> (end: Program.End, lines: [String]) {
    var (end, lines) = (Program.End(code: -1, complaints: []), [String]())
    try await World.run { world in
      let path = try world.write(text, as: "game")
      let program = await world.start("Anna", ["games", "analyse", path] + arguments)
      (end, lines) = (await program.end(), program.printed)
    }
    return (end, lines)
  }

  @Test func `a game gets a line a move and the mistakes of either side`() async throws {
    let path = ConvertTests.path("wxf.pgn")
    try await World.run { world in
      let program = await world.start("Anna", ["games", "analyse", path, "--nodes", "200"])
      let lines = await program.output()
      #expect(lines.prefix(9).enumerated().allSatisfy { $1.hasPrefix("  \($0 + 1). ") }, "\(lines)")
      #expect(lines.contains { $0.hasPrefix("Red") })
      #expect(lines.contains { $0.hasPrefix("Black") })
      #expect(await program.end() == .init(code: 0, complaints: []))
    }
  }

  @Test func `a position that cannot arise is analysed, with a warning`() async throws {
    let game = "3k5/9/9/9/9/9/9/9/9/P3K4 w moves a0a1 d9d8"
    let (end, lines) = try await analyse(game, "--from", "fen", "--nodes", "500")
    #expect(lines.count { $0.contains("a0a1") || $0.contains("d9d8") } >= 2)
    let warning = "tabletooth: this position cannot arise in a game: no such piece can reach a0"
    #expect(end == .init(code: 0, complaints: [warning]))
  }

  @Test func `a proven win is told up to its end`() async throws {
    let game = "h8g9i8f8h7e7h10h9j8k8i9g11i7i10k7l6j7l7g7"
    let lines = try await analyse(game, "--from", "pos", "--nodes", "2000").lines
    let values = lines.prefix(19).suffix(6).map { $0.split(separator: " ").last.map(String.init) }
    #expect(values == ["+M5", "+M4", "+M3", "+M2", "+M1", "+M1"], "\(lines)")
  }

  @Test func `objects are for programs`() async throws {
    let game = "h8a1i8b1j8c1k8d1l8"
    let lines = try await analyse(game, "--from", "pos", "--nodes", "500", "--json").lines
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
    try await World.run { world in
      let end = await world.start("Anna", ["games", "analyse"] + arguments).end()
      #expect(end.code == code)
      #expect(end.complaints.joined().contains(words), "\(end.complaints)")
    }
  }

  /// An analysis whose searches say `scores` for the side to move, and prefer a move or none.
  nonisolated static func judgements(
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
