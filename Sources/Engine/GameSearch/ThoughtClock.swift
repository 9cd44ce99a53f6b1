internal import Synchronization

/// The clock of one thought: it says when to stop, and can be told so from anywhere.
public final class ThoughtClock: Sendable {
  private let start = ContinuousClock.now
  private let isStopped = Atomic(false)
  /// In nanoseconds since the start.
  private let soft = Atomic(Int64.max)
  private let hard = Atomic(Int64.max)

  /// A clock that starts now; without a budget it runs until ``stop()``.
  public init(_ budget: TimeBudget? = nil) {
    if let budget { limit(budget, sinceStart: true) }
  }

  /// The time since the search began.
  public var elapsed: Duration { ContinuousClock.now - start }

  /// Ends the thought.
  public func stop() {
    isStopped.store(true, ordering: .relaxed)
  }

  /// Sets the limits, counted from now or from the start.
  public func limit(_ budget: TimeBudget, sinceStart: Bool = false) {
    let base = sinceStart ? Duration.zero : elapsed
    soft.store(Self.nanoseconds(base + budget.soft), ordering: .relaxed)
    hard.store(Self.nanoseconds(base + budget.hard), ordering: .relaxed)
  }

  /// True if the thought has to end at once.
  public var isOver: Bool {
    if isStopped.load(ordering: .relaxed) { return true }
    let limit = hard.load(ordering: .relaxed)
    return limit != .max && Self.nanoseconds(elapsed) >= limit
  }

  /// Ends the thought if no deeper iteration should begin.
  public func endIteration() {
    let limit = soft.load(ordering: .relaxed)
    if limit != .max, Self.nanoseconds(elapsed) >= limit { stop() }
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    // More than thirty years are the same as these.
    let (seconds, attoseconds) = min(duration, .seconds(1_000_000_000)).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
