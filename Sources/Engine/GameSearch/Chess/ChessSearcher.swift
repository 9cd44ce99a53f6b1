package import GameRules

/// The result of a search of chess after an iteration, and in the end.
package struct ChessReport: Hashable, Sendable {
  /// The line it expects; the first move is the one to play.
  package var line: [ChessMove]
  /// The score for the side to move, in hundredths of a pawn.
  package var score: Int
  /// Plies to a proven mate, negative where the side to move loses; nil unless proven.
  package var mate: Int?
  /// The last depth that was searched to its end, in plies.
  package var depth: Int
  /// The number of nodes that were visited so far.
  package var nodes: UInt64
}

/// Searches chess, with a memory that lasts from move to move.
package struct ChessSearcher: Sendable {
  private let settings: SearchSettings
  private var memory: ChessMemory?

  /// A searcher; memory is taken when it first thinks.
  package init(_ settings: SearchSettings) {
    self.settings = settings
  }

  /// Searches until a limit is reached, a mate is proven, or `shouldStop` says so.
  ///
  /// - Parameters:
  ///   - position: where to find a move.
  ///   - limits: how far to look.
  ///   - shouldStop: asked every 256 nodes.
  ///   - onReport: told after each iteration.
  /// - Returns: what was found, or nil when the game is over.
  package mutating func think(
    _ position: ChessPosition,
    limits: SearchLimits,
    shouldStop: @Sendable () -> Bool,
    onReport: (ChessReport) -> Void
  ) -> ChessReport? {
    guard position.end == nil else { return nil }
    let memory = self.memory ?? ChessMemory(tableBytes: settings.tableBytes)
    self.memory = memory
    return withoutActuallyEscaping(shouldStop) { shouldStop in
      var worker = ChessWorker(position, memory.table, settings, limits, shouldStop: shouldStop)
      return worker.deepen(onReport: onReport)
    }
  }
}

/// The memory of a searcher from move to move.
private final class ChessMemory: Sendable {
  let table: XiangqiTable

  init(tableBytes: Int) {
    table = XiangqiTable(bytes: tableBytes)
  }

  deinit {
    table.free()
  }
}
