package import GameRules

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
    onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    guard position.outcome == nil else { return nil }
    let memory = self.memory ?? ChessMemory(tableBytes: settings.tableBytes)
    self.memory = memory
    return withoutActuallyEscaping(shouldStop) { shouldStop in
      var worker = ChessWorker(position, memory, settings, limits, shouldStop: shouldStop)
      return worker.deepen(onReport: onReport)
    }
  }
}

/// The memory of a searcher from move to move.
final class ChessMemory: Sendable {
  let table: SearchTable
  /// How often a quiet move of a piece to a square was best.
  let history: Cells<Int32>
  /// The same behind each move of a piece to a square.
  let sequels: Cells<Int16>
  private let sequelMemory = ZeroedMemory(bytes: 1024 * 1024 * 2)

  init(tableBytes: Int) {
    table = SearchTable(bytes: tableBytes)
    history = Cells(count: 1024, filledWith: 0)
    unsafe sequels = Cells(at: sequelMemory.start, count: 1024 * 1024)
  }

  deinit {
    table.free()
    history.free()
    sequelMemory.free()
  }
}
