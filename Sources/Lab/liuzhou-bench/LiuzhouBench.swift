internal import ArgumentParser

/// `liuzhou-bench`: the figures of the Liuzhou search.
@main
struct LiuzhouBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures how well and how fast Liuzhou chess is searched.",
    subcommands: [Endgames.self, Plain.self, Ladder.self, Speed.self]
  )
}

/// The score of one player against another.
struct Score {
  private var wins = 0
  private var draws = 0
  private var losses = 0

  /// The number of games that were played.
  var games: Int { wins + draws + losses }

  /// The first player's share of the points, in percent.
  var percent: Double { games == 0 ? 0 : Double(100 * wins + 50 * draws) / Double(games) }

  /// Adds one game, which the first player won, lost, or drew.
  mutating func add(_ isWon: Bool?) {
    switch isWon {
    case true?: wins += 1
    case false?: losses += 1
    case nil: draws += 1
    }
  }

  /// Wins, draws and losses, and the part in percent.
  var text: String { "+\(wins) =\(draws) -\(losses), \(percent) %" }
}
