internal import ArgumentParser
internal import MatchSimulation

/// `soak rooms`: starts programs without a word, and says whether they end in one room.
struct SoakRooms: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rooms",
    abstract: "Starts two to four programs in the same seconds, again and again.",
    discussion: "Exits with 1 if they did not end in one room. A seed always gives the same starts."
  )

  @Option(help: "How often.")
  var starts: UInt64 = 1_000

  @Option(help: "The seed of the first time; each further one has the next.")
  var seed: UInt64 = 1

  func run() throws {
    guard starts > 0 else { throw ValidationError("--starts takes 1 or more.") }
    let reports = (0..<starts).map { SimulatedStarts.play(seed: seed &+ $0) }
    let failures = reports.filter { $0.failure != nil }
    for report in failures { print("seed \(report.seed): \(report.failure ?? "")") }
    let times = reports.compactMap { $0.settled.map { $0 / .seconds(1) } }.sorted()
    guard !times.isEmpty else { throw ExitCode.failure }
    let counts = (2...4).map { count in reports.count { $0.starters == count } }
    print(
      """
      \(starts) times 2, 3 or 4 starters (\(counts[0]), \(counts[1]), \(counts[2])) from seed \
      \(seed): \(reports.count { $0.opened > 1 }) times more than one room was opened, \
      \(reports.count { $0.openedLater > 0 }) times one beside a room in which all were; one room \
      after \(Self.text(times[times.count / 2])) s in half of them, \
      \(Self.text(times[times.count * 99 / 100])) s in 99 %, \(Self.text(times[times.count - 1])) s \
      at most; \(failures.count) went wrong
      """
    )
    if !failures.isEmpty { throw ExitCode.failure }
  }

  private static func text(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
