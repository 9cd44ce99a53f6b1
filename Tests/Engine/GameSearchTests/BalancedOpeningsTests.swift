import GameRules
import GameSearch
import Testing

@Suite struct BalancedOpeningsTests {
  static let games = [
    Game(.gomoku), Game.gomoku(GomokuTerms(rule: .renju)),
    Game.xiangqi, Game(.liuzhou),
  ]

  static func openings(_ game: Game, seed: UInt64, count: Int) -> [Position] {
    var openings = BalancedOpenings(game, seed: seed, nodes: 200)
    return (0..<count).map { _ in openings.next() }
  }

  @Test(arguments: games)
  func `openings differ, have begun and go on`(game: Game) {
    let openings = Self.openings(game, seed: 1, count: 12)
    #expect(Set(openings.map(\.key)).count == 12)
    for opening in openings {
      #expect(opening.outcome == nil)
      #expect((3...9).contains(opening.ply))
      #expect(opening.start == Position(game: game))
    }
  }

  @Test(arguments: games)
  func `the same seed gives the same openings`(game: Game) {
    #expect(Self.openings(game, seed: 7, count: 4) == Self.openings(game, seed: 7, count: 4))
    #expect(Self.openings(game, seed: 7, count: 4) != Self.openings(game, seed: 8, count: 4))
  }
}

@Suite struct ChoiceTests {
  @Test func `a win among the moves is found, whatever else there is`() throws {
    let position = try MoveReasonTests.after("h8 a1 i8 b1 j8 c1 k8 d1", in: Game(.gomoku))
    let moves = try ["a15", "l8", "o1"].map(position.move(from:))
    var searcher = GameSearcher()
    let report = searcher.think(position, amongst: moves, limits: SearchLimits(depth: 2))
    #expect(report?.move == moves[1])
    #expect(report?.mate == 1)
  }

  @Test func `only what may be chosen is chosen`() throws {
    let position = Position(game: Game.xiangqi)
    var searcher = GameSearcher()
    let moves = try ["a3a4", "a0a9"].map(position.move(from:))
    let report = searcher.think(position, amongst: moves, limits: SearchLimits(depth: 2))
    #expect(report?.move == moves[0])
    let none = searcher.think(position, amongst: [], limits: SearchLimits(depth: 2))
    #expect(none == nil)
  }
}
