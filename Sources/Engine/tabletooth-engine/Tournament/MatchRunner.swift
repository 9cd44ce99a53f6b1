internal import Dispatch
internal import EnginePlayers
internal import EngineProtocols
internal import GameRules
internal import GameSearch
internal import Synchronization

/// Plays the games of a match, some at a time, in pairs with the sides swapped.
final class MatchRunner: Sendable {
  /// What is played.
  struct Plan: Sendable {
    /// The game and its rules.
    var game: Game
    /// Both players, `a` first.
    var players: [PlayerSpec]
    /// How long each may think, where it has no pace of its own.
    var pace: MovePace
    /// How much longer is forgiven.
    var margin: Duration
    /// How much longer a player is waited for before it is taken for hung.
    var patience: Duration
    /// How many pairs of games.
    var pairs: Int
    /// How many games at once.
    var concurrency: Int
    /// Which openings, and what robots decide equal choices by.
    var seed: UInt64
    /// Openings to be played in turn instead of random ones.
    var openings: [Position]

    /// The number of nodes each random opening is searched for: about a move's worth, 50,000 at
    /// most.
    fileprivate var openingNodes: UInt64 {
      let milliseconds = (pace.time ?? .zero) / .milliseconds(1)
      return min(max(pace.nodes ?? UInt64(min(milliseconds, 1_000)) * 100, 100), 50_000)
    }
  }

  /// One game of a pair.
  struct PlayedGame: Sendable {
    /// The number of its pair, from 0.
    var pair: Int
    /// True if `a` had the first move of the game.
    var isFirst: Bool
    /// What was seen.
    var record: MatchGame.Record

    /// What it gave to `a`; nil for a game that was abandoned.
    var result: MatchScore.Result? {
      if record.end == .abandoned { return nil }
      guard let winner = record.end.winner else { return .draw }
      return (winner == .first) == isFirst ? .win : .loss
    }

    /// Which player, 0 for `a`, has `side`.
    func player(of side: Side) -> Int { (side == .first) == isFirst ? 0 : 1 }
  }

  /// The games in the order in which they end.
  let games: AsyncStream<PlayedGame>

  private let plan: Plan
  private let ended: AsyncStream<PlayedGame>.Continuation
  private let isStopped = Atomic(false)
  private let nextPair = Atomic(0)
  private let random: Mutex<BalancedOpenings>
  private let running = Mutex<[any Opponent]>([])
  private let workers: Atomic<Int>

  /// A match that has not begun.
  init(_ plan: Plan) {
    self.plan = plan
    (games, ended) = AsyncStream.makeStream()
    random = Mutex(BalancedOpenings(plan.game, seed: plan.seed, nodes: plan.openingNodes))
    workers = Atomic(plan.concurrency)
  }

  /// Begins the match; ``games`` ends when it does.
  func start() {
    for number in 0..<plan.concurrency {
      DispatchQueue(label: "tabletooth.match.\(number)").async { self.work(number) }
    }
  }

  /// Ends the match as soon as can be; games that go on are abandoned.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    for player in running.withLock({ $0 }) { player.stop() }
  }

  private func work(_ number: Int) {
    playPairs(number)
    if workers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      // The programs end before the match does.
      running.withLock { $0 = [] }
      ended.finish()
    }
  }

  private func playPairs(_ number: Int) {
    let players = plan.players.enumerated().map { index, spec in
      spec.opponent(name: index == 0 ? "a" : "b", seed: plan.seed &+ UInt64(number * 2 + index))
    }
    running.withLock { $0 += players }
    while !isStopped.load(ordering: .relaxed), let (pair, opening) = nextOpening() {
      for isFirst in [true, false] where !isStopped.load(ordering: .relaxed) {
        let game = MatchGame(
          players: [.first: players[isFirst ? 0 : 1], .second: players[isFirst ? 1 : 0]],
          terms: terms(isFirst: isFirst),
          isStopped: { self.isStopped.load(ordering: .relaxed) }
        )
        let record = game.play(from: opening)
        ended.yield(PlayedGame(pair: pair, isFirst: isFirst, record: record))
      }
    }
  }

  /// The next pair's number and opening, one after the other whoever asks.
  private func nextOpening() -> (Int, Position)? {
    random.withLock { random in
      let pair = nextPair.add(1, ordering: .relaxed).oldValue
      guard pair < plan.pairs else { return nil }
      if plan.openings.isEmpty { return (pair, random.next()) }
      return (pair, plan.openings[pair % plan.openings.count])
    }
  }

  private func terms(isFirst: Bool) -> MatchGame.Terms {
    let paces = plan.players.map { spec in
      let hasOwn = spec.pace != MovePace()
      return hasOwn ? spec.pace : plan.pace
    }
    return MatchGame.Terms(
      pace: [.first: paces[isFirst ? 0 : 1], .second: paces[isFirst ? 1 : 0]],
      margin: plan.margin,
      patience: max(plan.patience, plan.margin)
    )
  }
}
