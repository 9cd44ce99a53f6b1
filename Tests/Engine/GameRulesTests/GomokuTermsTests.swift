import GameRules
import TestSupport
import Testing

@Suite struct GomokuTermsTests {
  @Test(arguments: [(15, 225), (19, 361), (20, 400)] as [(BoardSize, Int)])
  func `G1 freestyle has boards of fifteen, nineteen and twenty`(
    size: BoardSize,
    points: Int
  ) throws {
    let position = GomokuPosition(try #require(GomokuTerms(rule: .freestyle, size: size)))
    #expect(position.legalMoves.count == points)
    #expect(try GomokuPosition(text: position.text, terms: position.terms) == position)
  }

  @Test(arguments: [-1, 0, 14, 16, 21, BoardSize(Int.max)] as [BoardSize])
  func `no other square exists`(size: BoardSize) {
    #expect(GomokuTerms(rule: .freestyle, size: size) == nil)
  }

  @Test(arguments: [GomokuRule.standard, .renju])
  func `the other rules keep to fifteen`(rule: GomokuRule) {
    #expect(GomokuTerms(rule: rule, size: 19) == nil)
    #expect(GomokuTerms(rule: rule, size: 15) != nil)
  }

  private func swap2(_ text: String) throws -> GomokuPosition {
    var game = GomokuPosition(try #require(GomokuTerms(rule: .standard, opening: .swap2)))
    for word in text.split(separator: " ") {
      let move = try Position.gomoku(game).move(from: String(word))
      try game.play(move)
    }
    return game
  }

  @Test func `G13 the first player puts black, white, black`() throws {
    let game = try swap2("h8 i8 h9")
    #expect(try game.stone(at: #require(Point("i8"))) == .second)
    #expect(try swap2("h8 i8").toMove == .first)
    #expect(game.toMove == .second)
    #expect(Set(game.legalMoves.map(\.description)) == ["black", "white", "two"])
  }

  @Test func `G13 the second player may take black, and the first plays white`() throws {
    let game = try swap2("h8 i8 h9 black")
    #expect(game.blackSide == .second)
    #expect(game.toMove == .first)
    #expect(try swap2("h8 i8 h9 black a1").stone(at: #require(Point("a1"))) == .second)
  }

  @Test func `G13 the second player may stay white, and moves`() throws {
    let game = try swap2("h8 i8 h9 white")
    #expect(game.blackSide == .first)
    #expect(game.toMove == .second)
  }

  @Test func `G13 two more stones give the choice to the first player`() throws {
    let game = try swap2("h8 i8 h9 two a1 b1")
    #expect(try game.stone(at: #require(Point("a1"))) == .second)
    #expect(try game.stone(at: #require(Point("b1"))) == .first)
    #expect(game.toMove == .first)
    #expect(Set(game.legalMoves.map(\.description)) == ["black", "white"])
    #expect(try swap2("h8 i8 h9 two a1 b1 white").blackSide == .second)
    #expect(try swap2("h8 i8 h9 two a1 b1 black").toMove == .second)
    #expect(throws: IllegalMove.self) { try swap2("h8 i8 h9 two a1 b1 two") }
  }

  @Test func `G13 five of black's win for the player who took black`() throws {
    let game = try swap2("h8 a1 h9 black c1 h10 e1 h11 g1 h12")
    #expect(game.outcome == Outcome(winner: .second, reason: .five))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `G13 taking moves back returns through the same positions`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var game = try swap2("")
    var past: [GomokuPosition] = []
    for _ in 0..<30 {
      guard let move = game.legalMoves.randomElement(using: &random) else { break }
      past.append(game)
      try game.play(move)
    }
    while let before = past.popLast() {
      game.takeBack()
      #expect(game == before)
    }
  }

  @Test(arguments: [
    ("", 1, 1), ("15/15", 1, 6), ("16/", 1, 1), ("15/15/14X", 1, 9), ("15\n", 1, 3),
  ])
  func `G14 a broken position says where and what was expected`(
    text: String,
    line: Int,
    column: Int
  ) throws {
    let error = #expect(throws: TextError.self) { try GomokuPosition(text: text) }
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func `G14 a text may have any number of stones and a row that has won`() throws {
    let rest = Array(repeating: "15", count: 14).joined(separator: "/")
    let game = try GomokuPosition(text: "WWWWW10/" + rest + " w")
    #expect(game.outcome == Outcome(winner: .second, reason: .five))
    #expect(game.winningRow.count == 5)
  }

  @Test(arguments: [
    ["a1", "b1", "c1", "d1", "e1"], ["a15", "b15", "c15", "d15", "e15"],
    ["o3", "o4", "o5", "o6", "o7"],
  ])
  func `a five on an edge line counts only where edge fives do`(row: [String]) throws {
    for policy in EdgeFives.allCases {
      let terms = try #require(GomokuTerms(rule: .freestyle, edgeFives: policy))
      var position = GomokuPosition(terms)
      for (stone, other) in zip(row, ["g7", "h9", "i5", "j9", "k6"]) {
        try position.play(try position.move(from: stone))
        if position.outcome == nil { try position.play(try position.move(from: other)) }
      }
      #expect((position.outcome?.reason == .five) == (policy != .off))
      #expect(position.winningRow.isEmpty == (policy == .off))
    }
  }

  @Test func `a five that only ends at an edge counts all the same`() throws {
    let terms = try #require(GomokuTerms(rule: .freestyle, edgeFives: .off))
    let text = "15/15/15/15/15/15/15/15/15/15/B14/1B13/2B12/3B11/4B10 w"
    #expect(try GomokuPosition(text: text, terms: terms).outcome?.reason == .five)
    let edge = "BBBBB10/15/15/15/15/15/15/15/15/15/15/15/15/15/15 w"
    #expect(try GomokuPosition(text: edge, terms: terms).outcome == nil)
  }

  @Test func `renju has no rows that do not count`() {
    #expect(GomokuTerms(rule: .renju, edgeFives: .off) == nil)
  }
}
