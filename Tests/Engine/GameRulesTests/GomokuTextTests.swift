import GameRules
import Testing

/// Seven empty ranks, `rank`, seven empty ranks.
private func text(_ rank: String, _ side: String = "b") -> String {
  let empty = Array(repeating: "15", count: 7).joined(separator: "/")
  return "\(empty)/\(rank)/\(empty) \(side)"
}

private func position(_ text: String, _ rule: GomokuRule = .renju) throws -> GomokuPosition {
  try GomokuPosition(text: text, terms: GomokuTerms(rule: rule))
}

@Suite struct GomokuTextTests {
  @Test(arguments: ["15", "96", "1B13", "1B94", "BWBWBWBWBWBWBWB", "9B5", "10B4"])
  func `numbers of empty points have as many digits as they need`(rank: String) throws {
    let game = try position(text(rank))
    #expect(try position(game.text) == game)
    #expect(game.text.split(separator: "/").allSatisfy { !$0.contains("9") || $0 == "9B5" })
  }

  @Test(arguments: [
    ("0", 1), ("0B14", 1), ("16", 1), ("B15", 2), ("B96", 2), ("90", 1), ("996", 1), ("87", 1),
    ("150", 1), ("7", 2), ("B", 2), ("15B", 3), ("7b7", 2), ("7X7", 2), ("", 1),
    ("99999999999999999999", 1),
  ])
  func `a rank that is no rank says where`(rank: String, column: Int) {
    let error = #expect(throws: TextError.self) { try position(text(rank)) }
    #expect(error?.column == 21 + column)
  }

  @Test func `a sixteenth rank is refused`() {
    let error = #expect(throws: TextError.self) { try position("15/" + text("15")) }
    #expect(error?.expected == "no more than 15 ranks")
  }

  @Test(arguments: [15, 19, 20])
  func `the number of ranks tells the size of the board in freestyle`(size: Int) throws {
    let start = Position.gomoku(
      GomokuPosition(try #require(GomokuTerms(rule: .freestyle, size: BoardSize(size))))
    )
    #expect(try Position(game: .gomoku(), text: start.text) == start)
    let standard = Game.gomoku(GomokuTerms(rule: .standard))
    let isStandard = (try? Position(game: standard, text: start.text)) != nil
    #expect(isStandard == (size == 15))
  }

  @Test(arguments: [
    ("2BBBBBB7", Outcome(winner: .second, reason: .overline)),
    ("2BBBBBBBBBBBBB", Outcome(winner: .second, reason: .overline)),
    ("2BBBBB1BBBBBB1", Outcome(winner: .first, reason: .five)),
    ("2WWWWWW1BBBBBB", Outcome(winner: .second, reason: .five)),
    ("2BBBB9", nil),
  ])
  func `renju judges the rows on the board, whoever is to move`(
    rank: String,
    outcome: Outcome?
  ) throws {
    for side in ["b", "w"] { #expect(try position(text(rank, side)).outcome == outcome) }
  }

  @Test(arguments: [(.freestyle, .five), (.standard, nil)] as [(GomokuRule, Outcome.Reason?)])
  func `six on the board win in freestyle and are nothing in standard`(
    rule: GomokuRule,
    reason: Outcome.Reason?
  ) throws {
    #expect(try position(text("2BBBBBB7"), rule).outcome?.reason == reason)
  }
}
