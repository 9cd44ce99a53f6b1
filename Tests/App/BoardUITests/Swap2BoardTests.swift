import GameRules
import Testing

@testable import BoardUI

@Suite struct Swap2BoardTests {
  static func answer(after moves: String, to line: String) throws -> [Substring] {
    let terms = try #require(GomokuTerms(rule: .standard, opening: .swap2))
    return BoardUITests.answer(.gomoku(terms), after: moves, to: line)
  }

  static let dialogue: [(String, String, String, String)] = [
    ("", "h8", "Player 1 places a black stone on h8.", "Player 1 to put a white stone: "),
    (
      "h8 i8", "h9", "Player 1 places a black stone on h9.",
      "Player 2 to choose black, white or two: "
    ),
    ("h8 i8 h9", "black", "Player 2 takes Black. White moves next.", "White to move: "),
    ("h8 i8 h9", "white", "Player 2 takes White and moves next.", "White to move: "),
    (
      "h8 i8 h9", "two", "Player 2 places two more stones, white and black.",
      "Player 2 to put a white stone: "
    ),
    (
      "h8 i8 h9 two a1", "b1", "Player 2 places a black stone on b1.",
      "Player 1 to choose black or white: "
    ),
    (
      "h8 i8 h9 two a1 b1", "two", "two cannot be played now: type black or white.",
      "Player 1 to choose black or white: "
    ),
    (
      "h8 i8 h9", "h10", "h10 cannot be played now: type black, white or two.",
      "Player 2 to choose black, white or two: "
    ),
    ("h8 i8 h9 black", "h10", "White plays h10.", "Black to move: "),
  ]

  @Test(arguments: dialogue)
  func `the opening asks for what is due`(
    moves: String,
    line: String,
    first: String,
    last: String
  ) throws {
    let lines = try Self.answer(after: moves, to: line)
    #expect(lines.first == first[...])
    #expect(lines.last == last[...])
  }

  @Test func `who took black wins as black`() throws {
    let moves = "h8 a1 h9 black c1 h10 e1 h11 g1"
    let lines = try Self.answer(after: moves, to: "h12")
    #expect(lines.dropLast().last == "Black wins: five in a row (h8 to h12).")
  }

  @Test func `who resigns before the choice has no colour yet`() throws {
    let lines = try Self.answer(after: "h8", to: "resign")
    #expect(lines.dropLast().last == "Player 2 wins: Player 1 resigned.")
  }
}
