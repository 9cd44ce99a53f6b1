public import ArgumentParser
public import MatchSimulation

/// `soak fuzz`: feeds nearly right bytes to what listens to strangers.
struct SoakFuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Feeds broken packets to decoders and sessions.",
    discussion: "Exits with 1 if one broke a rule. A seed always gives the same cases."
  )

  @Option(help: "How many cases for each target.")
  var cases = 100_000

  @Option(help: "Feed only this one; may be given several times.")
  var target: [ProtocolFuzz] = []

  @Option(help: "The seed of the first thousand cases; each further thousand has the next.")
  var seed: UInt64 = 1

  func run() throws {
    for target in target.isEmpty ? ProtocolFuzz.allCases : target {
      let clock = ContinuousClock()
      let start = clock.now
      try run(target)
      let time = (clock.now - start) / .seconds(1)
      print("\(target): \(cases) cases in \(Int(time.rounded())) s, none broke a rule")
    }
  }

  private func run(_ target: ProtocolFuzz) throws {
    for thousand in 0..<(cases + 999) / 1_000 {
      let seed = seed &+ UInt64(thousand)
      var mutator = PacketMutator(target.corpus, seed: seed)
      for index in 0..<min(1_000, cases - thousand * 1_000) {
        guard let failure = target.run(&mutator) else { continue }
        print("\(target), seed \(seed), case \(index): \(failure)")
        throw ExitCode.failure
      }
    }
  }
}

extension ProtocolFuzz: ExpressibleByArgument {}
