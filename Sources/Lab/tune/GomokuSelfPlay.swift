import GameRules
import GameSearch

/// Games of Gomoku of the engine against itself, from balanced openings, by each rule in turn.
struct GomokuSelfPlay {
  /// The number of nodes that the engine searches for a move.
  let nodes: UInt64
  /// The seed of the openings and of the order of the games.
  let seed: UInt64

  /// One line a game: the rule, the result for Black (1, 0.5 or 0), and each move with what it
  /// was thought to be worth to the side that made it, `-` where an end was proven or no choice.
  func play(games: Int) {
    var openings = GomokuRule.allCases.map {
      BalancedOpenings(.gomoku(GomokuTerms(rule: $0)), seed: seed, nodes: 4_000)
    }
    var random = Random(state: seed)
    for number in 0..<games {
      guard case .gomoku(var position) = openings[number % openings.count].next() else { continue }
      var searcher = GameSearcher(SearchSettings(tableBytes: 1 << 20))
      var line = position.moves.map { "\($0):-" }
      while position.outcome == nil {
        let limits = SearchLimits(nodes: nodes + random.next() % (nodes / 4 + 1))
        guard let report = searcher.think(.gomoku(position), limits: limits) else { break }
        let isOpen = report.mate == nil && report.depth > 1
        line.append("\(report.move):\(isOpen ? "\(report.score)" : "-")")
        guard (try? position.play(report.move)) != nil else { break }
      }
      let winner = position.outcome?.winner
      let result = winner == nil ? "0.5" : winner == .first ? "1" : "0"
      print("\(position.rule.rawValue) \(result) \(line.joined(separator: " "))")
    }
  }
}
