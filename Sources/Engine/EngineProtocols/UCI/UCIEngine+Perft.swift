internal import GameRules

extension UCIEngine {
  /// The maximum number of move sequences that are counted: seconds, as nothing else is read
  /// meanwhile.
  private static let mostSequences = 300_000_000.0

  /// Answers `go perft N` with the count for each move, and for all of them, as Fairy-Stockfish
  /// writes it; clients list the legal moves so.
  func count(_ words: inout Words) -> [EngineAction] {
    _ = words.next()
    guard let position else { return [.say(dialect.remark("there is no position"))] }
    guard let depth = words.number(), depth > 0 else {
      return [.say(dialect.remark("expected a depth of 1 or more after perft"))]
    }
    let branches = position.branches
    guard Self.estimate(branches.count, depth) <= Self.mostSequences else {
      return [.say(dialect.remark("perft \(depth) takes too long from this position"))]
    }
    let counts = branches.map { (notation.text($0.move), $0.position.perft(depth - 1)) }
      .sorted { $0 < $1 }
    let total = counts.reduce(0) { $0 + $1.1 }
    let lines = counts.map { "\($0.0): \($0.1)" } + ["", "Nodes searched: \(total)", ""]
    return lines.map(EngineAction.say)
  }

  /// About how many sequences of `depth` moves there are if each position has `count` of them.
  private static func estimate(_ count: Int, _ depth: Int) -> Double {
    (0..<min(depth, 64)).reduce(1.0) { sequences, _ in sequences * Double(max(count, 2)) }
  }
}
