package import GameRules

/// The search for wins by force alone, for the benchmark.
package struct GomokuForcedWins: ~Copyable {
  private let table = GomokuTable(bytes: 1 << 16)

  /// A searcher that knows nothing yet.
  package init() {}

  /// Searches for a win by fours of the side to move.
  ///
  /// - Parameters:
  ///   - position: where, with no end and nobody's five in sight.
  ///   - budget: how many nodes at most.
  ///   - timed: runs the search; what is around it sets the board up.
  /// - Returns: the plies to the five, or 0 where none was found.
  package func byFours(
    _ position: GomokuPosition,
    budget: Int,
    timed: (() -> Int) -> Int
  ) -> Int {
    let side = position.colourToMove == .first ? 0 : 1
    let board = GomokuBoard(position)
    defer { board.free() }
    var poll = { false }
    return unsafe withUnsafePointer(to: &poll) { pointer in
      let search = unsafe GomokuSearch(board, table.view(age: 1), asking: pointer)
      defer { search.free() }
      return timed { search.winByFours(side, budget: budget, complete: true) }
    }
  }
}
