internal import BoardUI
internal import Dispatch
internal import GameRules
internal import GameSearch
internal import Synchronization

/// The machine that finds moves for the loop, on a queue of its own: the loop never waits for it.
///
/// Moves are this program's own or another's; hints are always its own.
final class Thinker: Sendable {
  private struct State {
    var adviser: Searcher
    var robot: Searcher
    var program: ProgramPlayer?
  }

  /// How long a hint may take: it is wanted at once.
  private static let hintTime = Duration.seconds(1)

  private let time: Duration
  private let queue = DispatchQueue(label: "tabletooth.thinker")
  private let state: Mutex<State>
  /// The clock of the thought that was begun last.
  private let clock = Mutex<ThoughtClock?>(nil)
  private let program: (any Opponent)?

  /// A machine that has thought about nothing yet.
  ///
  /// - Parameters:
  ///   - player: this program or another one, which plays.
  ///   - options: how long and by how many threads to think.
  ///   - seed: what equal choices and the lapses of weak levels are decided by.
  ///   - isQuiet: whether standard error is a screen that others draw on.
  init(
    _ player: MachinePlayer,
    _ options: MachineOptions,
    seed: UInt64,
    isQuiet: Bool = false
  ) {
    time = options.time.duration
    program = player.program
    let state = State(
      adviser: Searcher(16 << 20, threads: options.threads, seed: seed, isQuiet: isQuiet),
      robot: Searcher(32 << 20, threads: options.threads, seed: seed, isQuiet: isQuiet),
      program: program.map(ProgramPlayer.init)
    )
    self.state = Mutex(state)
  }

  /// Thinks about `inquiry`, and hands what comes of it to `onEnd` on the queue.
  func think(_ inquiry: Inquiry, onEnd: @escaping @Sendable (MachineEvent) -> Void) {
    let clock = ThoughtClock()
    self.clock.withLock { $0 = clock }
    queue.async {
      if let event = self.state.withLock({ self.answer(inquiry, clock, &$0) }) { onEnd(event) }
    }
  }

  /// Has the thought end with the best so far.
  func stop() {
    clock.withLock { $0?.stop() }
    program?.stop()
  }

  private func answer(
    _ inquiry: Inquiry,
    _ clock: ThoughtClock,
    _ state: inout State
  ) -> MachineEvent? {
    switch inquiry.purpose {
    case .hint:
      state.adviser.search(inquiry, clock, min(time, Self.hintTime)).map { report in
        .hintFound(report.move, because: MoveReason(report, in: inquiry.position))
      }
    case .move where state.program != nil:
      state.program?.answer(in: inquiry.position, time: time)
    case .move:
      state.robot.search(inquiry, clock, time).map { .moveFound($0.move) }
    }
  }
}

/// A searcher of one level, which remembers from move to move.
private struct Searcher {
  let tableBytes: Int
  let threads: Int
  let seed: UInt64
  let isQuiet: Bool
  private var level: SearchLevel?
  private var searcher = GameSearcher()
  private var endgames: LiuzhouEndgames?

  init(_ tableBytes: Int, threads: Int, seed: UInt64, isQuiet: Bool) {
    self.tableBytes = tableBytes
    self.threads = threads
    self.seed = seed
    self.isQuiet = isQuiet
  }

  /// Searches for `time`, which begins when everything is there that is looked up.
  mutating func search(
    _ inquiry: Inquiry,
    _ clock: ThoughtClock,
    _ time: Duration
  ) -> SearchReport? {
    if level != inquiry.level {
      level = inquiry.level
      searcher = GameSearcher(
        SearchSettings(level: inquiry.level, threads: threads, tableBytes: tableBytes, seed: seed)
      )
      searcher.use(endgames)
    }
    if endgames == nil, inquiry.isNearTheEnd {
      endgames = loadEndgames(until: clock)
      searcher.use(endgames)
    }
    clock.limit(TimeBudget(exactly: time))
    return searcher.think(inquiry.position, shouldStop: { clock.isOver })
  }

  /// The tables of Liuzhou chess, which are built once and kept on the disk.
  private func loadEndgames(until clock: ThoughtClock) -> LiuzhouEndgames? {
    var bar = EndgameTables.ProgressBar()
    return EndgameTables().load(
      say: { if !isQuiet { StandardOutput.complain($0) } },
      progress: { if !isQuiet { bar.draw($0) } },
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

/// Another program as the machine: it is told of each new game, and what it plays at once is played
/// move by move.
private struct ProgramPlayer {
  /// How much longer than its time it is waited for before it is taken for hung.
  private static let patience = Duration.seconds(10)

  private let opponent: any Opponent
  private var last: Position?
  /// What it plays next, each in the position where it does.
  private var pending: [(position: Position, move: Move)] = []

  init(_ opponent: any Opponent) {
    self.opponent = opponent
  }

  mutating func answer(in position: Position, time: Duration) -> MachineEvent {
    if let next = pending.first, next.position == position {
      pending.removeFirst()
      return .moveFound(next.move)
    }
    pending = []
    do throws(EngineFailure) {
      if !continues(position) { try opponent.prepare(position.game) }
      last = position
      let pace = MovePace(time: time)
      switch try opponent.answer(in: position, pace, patience: Self.patience) {
      case .resigns: return .resigns
      case .moves(let moves): return first(of: moves, in: position)
      }
    } catch {
      last = nil
      return .failed("\(opponent.name): \(error)")
    }
  }

  /// Whether `position` comes later in the game that the program knows.
  private func continues(_ position: Position) -> Bool {
    guard let last, last.game == position.game else { return false }
    return position.moves.starts(with: last.moves)
  }

  private mutating func first(of moves: [Move], in position: Position) -> MachineEvent {
    var next = position
    for move in moves {
      pending.append((next, move))
      guard (try? next.play(move)) != nil else { break }
    }
    guard !pending.isEmpty else { return .failed("\(opponent.name): gave no move") }
    return .moveFound(pending.removeFirst().move)
  }
}
