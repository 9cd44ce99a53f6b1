import GameRules
import MatchPlay
import MatchProtocol
import Testing

@testable import BoardUI

/// `rules` and `new` at the board.
@Suite struct RulesLineTests {
  private static let games: [Game] = [
    .gomoku(), .gomoku(GomokuTerms(rule: .standard, opening: .swap2) ?? GomokuTerms()),
    .gomoku(GomokuTerms(rule: .renju, fouls: .loses) ?? GomokuTerms()), .liuzhou(),
    .liuzhou(LiuzhouTerms(count: .sum, reuse: .shortOnly)), .xiangqi,
  ]

  private func client(_ game: Game, clock: String? = nil) -> LineClient<HostSession> {
    let control = clock.flatMap(TimeControl.init)
    let match = Match(Position(game: game), seats: .both, clock: control)
    let table = Table<HostSession>(local: match, asksAgain: control != nil)
    var client = LineClient(App(table, player: .person), input: .terminal)
    _ = client.begin(now: .zero)
    return client
  }

  private func printed(_ orders: Orders) -> String { orders.text }

  @Test(arguments: games)
  func `the rules of each game fit on a screen`(game: Game) {
    var client = client(game)
    let text = printed(client.update(.line("rules"), now: .zero))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect((5...24).contains(lines.count))
    #expect(lines.allSatisfy { $0.count <= 84 }, "\(lines.map(\.count))")
  }

  @Test func `a new game begins after a yes, and the old one is kept as it stood`() {
    var client = client(.gomoku())
    _ = client.update(.line("h8"), now: .zero)
    #expect(printed(client.update(.line("new"), now: .zero)).contains("Start a new game?"))
    _ = client.update(.line("yes"), now: .zero)
    #expect(client.app.table.phase.match?.record.moves.isEmpty == true)
    let orders = client.update(.line("a1"), now: .zero)
    #expect(
      orders.table.keeps.contains { change in
        if case .game(let match, isNew: true) = change {
          match.record.description == "a1"
        } else {
          false
        }
      }
    )
  }

  @Test func `whoever plays on has not begun a new game`() {
    var client = client(.gomoku())
    _ = client.update(.line("h8"), now: .zero)
    _ = client.update(.line("new"), now: .zero)
    _ = client.update(.line("h9"), now: .zero)
    _ = client.update(.line("yes"), now: .zero)
    #expect(client.app.table.phase.match?.record.description == "h8 h9")
  }

  @Test(arguments: games)
  func `the rules of a game with a clock tell it, and fit on a screen too`(game: Game) {
    var client = client(game, clock: "5m/30sx3")
    let text = printed(client.update(.line("rules"), now: .zero))
    #expect(text.contains("Clock: 5:00 each, then 3 periods of 0:30 per turn."))
    #expect(text.split(separator: "\n").count <= 24)
  }

  @Test(arguments: ["yes", "no"])
  func `an answer that comes after the flag is none to the question after the game`(word: String) {
    var client = client(.gomoku(), clock: "1m")
    _ = client.update(.line("h8"), now: .seconds(1))
    _ = client.update(.line("new"), now: .seconds(60))
    let end = printed(client.update(.tick, now: .seconds(61)))
    #expect(end.contains("Again? Yes or no"))
    let text = printed(client.update(.line(word), now: .seconds(62)))
    #expect(text.contains(Strings.againInstead))
    guard case .over = client.app.table.phase else {
      Issue.record("\(word) was taken for an answer")
      return
    }
    _ = client.update(.line("yes"), now: .seconds(62))
    #expect(client.app.table.phase.match?.record.moves.isEmpty == true)
    // The question of the game before is not open in the next one.
    _ = client.update(.line("h8"), now: .seconds(63))
    _ = client.update(.line("yes"), now: .seconds(63))
    #expect(client.app.table.phase.match?.record.description == "h8")
  }

  @Test func `who has had time to read the question after the game answers that`() {
    var client = client(.gomoku(), clock: "1m")
    _ = client.update(.line("h8"), now: .seconds(1))
    _ = client.update(.line("new"), now: .seconds(60))
    _ = client.update(.tick, now: .seconds(61))
    _ = client.update(.line("yes"), now: .seconds(64))
    #expect(client.app.table.phase.match?.record.moves.isEmpty == true)
  }
}
