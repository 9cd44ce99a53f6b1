import GameRules
import GameSearch

/// Games of the engine against itself, written as positions with their scores and results.
struct SelfPlay {
  /// The game that is played.
  let game: Game
  /// The number of nodes that the engine searches for a move.
  let nodes: UInt64
  /// The seed of the openings and of the order of the games.
  let seed: UInt64

  /// A side that is so far ahead for so many plies has won, in hundredths of a pawn.
  private static let decided = (score: 1_500, plies: 6)
  /// A game as long as this is a draw, in plies.
  private static let longest = 240

  /// One line a position: the FEN, the score for Red, and the result for Red (1, 0.5 or 0).
  func play(games: Int) {
    var random = Random(state: seed)
    for _ in 0..<games {
      var searcher = GameSearcher(SearchSettings(tableBytes: 1 << 20))
      guard var position = opening(&random, &searcher) else { continue }
      var lines: [String] = []
      var run = 0
      var last = 0
      while position.outcome == nil, position.ply < Self.longest, abs(run) < Self.decided.plies {
        let limits = SearchLimits(nodes: nodes + random.next() % (nodes / 4 + 1))
        guard let report = searcher.think(position, limits: limits) else { break }
        let score = position.toMove == .first ? report.score : -report.score
        if isQuiet(position, report) { lines.append("\(position.text);\(score)") }
        run = Self.count(run, score)
        last = score
        guard (try? position.play(report.move)) != nil else { break }
      }
      let result = result(position, run: run, last: last)
      for line in lines { print("\(line);\(result)") }
    }
  }

  /// For how many plies a side has been far ahead, negative for Black.
  private static func count(_ run: Int, _ score: Int) -> Int {
    if abs(score) < decided.score { return 0 }
    return score > 0 ? max(run, 0) + 1 : min(run, 0) - 1
  }

  private func result(_ position: Position, run: Int, last: Int) -> String {
    if let outcome = position.outcome {
      return outcome.winner == nil ? "0.5" : outcome.winner == .first ? "1" : "0"
    }
    return abs(run) < Self.decided.plies ? "0.5" : last > 0 ? "1" : "0"
  }

  /// True if the evaluation alone should know: no check, no capture to come, nobody far ahead.
  private func isQuiet(_ position: Position, _ report: SearchReport) -> Bool {
    guard !position.isInCheck, report.mate == nil, abs(report.score) < Self.decided.score,
      case .carry(_, let to) = report.move.action
    else { return false }
    return position.cell(at: to) == nil
  }

  /// The start after six to eleven random moves.
  private func opening(_ random: inout Random, _ searcher: inout GameSearcher) -> Position? {
    var position = Position(game: game)
    for _ in 0..<6 + random.next() % 6 {
      let moves = position.legalMoves
      guard !moves.isEmpty,
        (try? position.play(moves[Int(random.next() % UInt64(moves.count))])) != nil
      else { return nil }
    }
    let report = searcher.think(position, limits: SearchLimits(nodes: nodes))
    return abs(report?.score ?? 1_000) < 250 ? position : nil
  }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}
