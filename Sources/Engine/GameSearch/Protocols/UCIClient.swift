public import GameRules

/// The opponent's side of UCI.
///
/// An engine that offers the game as `UCI_Variant` is set to it, and writes Xiangqi with ranks from
/// 1 then, as Fairy-Stockfish does; any other writes ranks from 0, as Pikafish does.
public struct UCIClient: EngineClient {
  private enum Phase {
    /// Nothing was said yet.
    case new
    /// `uci` was said; the game waits for `uciok`.
    case greeting(Game)
    /// `isready` was said.
    case preparing
    case ready
    case thinking(Position)
    case faulty
  }

  private var phase = Phase.new
  private var options: [EngineOption]
  private var announced: [String: String] = [:]
  private var dialect = MoveDialect.ours

  /// A client that sets `options` once the engine is known.
  public init(options: [EngineOption] = []) {
    self.options = options
  }

  /// What to send to an engine that is not needed any more.
  public var farewell: [String] { ["stop", "quit"] }

  /// Begins a game.
  public mutating func begin(_ game: Game) -> [ClientAction] {
    switch phase {
    case .new:
      phase = .greeting(game)
      return [.send("uci")]
    case .greeting, .preparing, .ready, .thinking:
      return prepare(game)
    case .faulty:
      return []
    }
  }

  /// Asks for a move in `position`, whose game goes on.
  public mutating func ask(_ position: Position, _ pace: MovePace) -> [ClientAction] {
    phase = .thinking(position)
    return [.send(place(position)), .send(Self.go(pace))]
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
    case .greeting(let game):
      if word == "option" { note(line) }
      return word == "uciok" ? prepare(game) : []
    case .preparing:
      guard word == "readyok" else { return [] }
      phase = .ready
      return [.ready]
    case .thinking(let position):
      if word == "bestmove" { return [settle(words.next() ?? "", in: position)] }
      guard word == "info", let report = InfoLine(line, dialect, position).report else { return [] }
      return [.report(report)]
    case .new, .ready, .faulty:
      return []
    }
  }

  private mutating func settle(_ text: String, in position: Position) -> ClientAction {
    do throws(EngineFault) {
      guard !["(none)", "0000", ""].contains(text) else { throw EngineFault.noMove }
      let answer = try answer(text, dialect, in: position)
      phase = .ready
      return .answer(answer)
    } catch {
      phase = .faulty
      return .fault(error)
    }
  }

  /// Remembers an option by its name in lower case.
  private mutating func note(_ line: String) {
    var words = Words(line)
    _ = words.take(until: ["name"])
    _ = words.next()
    let name = words.take(until: ["type"]).joined(separator: " ")
    announced[name.lowercased()] = words.take(until: []).joined(separator: " ")
  }

  private mutating func prepare(_ game: Game) -> [ClientAction] {
    var lines: [String] = []
    let variants = announced["uci_variant"]?.split(separator: " ").map(String.init) ?? []
    if variants.contains(game.kind.rawValue) {
      lines.append("setoption name UCI_Variant value \(game.kind.rawValue)")
      dialect = game.kind == .xiangqi ? .ranksFromOne : .ours
    } else if game.kind != .xiangqi || !variants.isEmpty {
      phase = .faulty
      return [.fault(.otherGame(game.kind))]
    }
    if game.kind == .gomoku {
      lines.append("setoption name Rule value \(game.gomokuTerms.rule.rawValue)")
      lines.append("setoption name Board Size value \(game.gomokuTerms.size)")
    }
    for option in options {
      lines.append("setoption name \(option.name) value \(option.value)")
    }
    phase = .preparing
    return (lines + ["ucinewgame", "isready"]).map(ClientAction.send)
  }

  private func place(_ position: Position) -> String {
    let start = position.start
    let isUsual = start == Position(game: position.game)
    let moves = position.moves.map(dialect.text)
    return "position \(isUsual ? "startpos" : "fen \(start.text)")"
      + (moves.isEmpty ? "" : " moves " + moves.joined(separator: " "))
  }

  private static func go(_ pace: MovePace) -> String {
    var words = "go"
    if let time = pace.time { words += " movetime \(max(time.wholeMilliseconds, 1))" }
    if let nodes = pace.nodes { words += " nodes \(nodes)" }
    if let depth = pace.depth { words += " depth \(depth)" }
    return words == "go" ? "go infinite" : words
  }
}
