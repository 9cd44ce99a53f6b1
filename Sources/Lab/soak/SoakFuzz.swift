import ArgumentParser
import MatchSimulation
import TransportFuzz

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
  var target: [String] = []

  @Option(help: "The seed of the first thousand cases; each further thousand has the next.")
  var seed: UInt64 = 1

  private static let targets: [any FuzzTarget] =
    Array(ProtocolFuzz.allCases) + Array(TransportFuzz.allCases)

  func validate() throws {
    let names = Self.targets.map(\.name)
    if let odd = target.first(where: { !names.contains($0) }) {
      throw ValidationError("There is no target \(odd), but \(names.joined(separator: ", ")).")
    }
  }

  func run() throws {
    for target in Self.targets where self.target.isEmpty || self.target.contains(target.name) {
      let clock = ContinuousClock()
      let start = clock.now
      try run(target)
      let time = (clock.now - start) / .seconds(1)
      print("\(target.name): \(cases) cases in \(Int(time.rounded())) s, none broke a rule")
    }
  }

  private func run(_ target: any FuzzTarget) throws {
    for thousand in 0..<(cases + 999) / 1_000 {
      let seed = seed &+ UInt64(thousand)
      var mutator = PacketMutator(target.corpus, seed: seed)
      for index in 0..<min(1_000, cases - thousand * 1_000) {
        guard let failure = target.run(&mutator) else { continue }
        print("\(target.name), seed \(seed), case \(index): \(failure)")
        throw ExitCode.failure
      }
    }
  }
}
