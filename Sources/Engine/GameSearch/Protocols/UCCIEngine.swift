internal import GameRules

/// The engine's side of UCCI, the Universal Chinese Chess Protocol, version 3.0.
///
/// Times are milliseconds, until `usemillisec` is set to false; then they are seconds.
public struct UCCIEngine: ProtocolEngine {
  /// What was found out about a position, for `probe`.
  struct Memory {
    let move: Move
    /// The score for the side to move, and the depth behind it; only the position that was thought
    /// about has them, not those of the line that was expected.
    let score: (value: Int, depth: Int)?
  }

  /// How many positions are remembered for `probe`.
  private static let memoryLimit = 10_000

  let name: EngineName
  let game = Game.xiangqi
  var options: EngineOptions
  var usesMilliseconds = true
  private var thought = PendingThought()
  /// What was thought about last.
  private var lastPosition: Position?
  /// Whether the other side offers a draw with the move that is thought about.
  private var isDrawOffered = false
  /// The position to think about; nil where the last `position` could not be read.
  var position: Position?
  /// What `banmoves` forbids.
  private var banned: [Move] = []
  private var memory: [UInt64: Memory] = [:]

  /// An engine for Xiangqi that begins with `settings`.
  public init(_ name: EngineName, settings: SearchSettings = SearchSettings()) {
    self.name = name
    options = EngineOptions(settings)
    position = Position(game: game)
  }

  /// What to do about a line of input, without its end.
  public mutating func receive(_ line: String) -> [EngineAction] {
    var words = Words(line)
    guard let command = words.next() else { return [] }
    if thought.holds(line, command) { return [] }
    switch command {
    case "ucci": return introduce()
    case "isready": return [.say("readyok")]
    case "setoption": return setOption(&words)
    case "position": return setPosition(&words)
    case "banmoves": return ban(&words)
    case "go": return go(&words)
    case "stop": return stop()
    case "ponderhit": return ponderHit(&words)
    case "probe": return probe(&words)
    case "quit": return [.say("bye"), .quit]
    default: return [.say("info message unknown command \(command)")]
    }
  }

  /// Says what is known after an iteration.
  public mutating func reported(
    _ report: SearchReport,
    after time: Duration
  ) -> [EngineAction] {
    let line = report.line.map(\.description).joined(separator: " ")
    return [
      .say("info time \(time.wholeMilliseconds) nodes \(report.nodes)"),
      .say("info depth \(report.depth) score \(Self.score(report)) pv \(line)"),
    ]
  }

  /// Answers, unless the answer has to wait.
  public mutating func finished(
    _ report: SearchReport?,
    after time: Duration
  ) -> [EngineAction] {
    thought.finish(report)
    if let report, let lastPosition { remember(report, in: lastPosition) }
    var actions = answerIfDue()
    while let line = thought.nextLine() { actions += receive(line) }
    return actions
  }

  /// Ends a thought that waits for `stop` or `ponderhit`.
  public mutating func close() -> [EngineAction] {
    thought.mustWait ? stop() : []
  }

  /// The score of a report as one number: a mate is 10,000 less its plies, as UCCI has no word for
  /// it.
  static func score(_ report: SearchReport) -> Int {
    guard let mate = report.mate else { return report.score }
    return mate > 0 ? 10_000 - mate : -10_000 - mate
  }

  // MARK: A thought

  /// Begins a thought, or says why not.
  private mutating func go(_ words: inout Words) -> [EngineAction] {
    guard thought.isIdle else { return [.say("info message already thinking")] }
    guard let position else {
      return [.say("info message there is no position"), .say("nobestmove")]
    }
    let request = GoRequest(&words, .ucci(isInMilliseconds: usesMilliseconds))
    let complaints = request.unknownWords.map {
      EngineAction.say("info message \($0) is not understood after go")
    }
    let moves = position.legalMoves.filter { !banned.contains($0) }
    guard !moves.isEmpty else { return complaints + [.say("nobestmove")] }
    lastPosition = position
    isDrawOffered = request.isDrawOffered
    let allowed = banned.isEmpty ? nil : moves
    let overhead = options.overhead
    return complaints + [
      .think(thought.begin(position, request, allowed: allowed, overhead: overhead))
    ]
  }

  private mutating func answerIfDue() -> [EngineAction] {
    guard let answer = thought.takeAnswer() else { return [] }
    guard let answer else { return [.say("nobestmove")] }
    var line = "bestmove \(answer.move)"
    if answer.line.count > 1 { line += " ponder \(answer.line[1])" }
    // A draw is welcome to the side that stands worse.
    if isDrawOffered, answer.score < 0 || (answer.mate ?? 0) < 0 { line += " draw" }
    return [.say(line)]
  }

  private mutating func stop() -> [EngineAction] {
    guard !thought.isIdle else { return [.say("nobestmove")] }
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
      position = try PositionCommand(game: game, dialect: .ours).read(&words)
      return []
    } catch {
      position = nil
      return [.say("info message \(error.what)")]
    }
  }

  private mutating func ban(_ words: inout Words) -> [EngineAction] {
    guard let position else { return [.say("info message there is no position")] }
    let texts = words.take(until: [])
    let moves = texts.compactMap { MoveDialect.ours.moves($0, in: position)?.first }
    banned = moves
    return moves.count == texts.count ? [] : [.say("info message not all of banmoves are moves")]
  }

  // MARK: The memory

  private mutating func remember(_ report: SearchReport, in position: Position) {
    if memory.count > Self.memoryLimit { memory = [:] }
    var position = position
    for (index, move) in report.line.enumerated() {
      let score = index == 0 ? (Self.score(report), report.depth) : nil
      if index == 0 || memory[position.key] == nil {
        memory[position.key] = Memory(move: move, score: score)
      }
      guard (try? position.play(move)) != nil else { return }
    }
  }

  /// Says what is remembered of a position.
  private func probe(_ words: inout Words) -> [EngineAction] {
    do {
      let position = try PositionCommand(game: game, dialect: .ours).read(&words)
      guard let known = memory[position.key] else { return [.say("pophash")] }
      var line = "pophash bestmove \(known.move)"
      if let (score, depth) = known.score {
        line += " lowerbound \(score) depth \(depth) upperbound \(score) depth \(depth)"
      }
      return [.say(line)]
    } catch {
      return [.say("info message \(error.what)"), .say("pophash")]
    }
  }

  /// Forgets what `probe` could ask for.
  mutating func forget() {
    memory = [:]
  }
}
