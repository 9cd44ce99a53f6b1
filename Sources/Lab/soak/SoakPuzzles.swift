internal import ArgumentParser
internal import GameRules
internal import GameSearch
internal import PlainPlayers
internal import TestSupport

/// `soak puzzles`: has the search of fours solve positions whose answer a slow solver knows.
///
/// The positions come from games of weak players, some moves before their end, and, for long wins,
/// from stones that lie at random; the solver knows nothing but the rules.
struct SoakPuzzles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "puzzles",
    abstract: "Solve Gomoku wins by fours, and find none where there is none."
  )

  /// The most fours that a win may have.
  private static let mostFours = 12
  /// The number of nodes the search may visit, as at the root of a thought.
  private static let budget = 100_000
  /// The number of fours the slow solver may try before a position is left out.
  private static let patience = 3_000
  /// The same for long wins.
  private static let longPatience = 20_000
  /// A win is long that has more fours than this.
  private static let shortWin = 7

  @Option(help: "How many positions with a win, and how many without.")
  var count = 100

  @Option(help: "Which positions.")
  var seed: UInt64 = 1

  private struct Tally {
    var wins = 0
    var solved = 0
    var quiets = 0
    var falseWins = 0
    /// The number of wins that were found by the number of their fours.
    var lengths: [Int: Int] = [:]
    var times: [Duration] = []

    /// Counts a win, which the search has found in `length` plies, or not where that is 0.
    mutating func note(_ length: Int, _ time: Duration) {
      wins += 1
      times.append(time)
      guard length > 0 else { return }
      solved += 1
      lengths[Self.fours(length), default: 0] += 1
    }

    static func fours(_ length: Int) -> Int { (length - 1) / 2 }
  }

  func run() throws {
    var tally = Tally()
    var random = SeededGenerator(seed: seed)
    while tally.wins < count || tally.quiets < count {
      let rule = GomokuRule.allCases.randomElement(using: &random) ?? .freestyle
      for position in Self.game(rule, &random) { try judge(position, &tally) }
    }
    while tally.wins < count + count / 4 {
      let rule = GomokuRule.allCases.randomElement(using: &random) ?? .freestyle
      if let position = Self.scattered(rule, &random) { judgeLong(position, &tally) }
    }
    let times = tally.times.sorted()
    let (median, longest) = (times[times.count / 2], times[times.count - 1])
    let lengths = tally.lengths.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    print("wins by up to \(Self.mostFours) fours: solved \(tally.solved) of \(tally.wins)")
    print("wins by the number of their fours: \(lengths.joined(separator: ", "))")
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
    let (length, time) = Self.solve(position)
    if isWin {
      tally.note(length, time)
    } else {
      tally.quiets += 1
      if length > 0 { tally.falseWins += 1 }
    }
  }

  /// Has a position solved, if the slow solver knows that it is won, but not by a few fours.
  private func judgeLong(_ position: GomokuPosition, _ tally: inout Tally) {
    let (length, time) = Self.solve(position)
    // Who finds a short win knows that there is one.
    guard length == 0 || Tally.fours(length) > Self.shortWin else { return }
    let patience = Self.longPatience
    guard
      GomokuFourSolver.wins(position, fours: Self.mostFours, budget: patience) == true,
      GomokuFourSolver.wins(position, fours: Self.shortWin, budget: patience) == false
    else { return }
    tally.note(length, time)
  }

  /// The number of plies that the search needs to win, 0 if it finds no win, and its time.
  private static func solve(_ position: GomokuPosition) -> (length: Int, time: Duration) {
    let clock = ContinuousClock()
    let searcher = GomokuForcedWins()
    var time = Duration.zero
    let length = searcher.byFours(position, budget: budget) { search in
      var found = 0
      time = clock.measure { found = search() }
      return found
    }
    return (length, time)
  }

  /// A position with stones at random places, as many of each side, and nobody's five in sight.
  private static func scattered(
    _ rule: GomokuRule,
    _ random: inout SeededGenerator
  ) -> GomokuPosition? {
    var position = GomokuPosition(GomokuTerms(rule: rule))
    let plies = Int.random(in: 16...40, using: &random)
    while position.ply < plies {
      guard let move = position.legalMoves.randomElement(using: &random) else { return nil }
      guard let point = move.placedPoint, isCentral(point) else { continue }
      guard (try? position.play(move)) != nil, position.outcome == nil else { return nil }
    }
    return GomokuFourSolver.isQuiet(position) ? position : nil
  }

  private static func isCentral(_ point: Point) -> Bool {
    (3...11).contains(point.column) && (3...11).contains(point.row)
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
