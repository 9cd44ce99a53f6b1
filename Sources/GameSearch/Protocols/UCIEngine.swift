public import GameRules

/// The engine's side of UCI, the Universal Chess Interface, for all three games.
///
/// `UCI_Variant` chooses the game. Xiangqi is written with ranks from 0, as Pikafish does, until
/// `UCI_Variant` is set to `xiangqi`; then with ranks from 1, as Fairy-Stockfish does.
public struct UCIEngine: ProtocolEngine {
  enum Phase {
    case idle
    case thinking(Search)
  }

  /// A thought that was begun and not answered.
  struct Search {
    let position: Position
    /// Whether the answer waits for `stop` or `ponderhit`.
    var mustWait: Bool
    /// The clock from `ponderhit` on.
    var budget: TimeBudget?
    /// What is to be answered once nothing waits.
    var answer: SearchReport??
  }

  let name: EngineName
  var game: Game
  /// The terms of Gomoku, which are kept while another game is played.
  var terms: GomokuTerms
  var dialect = MoveDialect.ours
  var options: EngineOptions
  var phase = Phase.idle
  /// What a thought with an end of its own keeps waiting.
  private var held = HeldLines()
  /// The position to think about; nil where the last `position` could not be read.
  var position: Position?

  /// An engine for `game` that begins with `settings`.
  public init(_ name: EngineName, game: Game, settings: SearchSettings = SearchSettings()) {
    self.name = name
    self.game = game
    terms = game.gomokuTerms
    options = EngineOptions(settings)
    position = Position(game: game)
  }

  /// What to do about a line of input, without its end.
  public mutating func receive(_ line: String) -> [EngineAction] {
    var words = Words(line)
    guard let command = words.next() else { return [] }
    if mustWait(command) {
      held.hold(line)
      return []
    }
    switch command {
    case "uci": return introduce()
    case "isready": return [.say("readyok")]
    case "ucinewgame": return [.forget]
    case "setoption": return setOption(&words)
    case "position": return setPosition(&words)
    case "go": return go(&words)
    case "stop": return stop()
    case "ponderhit": return ponderHit()
    case "quit": return [.quit]
    case "debug", "register": return []
    default: return [.say("info string unknown command \(command)")]
    }
  }

  /// Says what is known after an iteration.
  public mutating func reported(
    _ report: SearchReport,
    after time: Duration
  ) -> [EngineAction] {
    [.say(information(report, after: time))]
  }

  /// Answers, unless the answer has to wait.
  public mutating func finished(
    _ report: SearchReport?,
    after time: Duration
  ) -> [EngineAction] {
    guard case .thinking(var search) = phase else { return [] }
    search.answer = .some(report)
    phase = .thinking(search)
    var actions = answerIfDue()
    while case .idle = phase, let line = held.next() { actions += receive(line) }
    return actions
  }

  /// Ends a thought that waits for `stop` or `ponderhit`.
  public mutating func close() -> [EngineAction] {
    if case .thinking(let search) = phase, search.mustWait { stop() } else { [] }
  }

  /// Whether a command waits for the end of the thought: `go`, and what follows it.
  private func mustWait(_ command: String) -> Bool {
    guard case .thinking(let search) = phase, !search.mustWait else { return false }
    if ["stop", "isready", "quit", "ponderhit"].contains(command) { return false }
    return command == "go" || !held.isEmpty
  }

  private mutating func answerIfDue() -> [EngineAction] {
    guard case .thinking(let search) = phase, !search.mustWait, let answer = search.answer else {
      return []
    }
    phase = .idle
    guard let answer else { return [.say("bestmove (none)")] }
    var line = "bestmove \(dialect.text(answer.move))"
    if answer.line.count > 1 { line += " ponder \(dialect.text(answer.line[1]))" }
    return [.say(line)]
  }

  private func information(_ report: SearchReport, after time: Duration) -> String {
    let milliseconds = time.wholeMilliseconds
    // UCI counts mates in moves of the winner, not in plies.
    let score =
      report.mate.map { "mate \(($0 + ($0 > 0 ? 1 : -1)) / 2)" } ?? "cp \(report.score)"
    let speed = Double(report.nodes) / max(time / .seconds(1), 0.001)
    let line = report.line.map(dialect.text).joined(separator: " ")
    return "info depth \(report.depth) score \(score) nodes \(report.nodes)"
      + " nps \(Int(speed)) time \(milliseconds) pv \(line)"
  }

  private mutating func stop() -> [EngineAction] {
    guard case .thinking(var search) = phase else { return [] }
    search.mustWait = false
    phase = .thinking(search)
    return search.answer == nil ? [.stop] : answerIfDue()
  }

  private mutating func ponderHit() -> [EngineAction] {
    guard case .thinking(var search) = phase, search.mustWait else { return [] }
    search.mustWait = false
    phase = .thinking(search)
    if search.answer != nil { return answerIfDue() }
    return search.budget.map { [.limit($0)] } ?? []
  }

  private mutating func setPosition(_ words: inout Words) -> [EngineAction] {
    do {
      position = try PositionCommand(game: game, dialect: dialect).read(&words)
      return []
    } catch {
      position = nil
      return [.say("info string \(error.what)")]
    }
  }
}
