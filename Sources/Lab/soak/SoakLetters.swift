internal import ArgumentParser
internal import MatchSimulation

/// `soak letters`: plays matches whose players are never there together.
struct SoakLetters: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "letters",
    abstract: "Plays matches over letters that are lost, doubled and late, with kills and backups.",
    discussion: "Exits with 1 if two records differ. A seed always gives the same match."
  )

  @Option(help: "How many.")
  var matches: UInt64 = 1_000

  @Option(help: "The seed of the first match; each further one has the next.")
  var seed: UInt64 = 1

  @Flag(help: "Show what happens in each.")
  var trace = false

  func run() throws {
    let reports = (0..<matches).map { SimulatedLetters.play(seed: seed &+ $0, isTraced: trace) }
    let failures = reports.filter { $0.failure != nil }
    for line in reports.flatMap(\.trace) { print(line) }
    for report in failures { print("seed \(report.seed): \(report.failure ?? "")") }
    func sum(_ value: (SimulatedLetters.Report) -> Int) -> Int { reports.map(value).reduce(0, +) }
    print(
      """
      \(matches) matches from seed \(seed): \(sum(\.moves)) moves in \(sum(\.runs)) programs, \
      \(sum(\.kills)) kills, \(sum(\.copies)) older copies, \(sum(\.written)) letters, of which \
      \(sum(\.lost)) were lost; \(failures.count) went wrong
      """
    )
    if !failures.isEmpty { throw ExitCode.failure }
  }
}
