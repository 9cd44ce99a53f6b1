/// Limits how often something comes from each sender: a few times at once, then at a steady rate.
public struct RateLimits: Sendable {
  /// The maximum number of senders that are counted.
  private static let mostSenders = 64

  private let burst: Int
  private let perSecond: Int
  private var budgets: [String: TrafficBudget] = [:]

  /// Limits of `burst` at once and `perSecond` after that.
  public init(burst: Int, perSecond: Int) {
    (self.burst, self.perSecond) = (burst, perSecond)
  }

  /// Counts one more from `sender`, and returns false if that is too much.
  public mutating func take(from sender: String, now: Duration) -> Bool {
    var budget =
      budgets[sender] ?? TrafficBudget(bytesPerSecond: perSecond, burst: burst, now: now)
    guard budget.due(for: 1) <= now else { return false }
    budget.spend(1, now: now)
    if budgets.count >= Self.mostSenders {
      budgets = budgets.filter { $0.value.due(for: burst) > now }
      if budgets.count >= Self.mostSenders { budgets = [:] }
    }
    budgets[sender] = budget
    return true
  }
}
