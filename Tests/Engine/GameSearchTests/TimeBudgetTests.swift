import GameSearch
import Testing

@Suite struct TimeBudgetTests {
  @Test func `a time for one move is all of it`() {
    let budget = TimeBudget(exactly: .milliseconds(500))
    #expect(budget.soft == .milliseconds(500))
    #expect(budget.hard == .milliseconds(500))
  }

  @Test(arguments: [Duration.zero, .seconds(-3), .nanoseconds(5)])
  func `no time at all is a millisecond`(time: Duration) {
    #expect(TimeBudget(exactly: time).hard == .milliseconds(1))
    #expect(TimeBudget(remaining: time).hard == .milliseconds(1))
  }

  @Test(arguments: [1, 10, 100, 1_000, 10_000, 600_000], [nil, 1, 2, 40] as [Int?])
  func `a clock never runs out`(milliseconds: Int, movesToGo: Int?) {
    let remaining = Duration.milliseconds(milliseconds)
    let budget = TimeBudget(remaining: remaining, increment: .seconds(1), movesToGo: movesToGo)
    #expect(budget.soft <= budget.hard)
    #expect(budget.hard <= max(remaining * 9 / 10, .milliseconds(1)))
  }

  @Test func `the last move of a control may take nearly all, others at most half`() {
    #expect(TimeBudget(remaining: .seconds(10), movesToGo: 1).hard > .seconds(8))
    #expect(TimeBudget(remaining: .seconds(10), movesToGo: 2).hard <= .seconds(5))
  }

  @Test func `a whole game is played within its clock`() {
    var clock = Duration.seconds(60)
    for _ in 0..<60 {
      clock -= TimeBudget(remaining: clock).hard
      #expect(clock >= .zero)
    }
  }

  @Test func `an increment is spent, too`() {
    let without = TimeBudget(remaining: .seconds(60))
    let with = TimeBudget(remaining: .seconds(60), increment: .seconds(4))
    #expect(with.soft - without.soft == .seconds(2))
  }

  @Test func `of two budgets the smaller counts`() {
    let clock = TimeBudget(remaining: .seconds(60))
    let capped = clock.capped(by: TimeBudget(exactly: .milliseconds(100)))
    #expect(capped == TimeBudget(exactly: .milliseconds(100)))
    #expect(clock.capped(by: TimeBudget(exactly: .seconds(30))) == clock)
  }
}
