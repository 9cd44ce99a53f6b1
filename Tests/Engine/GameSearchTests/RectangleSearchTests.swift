import GameRules
import GameSearch
import TestSupport
import Testing

@Suite struct RectangleSearchTests {
  private func position(_ moves: String) throws -> Position {
    var position = Position(game: try #require(Game(.gomoku, options: "size=12x20")))
    for move in moves.split(separator: " ") { try position.play(position.move(from: String(move))) }
    return position
  }

  @Test(arguments: [
    ("l20 a1 l19 b1 l18 c1 l17 d2", "l16"), ("a1 l20 b2 l18 c3 k18 d4 i13", "e5"),
  ])
  func `the robot finds a five on a board of twelve by twenty`(moves: String, five: String) throws {
    let position = try position(moves)
    var searcher = GameSearcher(SearchSettings(level: .usual, seed: 1))
    let report = searcher.think(position, limits: SearchLimits(nodes: 20_000))
    #expect(report?.move.description == five)
  }

  @Test func `the robot moves everywhere on such a board, and begins in its middle`() throws {
    var position = try position("")
    var searcher = GameSearcher(SearchSettings(level: SearchLevel(2) ?? .usual, seed: 1))
    var first: Move?
    while position.outcome == nil {
      let report = searcher.think(position, limits: SearchLimits(nodes: 500))
      let move = try #require(report?.move)
      first = first ?? move
      try position.play(move)
    }
    #expect(first?.description == "g11")
  }

  @Test func `the searches do not know rows that wrap`() {
    #expect(Game(.gomoku, options: "size=12x20")?.isSearchable == true)
    #expect(Game(.gomoku, options: "edge-five=wrap")?.unsearchableRule == "edge-five=wrap")
  }
}
