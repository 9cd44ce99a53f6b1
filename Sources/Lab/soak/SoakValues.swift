internal import ArgumentParser
internal import GameRules
internal import GameSearch

/// `soak values`: whether a proven win of Gomoku stays one while both sides play on.
struct SoakValues: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "values",
    abstract: "Play games of Gomoku against itself, and check that each proven win is kept.",
    discussion: """
      After a proven win in so many plies, the best move of either side leaves at most one ply \
      less. Exits with 1 if a later value is lower. A seed always gives the same games.
      """
  )

  @Option(help: "The number of games of each rule.")
  var games = 1_000

  @Option(help: "The number of nodes per move.")
  var nodes: UInt64 = 2_000

  @Option(help: "One rule only: freestyle, standard or renju.")
  var rule: String?

  @Option(help: "The seed of the openings.")
  var seed: UInt64 = 1

  func run() throws {
    let rules = GomokuRule.allCases.filter { rule == nil || $0.rawValue == rule }
    guard !rules.isEmpty else { throw ValidationError("there is no rule \(rule ?? "")") }
    var isKept = true
    for rule in rules where try !play(rule) { isKept = false }
    if !isKept { throw ExitCode.failure }
  }

  /// Plays the games of one rule, and says whether all values were kept.
  private func play(_ rule: GomokuRule) throws -> Bool {
    var openings = BalancedOpenings(.gomoku(GomokuTerms(rule: rule)), seed: seed)
    var (plies, proven, broken) = (0, 0, 0)
    for _ in 0..<games {
      let game = try ProvenWins(from: openings.next(), nodes: nodes)
      plies += game.plies
      proven += game.proven
      if let loss = game.loss {
        broken += 1
        print("\(rule.rawValue): \(loss)")
      }
    }
    print(
      "\(rule.rawValue): \(games) games, \(plies) positions, \(proven) with a proven end,",
      "\(broken) games in which one was lost again"
    )
    return broken == 0
  }
}

/// One game of the search against itself, until it ends or a proven win is lost.
struct ProvenWins {
  /// The number of positions that were searched.
  private(set) var plies = 0
  /// The number of those whose end was proven.
  private(set) var proven = 0
  /// The moves and values up to the one that was too low; nil if all were kept.
  private(set) var loss: String?

  /// Plays on from `opening`, with so many nodes for each move.
  init(from opening: Position, nodes: UInt64) throws {
    var searcher = GameSearcher(SearchSettings(tableBytes: 16 << 20))
    var position = opening
    var last: Int?
    while position.outcome == nil {
      let limits = SearchLimits(nodes: nodes)
      guard let report = searcher.think(position, limits: limits) else { return }
      plies += 1
      if report.mate != nil { proven += 1 }
      if let last, !Self.keeps(report.mate, after: last) {
        let moves = position.moves.map(\.description).joined()
        loss = "\(moves): \(last), then \(report.mate.map(String.init) ?? "\(report.score)/100")"
        return
      }
      last = report.mate
      try position.play(report.move)
    }
  }

  /// True if `mate`, for the other side, follows from the `last` proven end by best play.
  static func keeps(_ mate: Int?, after last: Int) -> Bool {
    guard let mate, (mate > 0) != (last > 0) else { return false }
    return abs(mate) < abs(last)
  }
}
