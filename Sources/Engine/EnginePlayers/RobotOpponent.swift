public import EngineProtocols
public import GameRules
public import GameSearch
internal import Synchronization

/// This program's own search as an opponent.
public final class RobotOpponent: Opponent {
  private struct State {
    var searcher: GameSearcher
    var game: Game?
  }

  /// The name for one line.
  public let name: String

  private let settings: SearchSettings
  private let state: Mutex<State>
  private let clock = Mutex<ThoughtClock?>(nil)

  /// A robot that plays by `settings`.
  public init(_ settings: SearchSettings, name: String) {
    self.name = name
    self.settings = settings
    state = Mutex(State(searcher: GameSearcher(settings)))
  }

  /// Forgets the last game, and has the endgame tables at hand.
  public func prepare(_ game: Game) throws(EngineFailure) {
    state.withLock { state in
      state.searcher = GameSearcher(settings)
      if game.kind == .liuzhou, settings.level.usesEndgames {
        state.searcher.use(SharedEndgames.tables())
      }
      state.game = game
    }
  }

  /// Thinks, on the caller's thread.
  public func answer(
    in position: Position,
    _ pace: MovePace,
    patience: Duration
  ) throws(EngineFailure) -> EngineAnswer {
    let clock = ThoughtClock(pace.time.map(TimeBudget.init(exactly:)))
    self.clock.withLock { $0 = clock }
    defer { self.clock.withLock { $0 = nil } }
    let report = state.withLock { state in
      state.searcher.think(
        position,
        limits: SearchLimits(depth: pace.depth, nodes: pace.nodes),
        shouldStop: { clock.isOver }
      )
    }
    guard let report else { throw .fault(.noMove) }
    return .moves([report.move])
  }

  /// Ends the thought; the best move so far is the answer.
  public func stop() {
    clock.withLock { $0?.stop() }
  }
}
