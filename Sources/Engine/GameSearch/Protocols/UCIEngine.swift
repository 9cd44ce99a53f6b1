public import GameRules

/// The engine's side of UCI, the Universal Chess Interface, for all three games.
///
/// `UCI_Variant` chooses the game. Xiangqi is written with ranks from 0, as Pikafish does, until
/// `UCI_Variant` is set to `xiangqi`; then with ranks from 1, as Fairy-Stockfish does.
public struct UCIEngine: ProtocolEngine {
  let name: EngineName
  var game: Game
  /// The terms of Gomoku, which are kept while another game is played.
  var terms: GomokuTerms
  var dialect = MoveDialect.ours
  var options: EngineOptions
  private var thought = PendingThought()
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
    if thought.holds(line, command) { return [] }
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
    thought.finish(report)
    var actions = answerIfDue()
    while let line = thought.nextLine() { actions += receive(line) }
    return actions
  }

  /// Ends a thought that waits for `stop` or `ponderhit`.
  public mutating func close() -> [EngineAction] {
    thought.mustWait ? stop() : []
  }

  private mutating func answerIfDue() -> [EngineAction] {
    guard let answer = thought.takeAnswer() else { return [] }
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

  /// Begins a thought, or says why not.
  private mutating func go(_ words: inout Words) -> [EngineAction] {
    guard thought.isIdle else { return [.say("info string already thinking")] }
    guard let position else {
      return [.say("info string there is no position"), .say("bestmove (none)")]
    }
    let request = GoRequest(&words, .uci(toMove: position.toMove))
    let complaints = request.unknownWords.map {
      EngineAction.say("info string \($0) is not understood after go")
    }
    guard position.outcome == nil else { return complaints + [.say("bestmove (none)")] }
    let allowed = request.moves.map { legalMoves($0, in: position) }
    if allowed?.isEmpty == true {
      return complaints + [
        .say("info string none of searchmoves is legal"), .say("bestmove (none)"),
      ]
    }
    let overhead = options.overhead
    return complaints + [
      .think(thought.begin(position, request, allowed: allowed, overhead: overhead))
    ]
  }

  private func legalMoves(_ texts: [String], in position: Position) -> [Move] {
    let moves = Set(texts.compactMap { dialect.moves($0, in: position)?.first })
    return position.legalMoves.filter(moves.contains)
  }

  private mutating func stop() -> [EngineAction] {
    guard !thought.isIdle else { return [] }
    thought.release()
    return thought.isAnswered ? answerIfDue() : [.stop]
  }

  private mutating func ponderHit() -> [EngineAction] {
    guard thought.mustWait else { return [] }
    thought.release()
    if thought.isAnswered { return answerIfDue() }
    return thought.budget.map { [.limit($0)] } ?? []
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
