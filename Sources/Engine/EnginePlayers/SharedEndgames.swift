public import GameRules
public import GameSearch
internal import ProcessIO
internal import Synchronization

/// The endgame tables of Liuzhou chess that all searches of this process look up, loaded once.
public enum SharedEndgames {
  private static let loaded = Mutex<LiuzhouEndgames?>(nil)

  /// The tables, from the cache or built now, with a bar on a terminal unless the terminal is a
  /// screen that others draw on; nil after a stop.
  public static func tables(
    isQuiet: Bool = false,
    shouldStop: () -> Bool = { false }
  ) -> LiuzhouEndgames? {
    loaded.withLock { loaded in
      if loaded == nil {
        var bar = EndgameTables.ProgressBar()
        loaded = EndgameTables().load(
          say: { if !isQuiet { StandardStreams.complain($0) } },
          progress: { if !isQuiet { bar.draw($0) } },
          shouldStop: shouldStop
        )
      }
      return loaded
    }
  }

  /// The tables if they are loaded or in the cache; nothing is built.
  public static func tablesAtHand() -> LiuzhouEndgames? {
    loaded.withLock { loaded in
      if loaded == nil { loaded = EndgameTables().kept(say: { _ in }) }
      return loaded
    }
  }
}

extension GameSearcher {
  /// Has the endgame tables at hand if a thought about `position` may need them.
  public mutating func prepare(for position: Position, level: SearchLevel) {
    if position.isNearTabledEnd(level: level) { use(SharedEndgames.tables()) }
  }
}
