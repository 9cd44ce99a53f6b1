import GameRules
import MatchSimulation
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

  /// A random pair of moves there and back for both sides.
  private static func cycle(_ position: XiangqiPosition, _ seed: UInt64) -> [Move]? {
    var random = SeededGenerator(seed: seed)
    var next = position
    var moves: [Move] = []
    for number in 0..<4 {
      var choice: Move?
      if number < 2 {
        choice = next.legalMoves.filter { move in
          guard case .carry(_, let to) = move.action else { return false }
          return next.piece(at: to) == nil
        }.randomElement(using: &random)
      } else if case .carry(let from, let to) = moves[number - 2].action {
        choice = .carry(from: to, to: from)
      }
      guard let move = choice, next.legalMoves.contains(move), (try? next.play(move)) != nil else {
        return nil
      }
      moves.append(move)
    }
    return next.hash == position.hash ? moves : nil
  }

  @Test func `the tree judges cycles as a game does`() throws {
    var reasons: [Outcome.Reason: Int] = [:]
    for seed in 0..<4_000 as Range<UInt64> {
      let found = try randomXiangqi(seed / 20)
      // Without its past, so that nothing has been repeated before.
      let start = try XiangqiPosition(text: found.text)
      guard start.quietMoves < 100, let cycle = Self.cycle(start, seed) else { continue }
      var position = start
      var board = XiangqiBoard(start, room: 100, weights: .shared)
      for move in cycle + cycle where position.outcome == nil {
        try position.play(move)
        board.make(XiangqiBoard.cells(of: move))
      }
      guard let outcome = position.outcome else { continue }
      reasons[outcome.reason, default: 0] += 1
      let score = board.ruling(ply: 0)
      let expected =
        outcome.winner.map { $0 == position.toMove ? XiangqiScore.rule : -XiangqiScore.rule } ?? 0
      #expect(score == expected, "\(start.text) \(cycle) \(outcome)")
    }
    #expect(reasons[.repetition, default: 0] > 100)
    #expect(reasons[.perpetualChase, default: 0] > 20)
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
