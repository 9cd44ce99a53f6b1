internal import ArgumentParser
internal import GameRules
internal import GameSearch

/// `liuzhou-bench speed`: nodes a second with one thread and with two.
struct Speed: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints nodes a second, and what a second thread adds."
  )

  @Option(help: "How many nodes each position takes.")
  var nodes: UInt64 = 1_000_000

  /// One position of each phase.
  private static let positions = [
    "2B1BB/3B2/W1W2W/1wB1WB/1WW1B1/3BW1 w p 10,10 0 0",
    "1BBBBB/3BWB/W1W1WW/bwBBWB/1WWWB1/1WWBWW w p 4,5 0 0",
    "WBB1BB/WBBBWB/W1WBWW/2BBWB/BWWWBW/BWWBWW w m 0,0 0 1",
  ]

  func run() throws {
    var speeds: [Double] = []
    for threads in [1, 2, 1, 2] {
      var visited: UInt64 = 0
      var time = 0.0
      for text in Self.positions {
        let position = try LiuzhouPosition(text: text)
        var searcher = LiuzhouSearcher(SearchSettings(threads: threads))
        let clock = ContinuousClock()
        let start = clock.now
        let report = searcher.think(position, limits: SearchLimits(nodes: nodes))
        time += (clock.now - start) / .seconds(1)
        visited += report?.nodes ?? 0
      }
      speeds.append(Double(visited) / time)
      print("\(threads) threads: \(Int(speeds[speeds.count - 1])) nodes/s")
    }
    let ratios = [speeds[1] / speeds[0], speeds[3] / speeds[2]]
    print("two threads: \(ratios[0]) and \(ratios[1]) times the nodes of one")
  }
}
