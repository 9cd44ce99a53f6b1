import GameRules
import PlainPlayers
import TestSupport
import Testing

@testable import GameSearch

@Suite struct GomokuStrengthTests {
  @Test(arguments: [
    // Two open threes by one stone.
    ("g7 a1 h7 c15 i8 o1 i9 a15", ["i7", "i10", "f7", "i6"]),
    // A four that leaves an open three behind.
    ("g7 f7 h7 c15 i7 o1 j8 a15 j9 o15", ["j7"]),
  ])
  func `a win by threats is proven`(moves: String, answers: [String]) throws {
    let position = try GomokuSearchTests.position(moves)
    let report = try GomokuSearchTests.think(position, nodes: 20_000)
    #expect(try #require(report.mate) > 0)
    #expect(answers.contains(report.move.description))
  }

  @Test(arguments: GomokuRule.allCases)
  func `a proven win is played out against any answer`(rule: GomokuRule) throws {
    for seed in 0..<4 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var position = try GomokuBoardTests.randomStones(rule, size: 15, count: 14, using: &random)
      var left = try GomokuSearchTests.think(position, nodes: 3_000).mate ?? 0
      guard left > 0 else { continue }
      let winner = position.toMove
      while position.outcome == nil, left > 0 {
        let report = try GomokuSearchTests.think(position, nodes: 20_000)
        try position.play(report.move)
        left -= 1
      }
      #expect(position.outcome == nil || position.outcome?.winner == winner)
    }
  }

  @Test(arguments: [Side.first, .second])
  func `a plain player of two plies loses`(side: Side) throws {
    var position = try GomokuSearchTests.position("h8 i9 h10")
    while position.outcome == nil {
      let isOurs = position.toMove == side
      let move =
        isOurs
        ? try GomokuSearchTests.think(position, nodes: 1_500).move
        : PlainGomoku.move(in: position, depth: 2)
      try position.play(try #require(move))
    }
    #expect(position.outcome?.winner == side)
  }
}
