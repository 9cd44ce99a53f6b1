import Testing

@testable import soak

/// What `soak values` takes for a proven win that was lost again.
@Suite struct ProvenWinsTests {
  @Test(arguments: [
    // The last value, the next one for the other side, and whether it follows.
    (5, -4, true), (5, -2, true), (-4, 3, true), (-4, 1, true),
    (5, -5, false), (5, 4, false), (-4, 5, false), (-4, -3, false), (5, nil, false),
  ])
  func `a proven end comes nearer with each move`(last: Int, mate: Int?, isKept: Bool) {
    #expect(ProvenWins.keeps(mate, after: last) == isKept)
  }
}
