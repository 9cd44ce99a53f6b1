internal import ArgumentParser
internal import GameRules
internal import GameSearch
internal import PlainPlayers
internal import TestSupport

/// `liuzhou-bench endgames`: builds the endgame tables, compares their numbers, and plays won
/// endings.
struct Endgames: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Builds endgame tables and plays what they call won; exits with 1 for any point lost."
  )

  @Flag(help: "Also the endings of four stones against three, which takes minutes.")
  var four = false

  @Option(help: "How many won endings are played.")
  var games = 300

  func run() throws {
    let clock = ContinuousClock()
    let start = clock.now
    guard let tables = LiuzhouEndgames.build(four ? .fourAgainstThree : .threes) else { return }
    print("\(tables.encoded.count) bytes in \((clock.now - start) / .seconds(1)) s")
    for counts in tables.counts {
      print(
        "\(counts.own) against \(counts.enemy): \(counts.states) states, \(counts.wins) won,",
        "\(counts.losses) lost, \(counts.draws) drawn, \(counts.longest) turns at most"
      )
    }
    // Two programs found these numbers independently of this one.
    let threes = tables.counts[0]
    guard [threes.wins, threes.losses, threes.draws] == [6_077_768, 2_570_584, 30_307_488],
      threes.longest == 29
    else {
      print("three against three is wrong")
      throw ExitCode.failure
    }
    try play(tables)
  }

  /// Plays random endings that the tables call won, against the tables' defence and a plain player.
  private func play(_ tables: LiuzhouEndgames) throws {
    var random = SeededGenerator(seed: 1)
    var played = 0
    while played < games {
      var position = try position(own: four && played % 2 == 0 ? 4 : 3, &random)
      var searcher = LiuzhouSearcher(SearchSettings(tableBytes: 1 << 20), endgames: tables)
      var defender = LiuzhouSearcher(SearchSettings(tableBytes: 1 << 20), endgames: tables)
      let limits = SearchLimits(nodes: 500)
      guard let report = searcher.think(position, limits: limits), let mate = report.mate, mate > 0
      else { continue }
      let winner = position.toMove
      var plain = PlainLiuzhou(depth: 2, seed: random.next())
      while position.outcome == nil {
        let move =
          position.toMove == winner
          ? searcher.think(position, limits: limits)?.move
          : played % 2 == 0
            ? defender.think(position, limits: limits)?.move : plain.move(in: position)
        guard let move else { break }
        try position.play(move)
      }
      played += 1
      guard position.outcome?.winner == winner else {
        print("a point was lost: \(position.moves.map(\.description).joined(separator: " "))")
        throw ExitCode.failure
      }
    }
    print("\(played) won endings were won")
  }

  private func position(
    own: Int,
    _ random: inout SeededGenerator
  ) throws -> LiuzhouPosition {
    var points = Array(repeating: Character("1"), count: 36)
    for (place, index) in (0..<36).shuffled(using: &random).prefix(own + 3).enumerated() {
      points[index] = place < own ? "W" : "B"
    }
    let ranks = (0..<6).map { Self.counted(points[6 * $0..<6 * $0 + 6]) }
    return try LiuzhouPosition(text: ranks.joined(separator: "/") + " w m 0,0 0 0")
  }

  /// A rank with its empty points, each a `1`, as numbers of them.
  private static func counted(_ rank: ArraySlice<Character>) -> String {
    var text = ""
    var empty = 0
    for point in rank {
      if point == "1" {
        empty += 1
        continue
      }
      text += (empty > 0 ? "\(empty)" : "") + String(point)
      empty = 0
    }
    return text + (empty > 0 ? "\(empty)" : "")
  }
}
