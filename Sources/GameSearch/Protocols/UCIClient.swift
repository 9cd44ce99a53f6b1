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
    switch (words.next(), phase) {
    case ("option", .greeting):
      note(line)
      return []
    case ("uciok", .greeting(let game)):
      return prepare(game)
    case ("readyok", .preparing):
      phase = .ready
      return [.ready]
    case ("info", .thinking(let position)):
      return InfoLine(line, dialect, position).report.map { [.report($0)] } ?? []
    case ("bestmove", .thinking(let position)):
      return [settle(words.next() ?? "", in: position)]
    default:
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

/// A line of `info` in UCI and UCCI.
struct InfoLine {
  /// What it says, if it has a move.
  let report: SearchReport?

  init(_ text: String, _ dialect: MoveDialect, _ position: Position) {
    var words = Words(text)
    var line: [Move] = []
    var score = 0
    var mate: Int?
    var depth = 0
    var nodes = 0
    while let word = words.next() {
      switch word {
      case "depth": depth = words.number() ?? 0
      case "nodes": nodes = words.number() ?? 0
      case "cp": score = words.number() ?? 0
      case "score": if let number = words.number() { score = number }
      // In moves of the winner; in plies the winner has the last one.
      case "mate": mate = words.number().map { $0 > 0 ? $0 * 2 - 1 : $0 * 2 }
      case "pv":
        line = Self.line(words.take(until: []), dialect, position)
      // A remark, or a line that is not the best one.
      case "string": words = Words("")
      case "multipv":
        if let number = words.number(), number > 1 { words = Words("") }
      default: break
      }
    }
    report = line.first.map { move in
      SearchReport(
        move: move,
        line: line,
        score: score,
        mate: mate,
        depth: depth,
        nodes: UInt64(max(nodes, 0))
      )
    }
  }

  /// The moves up to the first that cannot be played.
  private static func line(
    _ texts: [String],
    _ dialect: MoveDialect,
    _ position: Position
  ) -> [Move] {
    var position = position
    var line: [Move] = []
    for text in texts {
      guard let moves = dialect.moves(text, in: position) else { return line }
      for move in moves {
        guard (try? position.play(move)) != nil else { return line }
        line.append(move)
      }
    }
    return line
  }
}
