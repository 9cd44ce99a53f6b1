package import GameRules

/// Finds moves in Gomoku, with a memory that lasts from move to move.
///
/// Copies share the memory, which any number of threads may use at once.
package struct GomokuSearcher: Sendable {
  private let settings: SearchSettings
  private var table: GomokuTable?

  /// A searcher; memory is taken when it first thinks.
  package init(_ settings: SearchSettings = SearchSettings()) {
    self.settings = settings
  }

  /// Searches until a limit is reached, the answer is proven, or `shouldStop` says so.
  ///
  /// Returns nil when the game is over. The parameters are those of ``GameSearcher``'s.
  package mutating func think(
    _ position: GomokuPosition,
    limits: SearchLimits,
    shouldStop: @Sendable () -> Bool,
    onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    guard position.outcome == nil else { return nil }
    let table = self.table ?? GomokuTable(bytes: settings.tableBytes)
    self.table = table
    table.begin()
    let thought = GomokuThought(position, settings: settings, limits: limits)
    return thought.run(table, shouldStop, onReport)
  }
}
