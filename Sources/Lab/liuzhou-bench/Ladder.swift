internal import ArgumentParser
internal import GameSearch

/// `liuzhou-bench ladder`: plays each level against the one below.
struct Ladder: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays each level against the one below; exits with 1 below 70 %."
  )

  @Option(help: "How many games for each pair of levels.")
  var games = 100

  @Option(help: "The lowest of the upper levels.")
  var from = 2

  @Option(help: "The highest of the upper levels.")
  var to = 10

  @Option(help: "How many nodes an action of the highest level may take.")
  var nodes: UInt64 = 300_000

  func validate() throws {
    guard SearchLevel.range.contains(from - 1), SearchLevel.range.contains(to) else {
      throw ValidationError("The upper levels are 2 to 10.")
    }
  }

  func run() throws {
    var isClear = true
    for number in from...max(from, to) {
      guard let level = SearchLevel(number), let below = SearchLevel(number - 1) else { continue }
      var upper = LiuzhouSearcher()
      var lower = LiuzhouSearcher()
      let score = try Games(count: games, openingLength: 4).play(
        begin: { game in
          let seed = UInt64(game)
          let bytes = 16 << 20
          upper = LiuzhouSearcher(SearchSettings(level: level, tableBytes: bytes, seed: seed))
          lower = LiuzhouSearcher(
            SearchSettings(level: below, tableBytes: bytes, seed: seed + 1_000)
          )
        },
        first: { upper.think($0, limits: SearchLimits(nodes: nodes))?.move },
        second: { lower.think($0, limits: SearchLimits(nodes: nodes))?.move }
      )
      print("level \(number) against \(number - 1): \(score.text)")
      isClear = isClear && score.percent >= 70
    }
    guard isClear else { throw ExitCode.failure }
  }
}
