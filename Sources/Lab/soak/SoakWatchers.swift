internal import ArgumentParser
internal import MatchSimulation

/// `soak watchers`: plays games that others watch, over bad air, and says which seeds went wrong.
struct SoakWatchers: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watchers",
    abstract: "Plays games that seven watch, over bad links.",
    discussion: "Exits with 1 if a board showed something else. A seed always gives the same game."
  )

  @Option(help: "How many games to play.")
  var games: UInt64 = 100

  @Option(help: "The seed of the first one; each further one has the next.")
  var seed: UInt64 = 1

  @Option(help: "How many watch.")
  var watchers = 7

  func run() throws {
    let clock = ContinuousClock()
    let start = clock.now
    var (moves, packets, losses, arrivals, failures) = (0, 0, 0, 0, 0)
    for index in 0..<games {
      let report = SimulatedRoom.play(seed: seed &+ index, watchers: watchers)
      moves += report.moves
      packets += report.packets
      losses += report.losses
      arrivals += report.arrivals
      guard let failure = report.failure else { continue }
      failures += 1
      print("seed \(report.seed): \(failure)")
    }
    let seconds = Int(((clock.now - start) / .seconds(1)).rounded())
    print(
      """
      \(games) games with \(watchers) watchers: \(moves) moves, \(packets) packets of the host, \
      \(losses) links lost, \(arrivals) watchers came anew, from seed \(seed) in \(seconds) s; \
      \(failures) went wrong
      """
    )
    if failures > 0 { throw ExitCode.failure }
  }
}
