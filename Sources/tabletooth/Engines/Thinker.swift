internal import BoardUI
internal import Dispatch
internal import GameRules
internal import GameSearch
internal import Synchronization

/// The machine that finds moves for the loop, on a queue of its own: the loop never waits for it.
final class Thinker: Sendable {
  /// A searcher, which remembers from move to move what it was made for.
  private struct Mind {
    var level: SearchLevel
    var searcher: GameSearcher
  }

  private struct State {
    var minds: [Inquiry.Purpose: Mind] = [:]
    var endgames: LiuzhouEndgames?
  }

  /// How long a hint may take: it is wanted at once.
  private static let hintTime = Duration.seconds(1)
  /// How large the table of known positions is, in bytes, for moves and for hints.
  private static let tableBytes: [Inquiry.Purpose: Int] = [.move: 32 << 20, .hint: 16 << 20]

  private let time: Duration
  private let threads: Int
  private let seed: UInt64
  private let queue = DispatchQueue(label: "tabletooth.thinker")
  private let state = Mutex(State())
  /// The clock of the thought that was begun last.
  private let clock = Mutex<ThoughtClock?>(nil)

  /// A machine that has thought about nothing yet.
  ///
  /// - Parameters:
  ///   - options: how long and by how many threads it may think.
  ///   - seed: what equal choices and the lapses of weak levels are decided by.
  init(_ options: MachineOptions, seed: UInt64) {
    time = options.time.duration
    threads = options.threads
    self.seed = seed
  }

  /// Thinks about `inquiry`, and hands what comes of it to `onEnd` on the queue.
  func think(_ inquiry: Inquiry, onEnd: @escaping @Sendable (AppEvent) -> Void) {
    let limit = inquiry.purpose == .hint ? min(time, Self.hintTime) : time
    let clock = ThoughtClock(TimeBudget(exactly: limit))
    self.clock.withLock { $0 = clock }
    queue.async {
      let report = self.state.withLock { self.search(inquiry, clock, &$0) }
      guard let report else { return }
      switch inquiry.purpose {
      case .move: onEnd(.moveFound(report.move))
      case .hint:
        let reason = MoveReason(report, in: inquiry.position)
        onEnd(.hintFound(report.move, because: reason))
      }
    }
  }

  /// Has the thought end with the best so far.
  func stop() {
    clock.withLock { $0?.stop() }
  }

  private func search(
    _ inquiry: Inquiry,
    _ clock: ThoughtClock,
    _ state: inout State
  ) -> SearchReport? {
    var mind = state.minds[inquiry.purpose] ?? mind(for: inquiry)
    if mind.level != inquiry.level { mind = self.mind(for: inquiry) }
    if state.endgames == nil, inquiry.isNearTheEnd {
      state.endgames = Self.loadEndgames(until: clock)
    }
    mind.searcher.use(state.endgames)
    defer { state.minds[inquiry.purpose] = mind }
    // The copy is not to share what is written to.
    state.minds[inquiry.purpose] = nil
    return mind.searcher.think(inquiry.position, shouldStop: { clock.isOver })
  }

  private func mind(for inquiry: Inquiry) -> Mind {
    let settings = SearchSettings(
      level: inquiry.level,
      threads: threads,
      tableBytes: Self.tableBytes[inquiry.purpose] ?? 1 << 20,
      seed: seed
    )
    return Mind(level: inquiry.level, searcher: GameSearcher(settings))
  }

  /// The tables of Liuzhou chess, which are built once and kept on the disk.
  private static func loadEndgames(until clock: ThoughtClock) -> LiuzhouEndgames? {
    var bar = EndgameTables.ProgressBar()
    return EndgameTables().load(
      say: { StandardOutput.complain($0) },
      progress: { bar.draw($0) },
      shouldStop: { clock.isOver }
    )
  }
}

extension Inquiry {
  /// Whether endgame tables may soon know how the game ends, and the level uses them.
  fileprivate var isNearTheEnd: Bool {
    guard case .liuzhou(let game) = position, level.number >= 8, game.phase == .moving else {
      return false
    }
    let points = (0..<36).compactMap { Point(column: $0 % 6, row: $0 / 6) }
    return points.count { game.stone(at: $0) != nil } <= 8
  }
}
