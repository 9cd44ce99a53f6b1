import MatchPlay
import Terminal
import Testing

@testable import BoardUI

/// How often a screen is drawn.
struct DrawingPaceTests {
  private var pace = DrawingPace()

  @Test mutating func `what comes fast is drawn twenty times a second, and the last of it soon`() {
    let times = stride(from: 0, through: 1_000, by: 3).map { Duration.milliseconds($0) }
    let drawn = times.filter { isDrawn(after: .tick, now: $0) }
    #expect((18...21).contains(drawn.count))
    let deadline = pace.deadline
    #expect(deadline == drawn.last.map { $0 + DrawingPace.interval })
    let isDrawnThen = deadline.map { isDrawn(after: .tick, now: $0) }
    #expect(isDrawnThen == true)
    #expect(pace.deadline == nil)
  }

  @Test mutating func `a key is followed at once, and so is an end`() {
    let drawn = [
      isDrawn(after: .tick, now: .zero),
      isDrawn(after: .tick, now: .milliseconds(1)),
      isDrawn(after: .terminal(.key(.up)), now: .milliseconds(2)),
      isDrawn(after: .tick, isEnd: true, now: .milliseconds(3)),
    ]
    #expect(drawn == [true, false, true, true])
    #expect(pace.deadline == nil)
  }

  private mutating func isDrawn(after event: Event, isEnd: Bool = false, now: Duration) -> Bool {
    var orders = Orders()
    if isEnd { orders.end = .quit }
    return pace.isDue(after: event, orders, now: now)
  }
}
