import TestSupport
import Testing

/// A few of the matches that `make soak` plays by the thousand.
@Suite struct SimulationTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `both boards come to the same end over bad air`(seed: UInt64) {
    let report = SimulatedMatch.play(seed: seed)
    #expect(report.failure == nil, "see it by: soak --trace --seed \(seed)")
  }

  @Test func `a seed gives the same match again`() {
    #expect(
      SimulatedMatch.play(seed: 7, isTraced: true) == SimulatedMatch.play(seed: 7, isTraced: true)
    )
  }
}
