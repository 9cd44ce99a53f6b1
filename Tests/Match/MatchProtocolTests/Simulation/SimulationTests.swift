import MatchSimulation
import Testing

/// A few of the matches that `make soak` plays by the thousand.
@Suite struct SimulationTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `both boards come to the same end over bad air`(seed: UInt64) {
    let report = SimulatedMatch.play(seed: seed)
    #expect(report.failure == nil, "see it by: soak --trace --seed \(seed)")
  }

  /// What was said between two messages that came at once acknowledged the second before it was
  /// kept; and a guest that was cut off after it had accepted forgot that; and what was heard while
  /// leaving was acknowledged and not kept; and who resigned did not wait for a move of one who was
  /// not heard; and a packet for another guest, from a host that was started again, seemed to
  /// acknowledge what nobody had received; and a host took the seat for somebody whose link was
  /// gone, and moved; and a player who had resigned in a pause wanted to go on, ever more often;
  /// and a guest left whose offer of a draw had crossed the host's, and was not heard.
  @Test(
    arguments: [
      66_810, 68_037, 77_917, 83_132, 94_808, 97_450, 99_199, 2_683, 8_018_329, 7_002_873,
      41_022_200, 41_064_103, 52_046_574, 880_013_806, 117_079_315, 117_079_543, 165_958_314,
    ] as [UInt64]
  )
  func `matches that once went wrong go well`(seed: UInt64) {
    #expect(SimulatedMatch.play(seed: seed).failure == nil)
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `a side that finds an older copy of the match is told the rest`(number: UInt64) {
    let reports = (0..<40).map { SimulatedMatch.play(seed: 41_000_001 + 200 * number + 5 * $0) }
    #expect(reports.allSatisfy { $0.failure == nil })
    #expect(reports.map(\.recalls).reduce(0, +) > 0)
  }

  @Test func `who tells far less than was thought is found out`() throws {
    // In every fourth match one side lies, and in some of these by more than the link explains.
    let reports = stride(from: 3 as UInt64, to: 400, by: 4).lazy
      .map { SimulatedMatch.play(seed: $0, hasClocks: true) }
    let report = try #require(reports.first { $0.lies > 0 })
    #expect(report.failure == nil)
    #expect(report.suspicions >= report.lies)
  }

  @Test func `who is honest about the time is not doubted, and flags fall`() {
    let reports = (1...12).map { SimulatedMatch.play(seed: 4 * $0 + 1, hasClocks: true) }
    #expect(reports.compactMap(\.failure) == [])
    #expect(reports.allSatisfy { !$0.hasLiar && $0.doubts <= 1 })
    #expect(reports.contains { $0.isFlagged })
  }

  @Test func `what is said while a part of the match is told again belongs to that part`() {
    // A guest takes its pause back while its host, with an older copy, is on its way back.
    #expect(SimulatedMatch.play(seed: 236, hasClocks: true).failure == nil)
  }

  // In the last one the way is lost when the guest has joined, and before the host knows of it.
  @Test(arguments: [3, 4, 5, 128_952_083] as [UInt64])
  func `a match goes from Bluetooth to a broker and back, again and again`(seed: UInt64) {
    let report = SimulatedMatch.play(seed: seed, wayChanges: 20)
    #expect(report.failure == nil, "see it by: soak --trace --ways 20 --seed \(seed)")
    #expect(report.wayChanges == 20)
  }

  @Test func `a seed gives the same match again`() {
    #expect(
      SimulatedMatch.play(seed: 7, isTraced: true) == SimulatedMatch.play(seed: 7, isTraced: true)
    )
  }
}
