internal import ArgumentParser

/// `tabletooth bench`: measurements that compare one thing with another in the same run.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Benchmarks; see `make bench WHAT=radio` and `make bench WHAT=games`.",
    shouldDisplay: false,
    subcommands: [LinkBench.self, GamesBench.self]
  )
}
