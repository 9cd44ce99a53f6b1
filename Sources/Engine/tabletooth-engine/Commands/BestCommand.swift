internal import ArgumentParser
internal import CommonOptions
internal import EnginePlayers
internal import GameRules
internal import GameSearch
internal import ProcessIO

/// `tabletooth-engine best`: tells other programs which move is best.
struct BestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "best",
    abstract: "Print the best move for each position on standard input, as JSON.",
    discussion: """
      Each input line is `startpos [moves M1 M2 …]` or `fen TEXT [moves M1 M2 …]`, as for `inspect`. \
      Each output line is one JSON object; for an unusable line it is {"error": …}.
      """
  )

  @OptionGroup var rules: RulesOptions
  @OptionGroup var pace: PaceOptions
  @OptionGroup var search: SearchOptions

  func run() throws {
    GameSearcher.makeConstants(for: rules.start.game)
    try PositionLine.answerAll(rules, by: answer)
  }

  private func answer(to position: Position) -> String {
    if let outcome = position.outcome {
      return Inspection.json("the game has ended (\(outcome.reason.rawValue))")
    }
    // A searcher for each line, so that an answer depends on no other line.
    var searcher = GameSearcher(search.settings)
    searcher.prepare(for: position, level: search.settings.level)
    let clock = ThoughtClock(pace.budget)
    let thought = Thought(position, limits: pace.limits, budget: pace.budget)
    guard let report = searcher.think(thought, clock) else {
      return Inspection.json("there is no move")
    }
    return JSON.line(BestMove(report, time: clock.elapsed))
  }
}

/// What was found in one position, as the object that `tabletooth-engine best` prints.
struct BestMove: Encodable {
  private enum CodingKeys: String, CodingKey {
    case move, pv, score, mate, depth, nodes, seconds
  }

  private let report: SearchReport
  private let time: Duration

  /// Wraps what was found after `time`.
  init(_ report: SearchReport, time: Duration) {
    self.report = report
    self.time = time
  }

  /// Writes the members; a mate that is not proven is null.
  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(report.move.description, forKey: .move)
    try members.encode(report.line.map(\.description), forKey: .pv)
    try members.encode(report.score, forKey: .score)
    try members.encode(report.mate, forKey: .mate)
    try members.encode(report.depth, forKey: .depth)
    try members.encode(report.nodes, forKey: .nodes)
    try members.encode((time / .milliseconds(1)).rounded() / 1_000, forKey: .seconds)
  }
}
