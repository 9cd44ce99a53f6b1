internal import ArgumentParser
internal import GameRules
internal import MatchSimulation

/// `soak matches`: plays simulated matches over bad air, and says which seeds went wrong.
struct SoakMatches: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matches",
    abstract: "Plays matches between two simulated boards over a bad link.",
    discussion: "Exits with 1 if a match went wrong. A seed always gives the same match."
  )

  @Option(help: "How many matches to play.")
  var matches: UInt64 = 2_000

  @Option(help: "The seed of the first one; each further one has the next.")
  var seed: UInt64 = 1

  @Option(help: "Play this game in all of them.")
  var game: String?

  @Option(help: "How many to play at a time.")
  var jobs: UInt64 = 2

  @Flag(
    help: """
      Give each match a clock, and each computer one that drifts and is set; in every fourth match \
      one side lies about how long it thinks.
      """
  )
  var clocks = false

  @Option(
    help: """
      How often each match is to change between Bluetooth and a broker; one that is over before has \
      gone wrong.
      """
  )
  var ways = 0

  @Flag(help: "Play only the match of --seed, and print what happens.")
  var trace = false

  func run() async throws {
    if trace { try show() }
    let clock = ContinuousClock()
    let start = clock.now
    let tally = await playAll()
    let time = (clock.now - start) / .seconds(1)
    print(
      """
      \(matches) matches: \(tally.moves) moves, \(tally.packets) packets, \
      \(tally.words) words, of which \(tally.lostWords) came too late, \(tally.files) files, \
      \(tally.resumptions) resumptions, \(tally.kills) kills, \(tally.recalls) older copies \
      from seed \(seed) in \(Int(time.rounded())) s; \
      \(tally.failures) went wrong
      """
    )
    if ways > 0 {
      print(
        "\(tally.wayChanges) times a match went on by the other way; \(ways) times in each are wanted"
      )
    }
    if clocks {
      print("\(tally.flags) flags fell; \(tally.doubts) moves of honest players were doubted")
      print(
        """
        \(tally.liars) players lied about their time: the other one was told \(tally.suspicions) \
        times, and of each of \(tally.lies) moves that left out more than the link explains
        """
      )
    }
    if tally.failures > 0 { throw ExitCode.failure }
  }

  func validate() throws {
    guard game == nil || wanted != nil else { throw ValidationError("There is no such game.") }
  }

  private var wanted: Game? { game.flatMap(GameKind.init(rawValue:)).map { Game($0) } }

  private func show() throws {
    let report = SimulatedMatch.play(
      seed: seed,
      of: wanted,
      hasClocks: clocks,
      wayChanges: ways,
      isTraced: true
    )
    print(report.trace.joined(separator: "\n"))
    print(report.failure ?? "all is well")
    throw report.failure == nil ? ExitCode.success : ExitCode.failure
  }

  private struct Tally {
    var moves = 0
    var packets = 0
    var resumptions = 0
    var kills = 0
    var flags = 0
    var doubts = 0
    var liars = 0
    var lies = 0
    var suspicions = 0
    var recalls = 0
    var words = 0
    var lostWords = 0
    var files = 0
    var wayChanges = 0
    var failures = 0

    mutating func count(_ report: SimulatedMatch.Report) {
      moves += report.moves
      packets += report.packets
      resumptions += report.resumptions
      kills += report.kills
      flags += report.isFlagged ? 1 : 0
      doubts += report.doubts
      liars += report.hasLiar ? 1 : 0
      lies += report.lies
      suspicions += report.suspicions
      recalls += report.recalls
      words += report.words
      lostWords += report.lostWords
      files += report.files
      wayChanges += report.wayChanges
      guard let failure = report.failure else { return }
      failures += 1
      print("seed \(report.seed): \(failure)")
      print("  see it by: soak --trace --seed \(report.seed)")
    }

    mutating func count(_ other: Tally) {
      moves += other.moves
      packets += other.packets
      resumptions += other.resumptions
      kills += other.kills
      flags += other.flags
      doubts += other.doubts
      liars += other.liars
      lies += other.lies
      suspicions += other.suspicions
      recalls += other.recalls
      words += other.words
      lostWords += other.lostWords
      files += other.files
      wayChanges += other.wayChanges
      failures += other.failures
    }
  }

  private func playAll() async -> Tally {
    await withTaskGroup(of: Tally.self) { group in
      for job in 0..<max(jobs, 1) {
        group.addTask {
          var tally = Tally()
          for index in stride(from: job, to: matches, by: Int(max(jobs, 1))) {
            tally.count(
              SimulatedMatch.play(
                seed: seed &+ index,
                of: wanted,
                hasClocks: clocks,
                wayChanges: ways
              )
            )
          }
          return tally
        }
      }
      var all = Tally()
      for await tally in group { all.count(tally) }
      return all
    }
  }
}
