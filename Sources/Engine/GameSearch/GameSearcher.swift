public import GameRules

/// One searcher for one game at a time, with a memory that lasts from move to move.
///
/// The searches share no code: this only chooses among them, once a move.
public struct GameSearcher: Sendable {
  private var gomoku: GomokuSearcher
  private var liuzhou: LiuzhouSearcher
  private var xiangqi: XiangqiSearcher
  private var chess: ChessSearcher
  private var plain: PlainSearcher

  /// A searcher; memory is taken when it first thinks.
  public init(_ settings: SearchSettings = SearchSettings()) {
    gomoku = GomokuSearcher(settings)
    liuzhou = LiuzhouSearcher(settings)
    xiangqi = XiangqiSearcher(settings)
    chess = ChessSearcher(settings)
    plain = PlainSearcher(settings)
  }

  /// Makes the tables of constants that the searches of `game` need, before somebody's clock runs.
  ///
  /// Otherwise the first thought makes them, which takes tens of milliseconds.
  public static func makeConstants(for game: Game) {
    var searcher = GameSearcher(SearchSettings(tableBytes: 1 << 16))
    _ = searcher.think(Position(game: game), limits: SearchLimits(nodes: 1))
  }

  /// Gives it endgame tables of Liuzhou chess, or takes them away; they may come while a game is
  /// played.
  public mutating func use(_ endgames: LiuzhouEndgames?) {
    liuzhou.use(endgames)
  }

  /// Searches until a limit is reached, the answer is proven, or `shouldStop` says so.
  ///
  /// - Parameters:
  ///   - position: where to find a move.
  ///   - limits: how far to look.
  ///   - shouldStop: asked every few thousand nodes, from any of the threads.
  ///   - onReport: told after each iteration, on the caller's thread.
  /// - Returns: what was found, or nil when the game is over.
  public mutating func think(
    _ position: Position,
    limits: SearchLimits = SearchLimits(),
    shouldStop: @Sendable () -> Bool = { false },
    onReport: (SearchReport) -> Void = { _ in }
  ) -> SearchReport? {
    if case .gomoku(let board) = position {
      return gomoku.think(board, limits: limits, shouldStop: shouldStop, onReport: onReport)
    }
    if case .liuzhou(let board) = position {
      return liuzhou.think(board, limits: limits, shouldStop: shouldStop, onReport: onReport)
    }
    if case .xiangqi(let board) = position {
      return xiangqi.think(board, limits: limits, shouldStop: shouldStop, onReport: onReport)
    }
    if case .chess(let board) = position {
      return chess.think(board, limits: limits, shouldStop: shouldStop, onReport: onReport)
    }
    return plain.think(position, limits: limits, shouldStop: shouldStop, onReport: onReport)
  }
}
