public import GameRules

/// The opponent's side of UCI and UCCI.
///
/// A UCI engine that offers the game as `UCI_Variant` is set to it, and writes Xiangqi with ranks
/// from 1 then, as Fairy-Stockfish does; any other writes ranks from 0, as Pikafish does.
public struct UCIClient: EngineClient {
  private enum Phase {
    /// Nothing was said yet.
    case new
    /// The greeting was said; the game waits for its acknowledgement.
    case greeting(Game)
    /// `isready` was said.
    case preparing
    case ready
    case thinking(Position, MovePace)
    case faulty
  }

  private let dialect: Dialect
  private var phase = Phase.new
  private let options: [EngineOption]
  /// The options that the engine has, by their names in lower case, with their types and values.
  private var announced: [String: String] = [:]
  private var notation = MoveNotation.ours
  private var letters = Letters.usual
  /// True if it was tried whether the engine speaks XBoard's protocol.
  private var hasWondered = false

  /// A client that sets `options` once the engine is known.
  public init(_ dialect: Dialect = .uci, options: [EngineOption] = []) {
    self.dialect = dialect
    self.options = options
  }

  /// The last lines to an engine that is no longer needed.
  public var farewell: [String] { ["stop", "quit"] }

  /// Begins a game.
  public mutating func begin(_ game: Game) -> [ClientAction] {
    switch phase {
    case .new:
      guard dialect == .uci || game.kind == .xiangqi else { return refuse(.otherGame(game.kind)) }
      phase = .greeting(game)
      return [.send(dialect.greeting)]
    case .greeting, .preparing, .ready, .thinking:
      return prepare(game)
    case .faulty:
      return []
    }
  }

  /// Asks for a move in `position`, whose game goes on.
  public mutating func ask(_ position: Position, _ pace: MovePace) -> [ClientAction] {
    phase = .thinking(position, pace)
    return [.send(place(position)), .send(go(pace))]
  }

  /// Tries the other letters for horses and elephants if a text of a position was not taken.
  public mutating func complain(_ line: String) -> [ClientAction] {
    guard case .thinking(let position, let pace) = phase, line.lowercased().contains("fen"),
      letters.next(for: position)
    else { return [] }
    return ask(position, pace)
  }

  /// Tries XBoard's protocol, which is not spoken here, to name it.
  public mutating func wonder() -> [ClientAction] {
    guard case .greeting = phase, !hasWondered else { return [] }
    hasWondered = true
    return [.send("xboard"), .send("protover 2")]
  }

  /// Asks for the answer at once.
  public mutating func stop() -> [ClientAction] {
    if case .thinking = phase { [.send("stop")] } else { [] }
  }

  /// The actions after a line of the engine, without its end.
  public mutating func receive(_ line: String) -> [ClientAction] {
    var words = Words(line)
    let word = words.next()
    switch phase {
    case .greeting(let game):
      if word == "option" { note(&words) }
      // The words of XBoard's protocol for a command that an engine does not know, and for its own.
      if word == "feature" || line.hasPrefix("Error (unknown command)") {
        return refuse(.onlyXBoard)
      }
      return word == dialect.acknowledgement ? prepare(game) : []
    case .preparing:
      guard word == "readyok" else { return [] }
      phase = .ready
      return [.ready]
    case .thinking(let position, let pace):
      return hear(word, &words, line, position, pace)
    case .new, .ready, .faulty:
      return []
    }
  }

  private mutating func hear(
    _ word: String?,
    _ words: inout Words,
    _ line: String,
    _ position: Position,
    _ pace: MovePace
  ) -> [ClientAction] {
    switch word {
    case "info": InfoLine(line, notation, position).report.map { [.report($0)] } ?? []
    case "bestmove": settle(words.take(until: []), in: position, pace)
    case "nobestmove": settle([], in: position, pace)
    case _: complain(line)
    }
  }

  private mutating func settle(
    _ words: [String],
    in position: Position,
    _ pace: MovePace
  ) -> [ClientAction] {
    do throws(EngineFault) {
      let answer = try answer(words, in: position)
      letters.confirm(for: position)
      phase = .ready
      return [.answer(answer)]
    } catch {
      // Perhaps it thought about another position, as it did not take the text of this one.
      if letters.next(for: position) { return ask(position, pace) }
      phase = .faulty
      return [.fault(error)]
    }
  }

  private func answer(
    _ words: [String],
    in position: Position
  ) throws(EngineFault) -> EngineAnswer {
    if words.contains("resign") { return .resigns }
    guard let text = words.first, !["(none)", "0000"].contains(text) else { throw .noMove }
    return try EngineProtocols.answer(text, notation, in: position)
  }

  /// Remembers an option; most engines leave the word `name` out in UCCI.
  private mutating func note(_ words: inout Words) {
    if words.peek == "name" { _ = words.next() }
    let name = words.take(until: ["type"]).line
    announced[name.lowercased()] = words.take(until: []).line
  }

  private mutating func refuse(_ fault: EngineFault) -> [ClientAction] {
    phase = .faulty
    return [.fault(fault)]
  }

  private mutating func prepare(_ game: Game) -> [ClientAction] {
    var lines: [String] = []
    switch dialect {
    case .uci:
      guard let chosen = choose(game) else { return refuse(.otherGame(game.kind)) }
      lines += chosen
    case .ucci:
      guard game.kind == .xiangqi else { return refuse(.otherGame(game.kind)) }
      if announced["usemillisec"] != nil {
        lines.append(dialect.setting("usemillisec", to: "true"))
      }
    }
    lines += options.map { dialect.setting($0.name, to: $0.value) }
    switch dialect {
    case .uci: lines.append("ucinewgame")
    case .ucci: if announced["newgame"] != nil { lines.append(dialect.setting("newgame", to: nil)) }
    }
    phase = .preparing
    return (lines + ["isready"]).map(ClientAction.send)
  }

  /// The options of UCI that choose `game`; nil if the engine does not play it.
  private mutating func choose(_ game: Game) -> [String]? {
    var lines: [String] = []
    let variants = announced["uci_variant"]?.split(separator: " ").map(String.init) ?? []
    if variants.contains(game.kind.rawValue) {
      lines.append(dialect.setting("UCI_Variant", to: game.kind.rawValue))
      notation = game.kind == .xiangqi ? .ranksFromOne : .ours
    } else if game.kind != .chess && game.kind != .xiangqi || !variants.isEmpty {
      // Without variants an engine plays chess, or Xiangqi as Pikafish does.
      return nil
    }
    if case .gomoku(let terms) = game {
      // No option of UCI names two sides.
      guard terms.size.isSquare else { return nil }
      lines.append(dialect.setting("Rule", to: terms.rule.rawValue))
      lines.append(dialect.setting("Board Size", to: "\(terms.size)"))
    }
    return lines
  }

  private func place(_ position: Position) -> String {
    let start = position.start
    // Not every UCCI engine knows `startpos`.
    let isUsual = dialect == .uci && start == Position(game: position.game)
    let moves = position.moves.map(notation.text)
    return "position \(isUsual ? "startpos" : "fen \(letters.text(of: start))")"
      + (moves.isEmpty ? "" : " moves " + moves.line)
  }

  private func go(_ pace: MovePace) -> String {
    var words = "go"
    switch dialect {
    case .uci:
      if let time = pace.time { words += " movetime \(max(time.wholeMilliseconds, 1))" }
      if let nodes = pace.nodes { words += " nodes \(nodes)" }
      if let depth = pace.depth { words += " depth \(depth)" }
    // UCCI takes one limit.
    case .ucci:
      if let depth = pace.depth {
        words += " depth \(depth)"
      } else if let nodes = pace.nodes {
        words += " nodes \(nodes)"
      } else if let time = pace.time {
        words += clock(time)
      }
    }
    return words == "go" ? "go infinite" : words
  }

  /// A clock for one move, as UCCI has no time for a move.
  private func clock(_ time: Duration) -> String {
    // Without milliseconds a time is whole seconds, and none is too little to think at all.
    let isInMilliseconds = announced["usemillisec"] != nil
    let number = time.wholeMilliseconds / (isInMilliseconds ? 1 : 1_000)
    return " time \(max(number, 1)) movestogo 1"
  }
}
