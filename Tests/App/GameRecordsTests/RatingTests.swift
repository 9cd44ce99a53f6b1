import GameRecords
import Testing

@Suite struct RatingTests {
  @Test func `the example of the paper comes out`() {
    // Mark Glickman, "Example of the Glicko-2 system", 2022: 1464.06, 151.52, 0.05999.
    let player = Rating(value: 1500, deviation: 200, volatility: 0.06)
    let rating = player.after([
      .init(against: Rating(value: 1400, deviation: 30), score: 1),
      .init(against: Rating(value: 1550, deviation: 100), score: 0),
      .init(against: Rating(value: 1700, deviation: 300), score: 0),
    ])
    #expect(abs(rating.value - 1464.06) < 0.01)
    #expect(abs(rating.deviation - 151.52) < 0.01)
    #expect(abs(rating.volatility - 0.05999) < 0.00001)
  }

  @Test func `who does not play becomes less certain`() {
    let rating = Rating(value: 1600, deviation: 50).after([])
    #expect(rating.value == 1600)
    // The square root of 50 squared and 0.06 times 173.7178 squared.
    #expect(abs(rating.deviation - 51.0749) < 0.001)
  }

  @Test(arguments: [0.0, 0.5, 1.0])
  func `a game between equals moves both by the same`(score: Double) {
    let (one, two) = (Rating(), Rating())
    let first = one.after([.init(against: two, score: score)])
    let second = two.after([.init(against: one, score: 1 - score)])
    #expect(abs(first.value + second.value - 3000) < 1e-9)
    #expect(first.deviation < one.deviation)
    #expect((first.value - 1500) * (score - 0.5) >= 0)
  }

  @Test func `a thousand wins against one player come to an end`() {
    var (winner, loser) = (Rating(), Rating())
    for _ in 0..<1_000 {
      (winner, loser) = (
        winner.after([.init(against: loser, score: 1)]),
        loser.after([.init(against: winner, score: 0)])
      )
    }
    #expect(winner.value.isFinite && winner.deviation.isFinite && winner.volatility.isFinite)
    #expect(winner.value > loser.value + 1_000)
  }
}
