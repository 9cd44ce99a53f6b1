import GameRecords
import GameRules
import MatchPlay
import MatchProtocol
import Testing

@Suite struct TermsTests {
  private static let games: [Game] = [
    .gomoku(), .gomoku(GomokuTerms(rule: .renju)), .liuzhou(), .xiangqi,
    .liuzhou(LiuzhouTerms(count: .sum, reuse: .shortOnly)),
    .gomoku(GomokuTerms(rule: .freestyle, size: 19) ?? GomokuTerms()),
    .gomoku(GomokuTerms(rule: .standard, opening: .swap2) ?? GomokuTerms()),
    .gomoku(GomokuTerms(rule: .renju, fouls: .loses) ?? GomokuTerms()),
  ]

  @Test(arguments: games)
  func `the words for a game are read as that game`(game: Game) {
    #expect(GameTerms(game).game == game)
  }

  @Test(arguments: [
    ("gomoku", "size=16"), ("gomoku", "rule=none"), ("gomoku", "speed=9"), ("gomoku", "size"),
    ("liuzhou", "count=all"), ("xiangqi", "rule=renju"), ("go", ""),
  ])
  func `a game or an option of another version is not taken for one of this`(
    name: String,
    options: String
  ) {
    #expect(GameTerms(name: name, options: options).game == nil)
  }

  @Test func `the rule that a host names means nothing but in Gomoku`() {
    let start = { (game: String) in
      MatchMessage.Start(game: game, rule: "renju", first: .host)
    }
    #expect(GameTerms(start("gomoku")).game == .gomoku(GomokuTerms(rule: .renju)))
    #expect(GameTerms(start("xiangqi")).game == .xiangqi)
    #expect(GameTerms(start("xiangqi")).options.isEmpty)
  }

  @Test func `house rules and the clock of a host stand in the record`() throws {
    let rules = try #require(GomokuTerms(rule: .standard, opening: .swap2, edgeFives: .off))
    let clock = try #require(TimeControl("10m+5s"))
    let terms = GameTerms(MatchMessage.Start(.gomoku(rules), first: .host, clock: clock))
    #expect(terms.options == "rule=standard opening=swap2 edge-five=off clock=10m+5s")
    #expect(terms.game == .gomoku(rules))
    #expect(terms.clock == clock)
  }

  @Test(arguments: [
    ("gomoku", GameKind.gomoku), ("WuZiQi", .gomoku), ("五子棋", .gomoku), ("niqi", .liuzhou),
    ("六洲棋", .liuzhou), ("象棋", .xiangqi), ("Xiangqi", .xiangqi),
  ])
  func `a game has the names that people know it by`(name: String, kind: GameKind) {
    #expect(GameKind(named: name) == kind)
    #expect(GameKind(named: name + "x") == nil)
  }
}
