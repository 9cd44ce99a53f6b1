import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

@Suite struct BackoffTests {
  private func pauses(_ count: Int, _ backoff: inout Backoff) -> [Duration] {
    var pauses: [Duration] = []
    for _ in 0..<count { pauses.append(backoff.next()) }
    return pauses
  }

  @Test func `pauses are 0.5, 1, 2, 4, and then 8 seconds`() {
    var backoff = Backoff()
    #expect(
      pauses(7, &backoff) == [.milliseconds(500)] + [1, 2, 4, 8, 8, 8].map(Duration.seconds)
    )
    #expect(backoff.attempts == 7)
  }

  @Test func `pauses begin and end where they are told to`() {
    var backoff = Backoff(first: .seconds(1), longest: .seconds(3))
    #expect(pauses(4, &backoff) == [1, 2, 3, 3].map(Duration.seconds))
    var still = Backoff(first: .seconds(9), longest: .seconds(3))
    #expect(pauses(2, &still) == [3, 3].map(Duration.seconds))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a thousand that begin at once come back at a thousand times`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var firsts: Set<Duration> = []
    for _ in 0..<1_000 {
      var backoff = Backoff(longest: .seconds(30))
      var usual = backoff
      for attempt in 0..<10 {
        let (pause, middle) = (backoff.next(at: .random(in: 0...1, using: &random)), usual.next())
        #expect(middle / 2 <= pause && pause <= min(middle * 3 / 2, .seconds(30)))
        if attempt == 0 { firsts.insert(pause) }
      }
    }
    #expect(firsts.count > 990 && firsts.allSatisfy { $0 <= .milliseconds(750) })
    var again = SeededGenerator(seed: seed)
    var backoff = Backoff(longest: .seconds(30))
    #expect(firsts.contains(backoff.next(at: .random(in: 0...1, using: &again))))
  }

  @Test func `an attempt that was of use lets pauses begin anew`() {
    var backoff = Backoff()
    _ = pauses(3, &backoff)
    backoff.reset()
    #expect(backoff == Backoff())
  }

  @Test(arguments: [(0, 4), (9_999, 4), (10_000, 1), (60_000, 1)])
  func `only what stood for ten seconds was of use`(milliseconds: Int, attempt: Int) {
    var backoff = Backoff()
    _ = pauses(3, &backoff)
    backoff.lost(after: .milliseconds(milliseconds))
    _ = backoff.next()
    #expect(backoff.attempts == attempt)
  }

  @Test func `a year of attempts does not overflow`() {
    var backoff = Backoff()
    #expect(pauses(100_000, &backoff).last == .seconds(8))
  }

  @Test func `a host is called by its name, or else by its address`() {
    #expect(HostLocation(address: "a", name: "Ada").title == "Ada")
    #expect(HostLocation(address: "a", name: nil).title == "a")
  }
}
