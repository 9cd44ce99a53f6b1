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

  private func client(_ game: Game) -> LineClient<HostSession> {
    let table = Table<HostSession>(local: Match(Position(game: game), seats: .both))
    var client = LineClient(App(table, player: .person), input: .terminal)
    _ = client.begin(now: .zero)
    return client
  }

  private func printed(_ orders: [LineOrder]) -> String {
    orders.map { order in
      if case .print(let text) = order { text } else { "" }
    }
    .joined()
  }

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
    #expect(printed(client.update(.line("new"), now: .zero)).contains("Begin a new game?"))
    _ = client.update(.line("yes"), now: .zero)
    #expect(client.app.table.phase.match?.record.moves.isEmpty == true)
    let orders = client.update(.line("a1"), now: .zero)
    #expect(
      orders.contains { order in
        if case .app(.keep(.game(let match, isNew: true))) = order {
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
}
