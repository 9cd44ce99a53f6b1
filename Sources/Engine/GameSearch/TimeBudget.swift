/// The time of one search.
public struct TimeBudget: Hashable, Sendable {
  /// The time after which no deeper iteration begins.
  public let soft: Duration
  /// The time at which the thought is stopped.
  public let hard: Duration

  /// Allows exactly `time` for this move.
  public init(exactly time: Duration) {
    let time = max(time, Self.least)
    self.init(soft: time, hard: time)
  }

  /// Divides what a clock still has among the moves to come.
  ///
  /// The soft limit is two thirds of an even share, as the last iteration is usually cut; the hard
  /// limit is four shares, but never more than half of what is left before the clock is set anew.
  ///
  /// - Parameters:
  ///   - remaining: what the clock shows.
  ///   - increment: what is added after each move.
  ///   - movesToGo: how many moves this time is for; nil for the rest of the game.
  ///   - overhead: what is lost on the way of each move.
  public init(
    remaining: Duration,
    increment: Duration = .zero,
    movesToGo: Int? = nil,
    overhead: Duration = .milliseconds(10)
  ) {
    let left = remaining - overhead
    guard left > Self.least else {
      self.init(exactly: Self.least)
      return
    }
    let moves = min(max(movesToGo ?? Self.horizon, 1), Self.horizon)
    let share = left / moves + increment * 3 / 4
    let most = moves == 1 ? left * 9 / 10 : left / 2
    let hard = max(min(share * 4, most), Self.least)
    self.init(soft: max(min(share * 2 / 3, hard), Self.least), hard: hard)
  }

  /// The smaller of two budgets in each limit.
  public func capped(by other: TimeBudget) -> TimeBudget {
    TimeBudget(soft: min(soft, other.soft), hard: min(hard, other.hard))
  }

  private init(soft: Duration, hard: Duration) {
    self.soft = soft
    self.hard = hard
  }

  /// Nobody can answer faster.
  private static let least = Duration.milliseconds(1)

  /// The number of moves a game is thought to last still.
  ///
  /// A game of Xiangqi between programs takes some eighty moves of each side; dividing by half of
  /// them leaves something for the other half, as the share shrinks with the clock.
  private static let horizon = 40
}
