internal import GameRules
internal import GameSearch
internal import Synchronization

/// The endgame tables of Liuzhou chess that all searches of this program look up, loaded once.
enum SharedEndgames {
  private static let loaded = Mutex<LiuzhouEndgames?>(nil)

  /// The tables, from the cache or built now, with a bar on a terminal unless the terminal is a
  /// screen that others draw on; nil after a stop.
  static func tables(
    isQuiet: Bool = false,
    shouldStop: () -> Bool = { false }
  ) -> LiuzhouEndgames? {
    loaded.withLock { loaded in
      if loaded == nil {
        var bar = EndgameTables.ProgressBar()
        loaded = EndgameTables().load(
          say: { if !isQuiet { StandardOutput.complain($0) } },
          progress: { if !isQuiet { bar.draw($0) } },
          shouldStop: shouldStop
        )
      }
      return loaded
    }
  }

  /// The tables if they are loaded or in the cache; nothing is built.
  static func tablesAtHand() -> LiuzhouEndgames? {
    loaded.withLock { loaded in
      if loaded == nil { loaded = EndgameTables().kept(say: { _ in }) }
      return loaded
    }
  }
}

extension Position {
  /// Whether endgame tables may soon know how the game ends, and `level` uses them.
  func isNearTabledEnd(level: SearchLevel) -> Bool {
    guard case .liuzhou(let game) = self, level.usesEndgames, game.phase == .moving else {
      return false
    }
    let points = (0..<36).compactMap { Point(column: $0 % 6, row: $0 / 6) }
    return points.count { game.stone(at: $0) != nil } <= 8
  }
}

extension SearchLevel {
  /// Whether the level knows endgames by heart.
  var usesEndgames: Bool { number >= 8 }
}

extension GameSearcher {
  /// A searcher for one thought about `position`, with the endgame tables if it may need them.
  init(_ settings: SearchSettings, for position: Position) {
    self.init(settings)
    if position.isNearTabledEnd(level: settings.level) { use(SharedEndgames.tables()) }
  }
}
