public import GameRules
public import GameSearch

/// The engine's side of UCI and UCCI.
///
/// In UCI `UCI_Variant` chooses the game. It is `iccs` at first: Xiangqi with ranks from 0, as
/// Pikafish writes it. As `xiangqi` it has ranks from 1, as Fairy-Stockfish writes it, until a
/// position comes as UCI-Cyclone writes it. Times are milliseconds, until UCCI's `usemillisec` is
/// set to false; then they are seconds.
public struct UCIEngine: ProtocolEngine {
  let name: EngineName
  let dialect: Dialect
  var game: Game
  /// The terms of Gomoku, which are kept while another game is played.
  var terms: GomokuTerms
  var notation = MoveNotation.ours
  var options: EngineOptions
  /// The unit of the times that `go` names.
  var unit = Duration.milliseconds(1)
  private var thought = PendingThought()
  /// The last position that was thought about.
  private var lastPosition: Position?
  /// True if the other side offers a draw with the move that is thought about.
  private var isDrawOffered = false
  /// The position to think about; nil if the last `position` could not be read.
  var position: Position?
  /// The moves that `banmoves` forbids.
  private var banned: [Move] = []
  var memory = ProbeMemory()

  /// An engine that begins with `settings`.
  ///
  /// - Parameters:
  ///   - name: the engine's name and version.
  ///   - dialect: what is spoken.
  ///   - game: what is played at first; Xiangqi in UCCI.
  ///   - settings: how to search at first.
  public init(
    _ name: EngineName,
    _ dialect: Dialect = .uci,
    game: Game = .xiangqi,
    settings: SearchSettings = SearchSettings()
  ) {
    self.name = name
    self.dialect = dialect
    self.game = game
    terms = game.gomokuTerms
    options = EngineOptions(settings)
    position = Position(game: game)
  }

  /// The actions after a line of input, without its end.
  public mutating func receive(_ line: String) -> [EngineAction] {
    var words = Words(line)
    guard let command = words.next() else { return [] }
    if thought.holds(line, command) { return [] }
    switch (command, dialect) {
    case (dialect.greeting, _): return introduce()
    case ("isready", _): return [.say("readyok")]
    case ("setoption", _): return setOption(&words)
    case ("position", _): return setPosition(&words)
    // UCI-Cyclone leaves out the word position, and counts ranks from 0 whatever the variant.
    case ("fen", _), ("startpos", _):
      words = Words(line)
      notation = .ours
      return setPosition(&words)
    case ("go", _): return go(&words)
    case ("stop", _): return stop()
    case ("ponderhit", _): return ponderHit(&words)
    case ("quit", _): return dialect.farewell.map(EngineAction.say) + [.quit]
    case ("ucinewgame", .uci): return [.forget]
    case ("debug", .uci), ("register", .uci): return []
    case ("banmoves", .ucci): return ban(&words)
    case ("probe", .ucci): return probe(&words)
    case (_, .uci), (_, .ucci): return [.say(dialect.remark("unknown command \(command)"))]
    }
  }

  /// Says what is known after an iteration.
  public mutating func reported(
    _ report: SearchReport,
    after time: Duration
  ) -> [EngineAction] {
    dialect.information(report, after: time, notation).map(EngineAction.say)
  }

  /// Answers, unless the answer has to wait.
  public mutating func finished(
    _ report: SearchReport?,
    after time: Duration
  ) -> [EngineAction] {
    thought.finish(report)
    if dialect == .ucci, let report, let lastPosition { memory.remember(report, in: lastPosition) }
    var actions = answerIfDue()
    while let line = thought.nextLine() { actions += receive(line) }
    return actions
  }

  /// Ends a thought that waits for `stop` or `ponderhit`.
  public mutating func close() -> [EngineAction] {
    thought.mustWait ? stop() : []
  }

  // MARK: A thought

  /// Begins a thought, or says why not.
  private mutating func go(_ words: inout Words) -> [EngineAction] {
    guard thought.isIdle else { return [.say(dialect.remark("already thinking"))] }
    if words.peek == "perft" { return count(&words) }
    guard let position = position?.playedOn else {
      return [.say(dialect.remark("there is no position")), .say(dialect.noMove)]
    }
    let request = GoRequest(&words, dialect, toMove: position.toMove, unit: unit)
    var complaints = request.unknownWords.map {
      EngineAction.say(dialect.remark("\($0) is not understood after go"))
    }
    let allowed = allowed(request.moves, in: position)
    if request.moves != nil, allowed?.isEmpty == true {
      complaints.append(.say(dialect.remark("none of searchmoves is legal")))
    }
    guard position.outcome == nil, allowed?.isEmpty != true else {
      return complaints + [.say(dialect.noMove)]
    }
    lastPosition = position
    isDrawOffered = request.isDrawOffered
    let overhead = options.overhead
    return complaints + [
      .think(thought.begin(position, request, allowed: allowed, overhead: overhead))
    ]
  }

  /// The legal moves that may be chosen: those of `texts`, but for those that are banned; nil for
  /// all.
  private func allowed(_ texts: [String]?, in position: Position) -> [Move]? {
    guard texts != nil || !banned.isEmpty else { return nil }
    let asked = texts.map { Set($0.compactMap { notation.moves($0, in: position)?.first }) }
    return position.legalMoves.filter { !banned.contains($0) && asked?.contains($0) != false }
  }

  private mutating func answerIfDue() -> [EngineAction] {
    guard let answer = thought.takeAnswer() else { return [] }
    guard let answer else { return [.say(dialect.noMove)] }
    var line = "bestmove \(notation.text(answer.move))"
    if answer.line.count > 1 { line += " ponder \(notation.text(answer.line[1]))" }
    // A draw is welcome to the side that stands worse.
    if isDrawOffered, answer.score < 0 || (answer.mate ?? 0) < 0 { line += " draw" }
    return [.say(line)]
  }

  private mutating func stop() -> [EngineAction] {
    guard !thought.isIdle else { return dialect == .ucci ? [.say(dialect.noMove)] : [] }
    thought.release()
    return thought.isAnswered ? answerIfDue() : [.stop]
  }

  private mutating func ponderHit(_ words: inout Words) -> [EngineAction] {
    guard thought.mustWait else { return [] }
    thought.release()
    if words.next() == "draw" { isDrawOffered = true }
    if thought.isAnswered { return answerIfDue() }
    return thought.budget.map { [.limit($0)] } ?? []
  }

  // MARK: Positions

  private mutating func setPosition(_ words: inout Words) -> [EngineAction] {
    banned = []
    do {
      let position = try PositionCommand(game: game, notation: notation).read(&words)
      self.position = position
      return position.start.warning.map { [.say(dialect.remark($0))] } ?? []
    } catch {
      position = nil
      return [.say(dialect.remark(error.what))]
    }
  }

  private mutating func ban(_ words: inout Words) -> [EngineAction] {
    guard let position else { return [.say(dialect.remark("there is no position"))] }
    let texts = words.take(until: [])
    banned = texts.compactMap { notation.moves($0, in: position)?.first }
    if banned.count == texts.count { return [] }
    return [.say(dialect.remark("not all of banmoves are moves"))]
  }

  /// Says what is remembered of a position.
  private func probe(_ words: inout Words) -> [EngineAction] {
    do {
      let position = try PositionCommand(game: game, notation: notation).read(&words)
      return [.say(memory.answer(about: position))]
    } catch {
      return [.say(dialect.remark(error.what)), .say("pophash")]
    }
  }
}
