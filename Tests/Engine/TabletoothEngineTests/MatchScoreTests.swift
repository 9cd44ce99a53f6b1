import Testing

@testable import tabletooth_engine

@Suite struct MatchScoreTests {
  /// A score in which each pair gave so many half points.
  static func score(pairs: [Int]) -> MatchScore {
    let results: [(MatchScore.Result, MatchScore.Result)] = [
      (.loss, .loss), (.loss, .draw), (.draw, .draw), (.win, .draw), (.win, .win),
    ]
    var score = MatchScore()
    for (halves, count) in pairs.enumerated() {
      for _ in 0..<count {
        let (first, second) = results[halves]
        score.add(first)
        score.add(second)
        score.addPair(first, second)
      }
    }
    return score
  }

  @Test func `games are counted`() {
    let score = Self.score(pairs: [1, 2, 3, 4, 5])
    #expect(score.games == 30)
    #expect((score.wins, score.draws, score.losses) == (14, 12, 4))
    #expect(score.share == 20.0 / 30)
    #expect(score.pairs == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [(0.5, 0.0), (0.75, 190.848_5), (0.64, 99.951_0), (0.25, -190.848_5)])
  func `a share is a difference in Elo, and back`(share: Double, elo: Double) throws {
    var score = MatchScore()
    for index in 0..<100 { score.add(Double(index) < share * 100 ? .win : .loss) }
    #expect(abs(try #require(score.elo) - elo) < 0.001)
    #expect(abs(MatchScore.share(elo: elo) - share) < 0.000_01)
  }

  @Test func `all points or none are no number`() {
    #expect(Self.score(pairs: [0, 0, 0, 0, 5]).elo == nil)
    #expect(Self.score(pairs: [5, 0, 0, 0, 0]).elo == nil)
    #expect(MatchScore().elo == 0)
    #expect(MatchScore().eloBounds.low == nil)
  }

  @Test func `the error is that of the pairs`() throws {
    // 50 pairs of one win each are no evidence of anything but equality; 25 of two wins and 25 of
    // none are the same share with much less certainty.
    let even = Self.score(pairs: [0, 0, 50, 0, 0])
    let uneven = Self.score(pairs: [25, 0, 0, 0, 25])
    let slightly = Self.score(pairs: [0, 1, 48, 1, 0])
    #expect(even.share == uneven.share)
    #expect(try #require(slightly.eloBounds.high) < 10)
    // 1.96 · 0.5 / √50 of a share is 98.9 Elo.
    #expect(abs(try #require(uneven.eloBounds.high) - 98.89) < 0.1)
  }

  @Test func `the test ends when the odds are nineteen to one`() throws {
    let test = try #require(SequentialTest("0,10"))
    #expect(test.verdict(MatchScore()) == .goesOn)
    #expect(test.verdict(Self.score(pairs: [5, 5, 10, 5, 5])) == .goesOn)
    #expect(test.verdict(Self.score(pairs: [5, 20, 300, 120, 30])) == .high)
    #expect(test.verdict(Self.score(pairs: [30, 120, 300, 20, 5])) == .low)
  }

  @Test func `the odds are those of a normal variable`() throws {
    // Shares of 1/4 and 3/4, 60 of each kind and 40 more of the second: mean 0.5625, variance
    // 0.0586.
    let score = Self.score(pairs: [0, 60, 0, 100, 0])
    let mean = (60 * 0.25 + 100 * 0.75) / 160
    let variance = (60 * (0.25 - mean) * (0.25 - mean) + 100 * (0.75 - mean) * (0.75 - mean)) / 160
    let (low, high) = (MatchScore.share(elo: 0), MatchScore.share(elo: 20))
    let likelihood = { (share: Double) in -160 * (mean - share) * (mean - share) / (2 * variance) }
    let expected = likelihood(high) - likelihood(low)
    #expect(abs(try #require(score.logLikelihoodRatio((0, 20))) - expected) < 0.000_001)
  }

  @Test(arguments: ["", "0", "0,", "10,0", "0,0", "a,b", "0,5,9", "0,5000"])
  func `a test needs two numbers in order`(text: String) {
    #expect(SequentialTest(text) == nil)
  }
}
