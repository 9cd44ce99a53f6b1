internal import BoardUI
internal import Dispatch
internal import EnginePlayers
internal import EngineProtocols
internal import GameRules
internal import GameSearch
internal import Phrases
internal import Synchronization

/// The machine that finds moves for the loop, on a queue of its own: the loop never waits for it.
///
/// Moves are this program's own or another's; hints are always its own.
final class Thinker: Sendable {
  private struct State {
    var adviser: Searcher
    /// The machine of the game.
    var machine: Player
    /// The machine at this board, against which that one plays.
    var own: Player
  }

  /// This program's own search, or another program.
  private struct Player {
    var robot: Searcher
    var program: ProgramPlayer?
  }

  /// The time for a hint: it is wanted at once.
  private static let hintTime = Duration.seconds(1)
  /// The maximum time of thinking while nobody waits for it; a player who takes longer has gone for
  /// a walk.
  private static let longestPondering = Duration.seconds(300)

  private let time: Duration
  private let ponders: Bool
  private let queue = DispatchQueue(label: "tabletooth.thinker")
  private let state: Mutex<State>
  /// The clock of the thought that was begun last.
  private let clock = Mutex<ThoughtClock?>(nil)
  /// The clock of what is thought while nobody waits.
  private let pondering = Mutex<ThoughtClock?>(nil)
  private let programs: [any Opponent]
  /// The other player at another app, in place of a machine.
  let partner: BlueGamePartner?

  /// A machine that has thought about nothing yet.
  ///
  /// - Parameters:
  ///   - player: this program or another one, which plays.
  ///   - own: the one that plays at this board against it, if that is a machine too.
  ///   - options: how long and by how many threads to think.
  ///   - seed: what equal choices and the lapses of weak levels are decided by.
  ///   - isQuiet: whether standard error is a screen that others draw on.
  ///   - partner: the other player, if that one is no machine but at another app.
  init(
    _ player: MachinePlayer,
    against own: MachinePlayer = .robot(.usual),
    _ options: Thinking,
    seed: UInt64,
    isQuiet: Bool = false,
    partner: BlueGamePartner? = nil
  ) {
    self.partner = partner
    time = options.time
    ponders = options.ponders
    programs = [player, own].compactMap(\.program)
    let threads = options.threads ?? 1
    let searcher = { Searcher($0 << 20, threads: threads, seed: seed, isQuiet: isQuiet) }
    let state = State(
      adviser: searcher(16),
      machine: Player(robot: searcher(32), program: player.program.map(ProgramPlayer.init)),
      own: Player(robot: searcher(32), program: own.program.map(ProgramPlayer.init))
    )
    self.state = Mutex(state)
  }

  /// Thinks about `inquiry`, and hands what comes of it to `onEnd` on the queue.
  func think(_ inquiry: Inquiry, onEnd: @escaping @Sendable (MachineEvent) -> Void) {
    if let partner, inquiry.purpose == .move, !inquiry.isOwnSeat { return partner.expect(onEnd) }
    let clock = ThoughtClock()
    self.clock.withLock { $0 = clock }
    stopPondering()
    queue.async {
      if let event = self.state.withLock({ self.answer(inquiry, clock, &$0) }) { onEnd(event) }
    }
  }

  /// Has the thought end with the best so far.
  func stop() {
    clock.withLock { $0?.stop() }
    for program in programs { program.stop() }
    stopPondering()
  }

  /// True if it thinks although nobody waits.
  var isPondering: Bool { pondering.withLock { $0 != nil } }

  private func stopPondering() {
    pondering.withLock { clock in
      clock?.stop()
      clock = nil
    }
  }

  /// Goes on thinking about what is expected after a move, until somebody waits again.
  ///
  /// What it finds is in the table then. Only the highest level does: the others would play better
  /// than they are meant to.
  private func ponder(on report: SearchReport, _ inquiry: Inquiry) {
    guard ponders, inquiry.level == .full,
      let position = inquiry.position.afterReply(in: report.line)
    else { return }
    let clock = ThoughtClock(TimeBudget(exactly: Self.longestPondering))
    pondering.withLock { $0 = clock }
    queue.async {
      self.state.withLock { state in
        inquiry.isOwnSeat
          ? state.own.robot.ponder(position, clock) : state.machine.robot.ponder(position, clock)
      }
      self.pondering.withLock { if $0 === clock { $0 = nil } }
    }
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
    case .move:
      inquiry.isOwnSeat ? play(inquiry, clock, &state.own) : play(inquiry, clock, &state.machine)
    }
  }

  private func play(
    _ inquiry: Inquiry,
    _ clock: ThoughtClock,
    _ player: inout Player
  ) -> MachineEvent? {
    let time = min(time, inquiry.longest ?? time)
    if player.program != nil { return player.program?.answer(in: inquiry.position, time: time) }
    return player.robot.search(inquiry, clock, time).map { report in
      ponder(on: report, inquiry)
      return .moveFound(report.move)
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
    if endgames == nil, inquiry.position.isNearTabledEnd(level: inquiry.level) {
      endgames = SharedEndgames.tables(isQuiet: isQuiet, shouldStop: { clock.isOver })
      searcher.use(endgames)
    }
    clock.limit(TimeBudget(exactly: time))
    return searcher.think(inquiry.position, shouldStop: { clock.isOver })
  }

  /// Fills the table with what follows from `position`.
  mutating func ponder(_ position: Position, _ clock: ThoughtClock) {
    guard !clock.isOver else { return }
    _ = searcher.think(position, shouldStop: { clock.isOver })
  }
}

extension Position {
  /// The position to think about while the other side does, after the first of the expected moves
  /// in `line`: the next turn of the side to move, or the other's where no answer is expected.
  ///
  /// Nil where the same side goes on at once, or the game is over.
  fileprivate func afterReply(in line: [Move]) -> Position? {
    var position = self
    var othersTurn: Position?
    for move in line {
      guard (try? position.play(move)) != nil, position.outcome == nil else { break }
      // Who goes on at once is asked at once.
      if position.toMove == toMove { return othersTurn.map { _ in position } }
      othersTurn = position
    }
    return othersTurn
  }
}

/// Another program as the machine: it is told of each new game, and what it plays at once is played
/// move by move.
private struct ProgramPlayer {
  /// The time after its limit at which it counts as hung.
  private static let patience = Duration.seconds(2)

  private let opponent: any Opponent
  private var last: Position?
  /// The next moves, each in the position where it is played.
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
      return .failed("\(opponent.name): \(error.words)")
    }
  }

  /// True if `position` comes later in the game that the program knows.
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
    guard !pending.isEmpty else { return .failed("\(opponent.name): \(say("gave no move"))") }
    return .moveFound(pending.removeFirst().move)
  }
}
