import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

@Suite struct RoomRankTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a room that is older by a step is higher, whatever the numbers`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (old, young) = (RoomRank.random(using: &random), RoomRank.random(using: &random))
    #expect(old.aged(.seconds(15)) > young.aged(.seconds(14)))
    #expect(old.aged(.seconds(60)) > young.aged(.seconds(59)))
    #expect(old.aged(.seconds(240)) > young.aged(.seconds(239)))
  }

  @Test func `a step lasts four times as long as all before it`() {
    var random = SeededGenerator(seed: 1)
    let rank = RoomRank.random(using: &random)
    let ages = [0, 14, 15, 59, 60, 239, 240, 960, 3_840, 15_360, 61_440, 1_000_000]
    let steps = ages.map { rank.aged(.seconds($0)).step }
    #expect(steps == [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 6])
    #expect(rank.nextStepAge == .seconds(15))
    #expect(rank.aged(.seconds(15_360)).nextStepAge == nil)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a rank that is raised is higher, and of the same step`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rank = RoomRank.random(using: &random).aged(.seconds(60))
    let raised = rank.raised(using: &random)
    #expect(raised > rank)
    #expect(raised.step == rank.step)
  }

  @Test func `a rank does not fall with an age that is told late`() {
    var random = SeededGenerator(seed: 1)
    let rank = RoomRank.random(using: &random).aged(.seconds(300))
    #expect(rank.aged(.zero) == rank)
  }
}
