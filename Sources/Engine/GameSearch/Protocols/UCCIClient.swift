public import GameRules

/// The opponent's side of UCCI.
public struct UCCIClient: EngineClient {
  private enum Phase {
    /// Nothing was said yet.
    case new
    /// `ucci` was said; the game waits for `ucciok`.
    case greeting(Game)
    /// `isready` was said.
    case preparing
    case ready
    case thinking(Position)
    case faulty
  }

  private var phase = Phase.new
  private let options: [EngineOption]
  private var announced: Set<String> = []

  /// A client that sets `options` once the engine is known.
  public init(options: [EngineOption] = []) {
    self.options = options
  }

  /// What to send to an engine that is not needed any more.
  public var farewell: [String] { ["stop", "quit"] }

  /// Begins a game.
  public mutating func begin(_ game: Game) -> [ClientAction] {
    guard game.kind == .xiangqi else {
      phase = .faulty
      return [.fault(.otherGame(game.kind))]
    }
    switch phase {
    case .new:
      phase = .greeting(game)
      return [.send("ucci")]
    case .greeting, .preparing, .ready, .thinking:
      return prepare()
    case .faulty:
      return []
    }
  }

  /// Asks for a move in `position`, whose game goes on.
  ///
  /// UCCI has no time for one move: a clock for one move says the same.
  public mutating func ask(_ position: Position, _ pace: MovePace) -> [ClientAction] {
    phase = .thinking(position)
    let moves = position.moves.map(\.description).joined(separator: " ")
    let place =
      "position fen \(position.start.text)" + (moves.isEmpty ? "" : " moves " + moves)
    return [.send(place), .send(go(pace))]
  }

  /// Asks for the answer at once.
  public mutating func stop() -> [ClientAction] {
    if case .thinking = phase { [.send("stop")] } else { [] }
  }

  /// What to do about a line of the engine, without its end.
  public mutating func receive(_ line: String) -> [ClientAction] {
    var words = Words(line)
    let word = words.next()
    switch phase {
    case .greeting:
      if word == "option" { note(&words) }
      return word == "ucciok" ? prepare() : []
    case .preparing:
      guard word == "readyok" else { return [] }
      phase = .ready
      return [.ready]
    case .thinking(let position):
      return heard(word, &words, line, position)
    case .new, .ready, .faulty:
      return []
    }
  }

  private mutating func note(_ words: inout Words) {
    // The word «name» is left out by most.
    let name = words.next() ?? ""
    announced.insert((name == "name" ? words.next() ?? "" : name).lowercased())
  }

  private mutating func heard(
    _ word: String?,
    _ words: inout Words,
    _ line: String,
    _ position: Position
  ) -> [ClientAction] {
    switch word {
    case "info": return InfoLine(line, .ours, position).report.map { [.report($0)] } ?? []
    case "bestmove": return [settle(words.take(until: []), in: position)]
    case "nobestmove":
      phase = .faulty
      return [.fault(.noMove)]
    case _: return []
    }
  }

  private mutating func settle(_ words: [String], in position: Position) -> ClientAction {
    if words.contains("resign") {
      phase = .ready
      return .answer(.resigns)
    }
    do throws(EngineFault) {
      let answer = try answer(words.first ?? "", .ours, in: position)
      phase = .ready
      return .answer(answer)
    } catch {
      phase = .faulty
      return .fault(error)
    }
  }

  private mutating func prepare() -> [ClientAction] {
    var lines = announced.contains("usemillisec") ? ["setoption usemillisec true"] : []
    lines += options.map { "setoption \($0.name) \($0.value)" }
    if announced.contains("newgame") { lines.append("setoption newgame") }
    phase = .preparing
    return (lines + ["isready"]).map(ClientAction.send)
  }

  private func go(_ pace: MovePace) -> String {
    if let depth = pace.depth { return "go depth \(depth)" }
    if let nodes = pace.nodes { return "go nodes \(nodes)" }
    guard let time = pace.time else { return "go infinite" }
    // Without milliseconds a time is whole seconds, and none is too little to think at all.
    let number =
      announced.contains("usemillisec")
      ? time.wholeMilliseconds : max(1, time.wholeMilliseconds / 1_000)
    return "go time \(max(number, 1)) movestogo 1"
  }
}
