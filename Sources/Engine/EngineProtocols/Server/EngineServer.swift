internal import Dispatch
internal import GameRules
public import GameSearch
public import ProcessIO
internal import Synchronization

/// Serves an engine protocol on standard input and output.
///
/// One queue reads lines, another one searches; all decisions are made in one loop between them.
@MainActor
public final class EngineServer {
  /// An event for which the loop waits.
  private enum Event: Sendable {
    case line(String)
    /// Standard input has ended.
    case closed
    case reported(SearchReport, after: Duration)
    case finished(SearchReport?, after: Duration)
  }

  /// The longest line that is read, in bytes; the longest game takes less than half of it.
  private nonisolated static let maximumLineLength = 65_536

  private var engine: any ProtocolEngine
  private let searcher: SearchQueue
  private let events: AsyncStream<Event>
  private nonisolated let inbox: AsyncStream<Event>.Continuation
  /// The clock of the thought that is under way.
  private var clock: ThoughtClock?
  private var isClosed = false

  /// A server of `engine`.
  ///
  /// - Parameters:
  ///   - engine: the engine's side of a protocol.
  ///   - settings: what searches begin with.
  ///   - endgames: the endgame tables of Liuzhou chess, asked for when they may be needed; they
  ///     have to be at hand, as the clock of the other program runs.
  public init(
    _ engine: any ProtocolEngine,
    settings: SearchSettings,
    endgames: @escaping @Sendable () -> LiuzhouEndgames?
  ) {
    self.engine = engine
    searcher = SearchQueue(settings, endgames)
    (events, inbox) = AsyncStream.makeStream()
  }

  /// Serves until it is told to quit, or standard input ends and what was asked is answered.
  ///
  /// - Throws: `StandardStreams.OutputClosed`.
  public func run() async throws(StandardStreams.OutputClosed) {
    readLines()
    for await event in events {
      let actions: [EngineAction]
      switch event {
      case .line(let line):
        actions = engine.receive(line)
      case .reported(let report, let time):
        actions = engine.reported(report, after: time)
      case .finished(let report, let time):
        clock = nil
        actions = engine.finished(report, after: time)
      case .closed:
        isClosed = true
        actions = engine.close()
      }
      guard try perform(actions) else { return }
      if isClosed, clock == nil { return }
    }
  }

  /// Does what the engine wants, and says whether to go on.
  private func perform(
    _ actions: [EngineAction]
  ) throws(StandardStreams.OutputClosed) -> Bool {
    for action in actions {
      switch action {
      case .say(let line):
        try StandardStreams.print(line)
      case .think(let thought):
        think(thought)
      case .limit(let budget):
        clock?.limit(budget)
      case .stop:
        clock?.stop()
      case .settings(let settings):
        searcher.reset(settings)
      case .forget:
        searcher.reset(nil)
      case .quit:
        clock?.stop()
        return false
      }
    }
    return true
  }

  private func think(_ thought: Thought) {
    let clock = ThoughtClock(thought.budget)
    self.clock = clock
    let inbox = inbox
    searcher.think(
      thought,
      clock,
      onReport: { inbox.yield(.reported($0, after: $1)) },
      onEnd: { inbox.yield(.finished($0, after: $1)) }
    )
  }

  private func readLines() {
    let inbox = inbox
    DispatchQueue(label: "tabletooth.engine.input").async {
      var lines = InputLines(limit: Self.maximumLineLength)
      while let line = lines.next() {
        switch line {
        case .bytes(let bytes): inbox.yield(.line(String(decoding: bytes, as: UTF8.self)))
        // No command is as long; what is left of it would be another one.
        case .tooLong: continue
        }
      }
      inbox.yield(.closed)
    }
  }
}

/// A searcher on a queue of its own, which thinks about one thing after the other.
final class SearchQueue: Sendable {
  private struct State {
    var settings: SearchSettings
    var searcher: GameSearcher
  }

  private let queue = DispatchQueue(label: "tabletooth.search")
  private let state: Mutex<State>
  private let endgames: @Sendable () -> LiuzhouEndgames?

  /// A queue whose searcher has `settings` and looks `endgames` up.
  init(_ settings: SearchSettings, _ endgames: @escaping @Sendable () -> LiuzhouEndgames?) {
    self.endgames = endgames
    state = Mutex(State(settings: settings, searcher: GameSearcher(settings)))
  }

  /// Forgets everything once the thought that is under way has ended, and takes new settings.
  func reset(_ settings: SearchSettings?) {
    queue.async {
      self.state.withLock { state in
        state.settings = settings ?? state.settings
        state.searcher = GameSearcher(state.settings)
      }
    }
  }

  /// Thinks until `clock` or a limit of `thought` ends it.
  ///
  /// - Parameters:
  ///   - thought: what about.
  ///   - clock: the clock of this thought, which began now.
  ///   - onReport: is told after each iteration, with the time since then.
  ///   - onEnd: is told what was found.
  func think(
    _ thought: Thought,
    _ clock: ThoughtClock,
    onReport: @escaping @Sendable (SearchReport, Duration) -> Void,
    onEnd: @escaping @Sendable (SearchReport?, Duration) -> Void
  ) {
    queue.async {
      let report = self.state.withLock { state in
        if thought.position.isNearTabledEnd(level: state.settings.level) {
          state.searcher.use(self.endgames())
        }
        return state.searcher.think(thought, clock) { onReport($0, clock.elapsed) }
      }
      onEnd(report, clock.elapsed)
    }
  }
}
