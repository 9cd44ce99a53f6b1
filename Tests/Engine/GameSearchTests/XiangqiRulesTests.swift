import Foundation
import GameRules
import Testing

@testable import GameSearch

/// The rules that end a game inside the search, against those of a game.
@Suite struct XiangqiRulesTests {
  /// The score of the rules where a cycle has been played twice.
  private static func ruling(_ text: String, _ cycle: String, ply: Int) throws -> Int {
    var board = XiangqiBoard(try XiangqiPosition(text: text), room: 100, weights: .shared)
    var position = Position.xiangqi(try XiangqiPosition(text: text))
    for _ in 0..<2 {
      for word in cycle.split(separator: " ") {
        let move = try position.move(from: String(word))
        try position.play(move)
        board.make(XiangqiBoard.cells(of: move))
      }
    }
    return board.ruling(ply: ply)
  }

  @Test(arguments: [
    // A rook checks each time, and Black only steps aside.
    ("3k5/9/9/9/9/9/9/4R4/r8/5K3 w", "e2d2 d9e9 d2e2 e9d9", -19_990),
    // The same, seen by the side that is checked.
    ("3k5/9/9/9/9/9/9/3R5/r8/5K3 b", "d9e9 d2e2 e9d9 e2d2", 19_990),
    ("3k5/9/9/9/9/9/9/R8/9/4K4 w", "a2a3 d9d8 a3a2 d8d9", 0),
  ])
  func `a repetition is judged in the tree`(text: String, cycle: String, expected: Int) throws {
    #expect(try Self.ruling(text, cycle, ply: 10) == expected)
  }

  /// The repetitions that the rules are tested with, half of them offences.
  private static let cycles: [String] = {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = "/\(folder)/GameRulesTests/Fixtures/xiangqi-cycles.txt"
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }()

  @Test func `the tree judges cycles as a game does`() throws {
    var reasons: [Outcome.Reason: Int] = [:]
    for line in Self.cycles {
      let parts = line.split(separator: "|").map(String.init)
      var position = Position.xiangqi(try XiangqiPosition(text: parts[0]))
      var board = XiangqiBoard(try XiangqiPosition(text: parts[0]), room: 100, weights: .shared)
      let words = parts[1].split(separator: " ").map(String.init)
      for word in words + words {
        let move = try position.move(from: word)
        try position.play(move)
        board.make(XiangqiBoard.cells(of: move))
      }
      let outcome = try #require(position.outcome)
      reasons[outcome.reason, default: 0] += 1
      let score = board.ruling(ply: 0)
      let expected =
        outcome.winner.map { $0 == position.toMove ? XiangqiScore.rule : -XiangqiScore.rule } ?? 0
      #expect(score == expected, "\(line)")
    }
    #expect(reasons[.repetition, default: 0] > 40)
    #expect(reasons[.perpetualCheck, default: 0] > 10)
    #expect(reasons[.perpetualChase, default: 0] > 10)
  }

  @Test func `a position from before the root must stand for the third time`() throws {
    let text = "3k5/9/9/9/9/9/9/R8/9/4K4 w"
    var board = XiangqiBoard(try XiangqiPosition(text: text), room: 100, weights: .shared)
    var position = Position.xiangqi(try XiangqiPosition(text: text))
    for word in ["a2a3", "d9d8", "a3a2", "d8d9"] {
      let move = try position.move(from: word)
      try position.play(move)
      board.make(XiangqiBoard.cells(of: move))
    }
    let (early, late) = (board.ruling(ply: 4), board.ruling(ply: 5))
    #expect(early == XiangqiScore.none)
    #expect(late == 0)
  }

  @Test func `after sixty moves without a capture it is a draw, but not where it is mate`() throws {
    let quiet = try XiangqiPosition(text: "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 119 60")
    var board = XiangqiBoard(quiet, room: 10, weights: .shared)
    let before = board.ruling(ply: 1)
    board.make(XiangqiBoard.cells(of: try Position.xiangqi(quiet).move(from: "a2a3")))
    let after = board.ruling(ply: 1)
    #expect(before == XiangqiScore.none)
    #expect(after == 0)
    let mate = try XiangqiPosition(text: "3k5/R8/9/9/9/9/9/1R7/9/4K4 w - - 119 60")
    board = XiangqiBoard(mate, room: 10, weights: .shared)
    board.make(XiangqiBoard.cells(of: try Position.xiangqi(mate).move(from: "b2b9")))
    let mated = board.ruling(ply: 1)
    #expect(mated == XiangqiScore.none)
  }
}
