internal import ArgumentParser
internal import GameSearch
internal import PlainPlayers

/// `liuzhou-bench plain`: plays against alpha-beta of a fixed depth.
struct Plain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays against plain alpha-beta; exits with 1 below 95 %."
  )

  @Option(help: "How many games.")
  var games = 100

  @Option(help: "How many nodes an action may take.")
  var nodes: UInt64 = 20_000

  @Option(help: "How many actions the plain player looks ahead.")
  var depth = 4

  func run() throws {
    var searcher = LiuzhouSearcher()
    var plain = PlainLiuzhou(depth: depth, seed: 0)
    let score = try Games(count: games, openingLength: 4).play(
      begin: { number in
        searcher = LiuzhouSearcher(SearchSettings(tableBytes: 16 << 20))
        plain = PlainLiuzhou(depth: depth, seed: UInt64(number))
      },
      first: { searcher.think($0, limits: SearchLimits(nodes: nodes))?.move },
      second: { plain.move(in: $0) }
    )
    print("\(nodes) nodes against a plain search of \(depth) plies: \(score.text)")
    guard score.percent >= 95 else { throw ExitCode.failure }
  }
}
