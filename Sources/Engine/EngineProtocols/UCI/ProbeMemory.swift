internal import GameRules
internal import GameSearch

/// The results for positions, for the command `probe` of UCCI.
struct ProbeMemory {
  private struct Entry {
    let move: Move
    /// The score for the side to move, and the depth behind it; only the position that was thought
    /// about has them, not those of the line that was expected.
    let score: (value: Int, depth: Int)?
  }

  /// The maximum number of positions.
  private static let limit = 10_000

  private var entries: [UInt64: Entry] = [:]

  /// Remembers the moves of `report` about `position`.
  mutating func remember(_ report: SearchReport, in position: Position) {
    if entries.count > Self.limit { entries = [:] }
    var position = position
    for (index, move) in report.line.enumerated() {
      let score = index == 0 ? (report.plainScore, report.depth) : nil
      if index == 0 || entries[position.key] == nil {
        entries[position.key] = Entry(move: move, score: score)
      }
      guard (try? position.play(move)) != nil else { return }
    }
  }

  /// The answer to `probe` about `position`.
  func answer(about position: Position) -> String {
    guard let known = entries[position.key] else { return "pophash" }
    guard let (score, depth) = known.score else { return "pophash bestmove \(known.move)" }
    return "pophash bestmove \(known.move) lowerbound \(score) depth \(depth)"
      + " upperbound \(score) depth \(depth)"
  }
}
