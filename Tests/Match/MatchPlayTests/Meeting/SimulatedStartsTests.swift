import MatchSimulation
import Testing

@Suite struct SimulatedStartsTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `two to four programs that begin together end in one room`(seed: UInt64) {
    let report = SimulatedStarts.play(seed: seed)
    #expect(report.failure == nil)
    #expect(report.openedLater == 0)
  }

  @Test func `some of them open more than one room at first`() {
    let opened = (0..<200 as Range<UInt64>).map { SimulatedStarts.play(seed: $0).opened }
    #expect(opened.contains { $0 > 1 })
    #expect(opened.allSatisfy { $0 >= 1 })
  }
}
