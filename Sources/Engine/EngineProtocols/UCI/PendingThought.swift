internal import GameRules
internal import GameSearch

/// The thought that `go` began in UCI or UCCI, until it is answered, and the lines that wait for
/// that.
struct PendingThought {
  private struct Search {
    /// True if the answer waits for `stop` or `ponderhit`.
    var mustWait: Bool
    /// The clock from `ponderhit` on.
    let budget: TimeBudget?
    /// The answer to send once nothing waits.
    var answer: SearchReport??
  }

  private var search: Search?
  private var held = HeldLines()

  /// True if nothing is under way.
  var isIdle: Bool { search == nil }

  /// True if a thought is under way whose answer waits for `stop` or `ponderhit`.
  var mustWait: Bool { search?.mustWait ?? false }

  /// Begins a thought about `position`; nothing is under way.
  ///
  /// - Parameters:
  ///   - position: what to think about.
  ///   - request: how.
  ///   - allowed: the moves to choose from; nil for all of them.
  ///   - overhead: what is lost on the way of each move.
  /// - Returns: what is to be thought.
  mutating func begin(
    _ position: Position,
    _ request: GoRequest,
    allowed: [Move]?,
    overhead: Duration
  ) -> Thought {
    let budget = request.budget(overhead: overhead)
    search = Search(mustWait: request.mustWait, budget: budget)
    return Thought(
      position,
      limits: request.limits,
      budget: request.mustWait ? nil : budget,
      allowed: allowed
    )
  }

  /// Keeps a line for the end of the thought if its command has to wait: `go`, and what follows it.
  mutating func holds(_ line: String, _ command: String) -> Bool {
    guard let search, !search.mustWait else { return false }
    if ["stop", "isready", "quit", "ponderhit"].contains(command) { return false }
    guard command == "go" || !held.isEmpty else { return false }
    held.hold(line)
    return true
  }

  /// The next line that waited, once nothing is under way.
  mutating func nextLine() -> String? { isIdle ? held.next() : nil }

  /// Notes what was found.
  mutating func finish(_ report: SearchReport?) {
    search?.answer = .some(report)
  }

  /// Has the answer wait no longer.
  mutating func release() {
    search?.mustWait = false
  }

  /// The clock that runs from now on, after ``release()``; nil where nothing limits the thought.
  var budget: TimeBudget? { search?.budget }

  /// True if the thought has ended, so that only a word is waited for.
  var isAnswered: Bool { search?.answer != nil }

  /// The answer, if it is there and nothing is waited for; then nothing is under way any more.
  mutating func takeAnswer() -> SearchReport?? {
    guard let search, !search.mustWait, let answer = search.answer else { return nil }
    self.search = nil
    return answer
  }
}
