public import GameRules

/// One search with its limits, as a protocol or a command asks for it.
public struct Thought: Hashable, Sendable {
  /// The position in which to find a move.
  public let position: Position
  /// The limits of the search.
  public let limits: SearchLimits
  /// The time of the search; nil until its clock sets it.
  public let budget: TimeBudget?
  /// The only moves that may be chosen; nil for all legal ones.
  public let allowed: [Move]?

  /// Describes a thought.
  public init(
    _ position: Position,
    limits: SearchLimits = SearchLimits(),
    budget: TimeBudget? = nil,
    allowed: [Move]? = nil
  ) {
    self.position = position
    self.limits = limits
    self.budget = budget
    self.allowed = allowed
  }
}

extension GameSearcher {
  /// Thinks until `clock` or a limit of `thought` ends it.
  ///
  /// - Parameters:
  ///   - thought: what to think about.
  ///   - clock: the clock of this thought.
  ///   - onReport: told after each iteration, on the caller's thread.
  /// - Returns: what was found, or nil when the game is over.
  public mutating func think(
    _ thought: Thought,
    _ clock: ThoughtClock,
    onReport: (SearchReport) -> Void = { _ in }
  ) -> SearchReport? {
    let shouldStop: @Sendable () -> Bool = { clock.isOver }
    let reported: (SearchReport) -> Void = { report in
      onReport(report)
      clock.endIteration()
    }
    guard let allowed = thought.allowed else {
      return think(
        thought.position,
        limits: thought.limits,
        shouldStop: shouldStop,
        onReport: reported
      )
    }
    return think(
      thought.position,
      amongst: allowed,
      limits: thought.limits,
      shouldStop: shouldStop,
      onReport: reported
    )
  }
}
