import GameRules
import TestSupport
import Testing

@Suite struct ReversiTests {
  static func play(_ moves: String) throws -> Position {
    var position = Position(game: .reversi)
    for text in moves.split(separator: " ") {
      try position.play(try position.move(from: String(text)))
    }
    return position
  }

  /// The counts that all programs agree on; to this depth nobody can pass (OEIS A124004).
  @Test(arguments: [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1_396), (6, 8_200), (7, 55_092)])
  func `the sequences of moves are as many as other programs count`(depth: Int, count: Int) {
    #expect(Position(game: .reversi).perft(depth) == count)
  }

  @Test func `all enclosed discs turn, in several directions`() throws {
    let position = try Self.play("d3 c3 c4")
    #expect(position.text == "8/8/8/3BW3/2BBB3/2WB4/8/8 w")
    let next = try Self.play("d3 c3 c4 e3")
    #expect(next.text == "8/8/8/3BW3/2BBW3/2WWW3/8/8 b")
  }

  @Test func `a disc that turns nothing is refused by the rule's name`() throws {
    var position = Position(game: .reversi)
    let point = try #require(Point("a1"))
    let error = #expect(throws: IllegalMove.self) { try position.play(.place(point)) }
    guard case .against(let rule) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rule.name == "turns-nothing" && rule.point == point)
    let taken = try #require(Point("d4"))
    #expect(throws: IllegalMove.occupied(taken)) { try position.play(.place(taken)) }
    let outside = try #require(Point("i9"))
    #expect(throws: IllegalMove.offBoard(outside)) { try position.play(.place(outside)) }
  }

  @Test func `a side that can turn nothing passes, and the other one moves again`() throws {
    // After c1 White has one disc, and nothing of Black's stands between it and an empty cell.
    var position = try Position(game: .reversi, text: "8/8/8/8/8/8/8/BW1BW3 b")
    try position.play(try position.move(from: "c1"))
    #expect(position.toMove == .first)
    #expect(position.outcome == nil)
    #expect(position.legalMoves.map(\.description) == ["f1"])
  }

  @Test func `the shortest game ends after nine moves without a white disc`() throws {
    let position = try Self.play("e6 f4 e3 f6 g5 d6 e7 f5 c5")
    #expect(position.outcome == Outcome(winner: .first, reason: .blocked))
    #expect(!position.text.contains("W"))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a game ends, with the winner that has more discs`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position(game: .reversi)
    while let move = position.legalMoves.randomElement(using: &random) { try position.play(move) }
    let outcome = try #require(position.outcome)
    let discs = position.shape.points.compactMap { position.cell(at: $0)?.side }
    let (black, white) = (discs.count { $0 == .first }, discs.count { $0 == .second })
    #expect(outcome.winner == (black == white ? nil : black > white ? .first : .second))
    #expect((outcome.reason == .boardFull) == (black + white == 64))
    #expect(position.ply <= 60)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a game comes back from its file`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position(game: .reversi)
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      guard let move = position.legalMoves.randomElement(using: &random) else { break }
      try position.play(move)
    }
    if seed % 3 == 0 { position = try Position(game: .reversi, text: position.text) }
    let file = GameFile(
      position,
      tags: [.firstPlayer: "A]n\\na", .secondPlayer: "阿波"],
      comments: [0: "a [start]"]
    )
    let text = try file.text(as: .ggf)
    #expect(GameFormat.fitting(text) == [.ggf])
    #expect(try GameFile(reading: text, as: .ggf) == file)
  }

  @Test func `a file of a server is read, with its times, evaluations and passes`() throws {
    let text = """
      1 (;GM[Othello]PC[GGS/os]DT[2003.01.01]PB[Anna]PW[Bo]RE[+2.000]TI[5:00]TY[8]
      BO[8 ---------------------------O*------*O--------------------------- *]
      B[d3//0.01]W[c3/1.5/2]W[PA]B[c4];)
      """
    let file = try GameFile(reading: text, as: .ggf)
    #expect(file.moves.map(\.description) == ["d3", "c3", "c4"])
    #expect(file.tags[.firstPlayer] == "Anna" && file.tags[.date] == "2003.01.01")
    #expect(file.result == .firstWon)
  }

  @Test(arguments: [
    "(;GM[Othello]B[a1];)", "(;GM[Othello]W[d3];)", "(;GM[Othello]B[zz];)", "(;GM[Othello]B[d3",
    "(;GM[Othello]BO[8 -- *];)", "(;GM[Othello]B[d3]BO[8 *];)", "(;GM[Othello]B[PA];)",
    "GM[Othello]", "(;GM[Othello]", "(;GM[Othello]7[x];)", "(;GM[Chess]TY[8]B[d3];)",
    "(;GM[Othello]TY[10]B[d3];)",
  ])
  func `a broken file says where`(text: String) {
    #expect(throws: BrokenFile.self) { try GameFile(reading: text, as: .ggf) }
  }
}
