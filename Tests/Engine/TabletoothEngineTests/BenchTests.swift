import GameRules
import Testing

@testable import tabletooth_engine

/// `tabletooth-engine bench`.
@Suite(.timeLimit(.minutes(2))) struct BenchTests {
  @Test func `every position of the bench goes on`() throws {
    for bench in BenchPosition.all {
      let position = try bench.position()
      #expect(position.outcome == nil, "\(bench.moves)")
    }
  }
}
