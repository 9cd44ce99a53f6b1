import MatchSimulation
import Testing

/// Matches whose players are never there together.
@Suite struct SimulatedLettersTests {
  @Test func `letters that are lost, doubled and late cost no move, nor does an older copy`() {
    for seed in 1...200 as ClosedRange<UInt64> {
      let report = SimulatedLetters.play(seed: seed)
      #expect(report.failure == nil, "seed \(seed)")
    }
  }
}
