import GameRecords
import GameRules
import MatchPlay
import MatchProtocol
import Sodium
import Testing

@Suite struct StandingsTests {
  private func game(
    _ winner: Side?,
    at time: Int64,
    level: Int = 5,
    kind: Game = .gomoku(),
    moves: Int = 20
  ) -> RecordedGame {
    var game = RecordedGame(
      GameTerms(kind),
      setting: .machine(name: "robot", level: level),
      side: .first,
      startedAt: time
    )
    game.moveCount = moves
    game.end = RecordedGame.End(winner: winner, reason: "five")
    game.endedAt = time + 10
    return game
  }

  @Test func `wins, streaks and lengths are counted in the order of the ends`() {
    let games: [(Int64, RecordedGame)] = [
      (5, game(.second, at: 500)), (1, game(.first, at: 100, moves: 9)), (2, game(.first, at: 200)),
      (3, game(nil, at: 300, moves: 99)), (4, game(.first, at: 400)), (6, game(.second, at: 600)),
    ]
    let standings = Standings(games.map { (number: $0.0, game: $0.1) })
    let tally = standings.tally
    #expect([tally.wins, tally.draws, tally.losses] == [3, 1, 2])
    #expect([tally.streak, tally.longestWinning, tally.longestLosing] == [-2, 2, 2])
    #expect(tally.longest?.number == 3 && tally.longest?.moves == 99)
    #expect(tally.shortest?.number == 1)
  }

  @Test func `the order in which games come in changes nothing`() {
    let games = (1...30).map { number in
      let winner: Side? = number % 3 == 0 ? nil : number % 2 == 0 ? .first : .second
      return (
        number: Int64(number), game: game(winner, at: Int64(number % 4), level: number % 3 + 1)
      )
    }
    #expect(Standings(games) == Standings(games.reversed()))
    #expect(Standings(games) == Standings(games.shuffled()))
  }

  @Test(arguments: [Assistance.hints, .takeBacks, .levels, [.hints, .levels]])
  func `a game with help is counted and changes no rating`(assistance: Assistance) throws {
    var helped = game(.first, at: 200)
    helped.assistance = assistance
    let alone = Standings([(number: 1, game: game(.second, at: 100))])
    let both = Standings([(number: 1, game: game(.second, at: 100)), (number: 2, game: helped)])
    #expect(both.tally.wins == 1 && both.tally.losses == 1)
    #expect(both.byOpponent[.robot(level: 5)]?.tally.games == 2)
    #expect(both.ratings == alone.ratings)
    #expect(both.byOpponent.mapValues(\.ratings) == alone.byOpponent.mapValues(\.ratings))
  }

  @Test func `each game has a rating of its own`() throws {
    let games = [game(.first, at: 1), game(.second, at: 2, kind: .xiangqi)].enumerated()
      .map { (number: Int64($0 + 1), game: $1) }
    let standings = Standings(games)
    #expect(try #require(standings.ratings[.gomoku]).value > 1_600)
    #expect(try #require(standings.ratings[.xiangqi]).value < 1_400)
    #expect(standings.ratings[.liuzhou] == nil)
    let robot = try #require(standings.byOpponent[.robot(level: 5)])
    #expect(robot.tally.games == 2)
    #expect(try #require(robot.ratings[.gomoku]).value < 1_400)
  }

  @Test func `the first game moves a rating as Glicko-2 says`() throws {
    let standings = Standings([(number: 1, game: game(.first, at: 1))])
    let expected = Rating().after([.init(against: Rating(), score: 1)])
    #expect(standings.ratings[.gomoku] == expected)
  }

  @Test func `what has no result for the player does not count`() {
    var two = game(.first, at: 1)
    two.side = nil
    two.setting = .terminal
    var unfinished = game(.first, at: 2)
    unfinished.end = nil
    var file = game(.first, at: 3)
    file.setting = .file(name: "x.sgf")
    let games = [two, unfinished, file].enumerated().map { (number: Int64($0), game: $1) }
    #expect(Standings(games).tally.games == 0)
    #expect(Standings(games).byOpponent.isEmpty)
  }
}
