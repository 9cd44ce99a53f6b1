internal import BoardUI
internal import Dispatch
internal import EnginePlayers
internal import GameRules
internal import GameSearch
internal import Synchronization

/// Judges the moves of a game one by one, on a queue of its own, with the search of `analyse`.
final class GameJudge: Sendable {
  /// The time of the search of each position.
  private static let time = Duration.milliseconds(300)
  /// One thread at full strength, with a table of 16 MiB.
  private static let settings = SearchSettings(tableBytes: 16 << 20)

  private let queue = DispatchQueue(label: "tabletooth.judge", qos: .utility)
  private let isStopped = Atomic(false)

  /// Judges the moves that led to `last`.
  ///
  /// - Parameters:
  ///   - last: the last position, with all moves.
  ///   - onJudgement: is told of each move, on the queue.
  ///   - onEnd: is told the numbers of the worst mistakes of both sides, unless it is stopped.
  func judge(
    _ last: Position,
    onJudgement: @escaping @Sendable (ReplayScreen.Judgement) -> Void,
    onEnd: @escaping @Sendable ([Int]) -> Void
  ) {
    queue.async { [self] in
      let lines = AnalysisLines(last)
      var searcher = GameSearcher(Self.settings)
      var analysis = GameAnalysis(last) { position, _ in Self.think(position, &searcher) }
      while !isStopped.load(ordering: .relaxed), let judgement = analysis.next() {
        guard !isStopped.load(ordering: .relaxed) else { return }
        onJudgement(lines.judgement(judgement))
      }
      guard !isStopped.load(ordering: .relaxed) else { return }
      onEnd(analysis.worstMistakes().values.flatMap { $0.map(\.ply) })
    }
  }

  /// Judges no more.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
  }

  private static func think(_ position: Position, _ searcher: inout GameSearcher) -> SearchReport? {
    searcher.prepare(for: position, level: settings.level)
    let budget = TimeBudget(exactly: time)
    return searcher.think(
      Thought(position, limits: SearchLimits(), budget: budget),
      ThoughtClock(budget)
    )
  }
}
