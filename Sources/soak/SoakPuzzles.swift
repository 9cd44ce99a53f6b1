internal import ArgumentParser
internal import GameRules
internal import GameSearch
internal import MatchSimulation

/// `soak puzzles`: has the search of fours solve positions whose answer a slow solver knows.
///
/// The positions come from games of weak players, some moves before their end; the solver knows
/// nothing but the rules.
struct SoakPuzzles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "puzzles",
    abstract: "Solve Gomoku wins by fours, and find none where there is none."
  )

  /// The most fours that a win may have.
  private static let mostFours = 12
  /// How many nodes the search may visit, as at the root of a thought.
  private static let budget = 100_000
  /// How many fours the slow solver may try before a position is left out.
  private static let patience = 3_000

  @Option(help: "How many positions with a win, and how many without.")
  var count = 100

  @Option(help: "Which positions.")
  var seed: UInt64 = 1

  private struct Tally {
    var wins = 0
    var solved = 0
    var quiets = 0
    var falseWins = 0
    var longestWin = 0
    var times: [Duration] = []
  }

  func run() throws {
    var tally = Tally()
    var random = SeededGenerator(seed: seed)
    while tally.wins < count || tally.quiets < count {
      let rule = GomokuRule.allCases.randomElement(using: &random) ?? .freestyle
      for position in Self.game(rule, &random) { try judge(position, &tally) }
    }
    let times = tally.times.sorted()
    let (median, longest) = (times[times.count / 2], times[times.count - 1])
    print("wins by up to \(Self.mostFours) fours: solved \(tally.solved) of \(tally.wins)")
    print("the longest win: \(tally.longestWin) fours")
    print("time: median \(Self.text(median)) ms, longest \(Self.text(longest)) ms")
    print("positions without one: \(tally.quiets), false wins \(tally.falseWins)")
    let isGood =
      tally.solved == tally.wins && tally.falseWins == 0 && median < .milliseconds(1)
      && longest <= .milliseconds(50)
    guard isGood else { throw ExitCode.failure }
  }

  /// Has a position solved, if the slow solver knows its answer and more of its kind are wanted.
  private func judge(_ position: GomokuPosition, _ tally: inout Tally) throws {
    let solver = GomokuFourSolver.wins(position, fours: Self.mostFours, budget: Self.patience)
    guard let isWin = solver, isWin ? tally.wins < count : tally.quiets < count else { return }
    let clock = ContinuousClock()
    let searcher = GomokuForcedWins()
    var time = Duration.zero
    let length = searcher.byFours(position, budget: Self.budget) { search in
      var found = 0
      time = clock.measure { found = search() }
      return found
    }
    guard isWin else {
      tally.quiets += 1
      if length > 0 { tally.falseWins += 1 }
      return
    }
    tally.wins += 1
    tally.times.append(time)
    guard length > 0 else { return }
    tally.solved += 1
    tally.longestWin = max(tally.longestWin, (length - 1) / 2)
  }

  /// Positions of one game, some plies before its end.
  private static func game(
    _ rule: GomokuRule,
    _ random: inout SeededGenerator
  ) -> [GomokuPosition] {
    var position = GomokuPosition(GomokuTerms(rule: rule))
    let level = SearchLevel([3, 4, 5].randomElement(using: &random) ?? 4) ?? .usual
    var searcher = GameSearcher(
      SearchSettings(level: level, tableBytes: 1 << 16, seed: random.next())
    )
    var moves: [Move] = []
    while position.outcome == nil {
      let legal = position.legalMoves
      let near = legal.filter { isNear($0, position) }
      let move =
        position.ply < 6
        ? near.randomElement(using: &random) ?? legal[legal.count / 2]
        : searcher.think(.gomoku(position), limits: SearchLimits(nodes: 200))?.move
      guard let move, (try? position.play(move)) != nil else { break }
      moves.append(move)
    }
    var positions: [GomokuPosition] = []
    for _ in 0..<12 where position.takeBack() != nil { positions.append(position) }
    // The last ones have a five in sight.
    return positions.dropFirst(2).filter { $0.outcome == nil }.shuffled(using: &random)
  }

  private static func isNear(_ move: Move, _ position: GomokuPosition) -> Bool {
    guard let point = move.placedPoint else { return false }
    let stones = position.moves.compactMap(\.placedPoint)
    guard let last = stones.last else { return point.column == 7 && point.row == 7 }
    return abs(point.column - last.column) < 3 && abs(point.row - last.row) < 3
  }

  private static func text(_ time: Duration) -> String {
    "\((time / .microseconds(1)).rounded() / 1_000)"
  }
}
