import EngineProtocols
import GameRules
import GameSearch

/// An engine under test, with what it said and what it wants thought about.
struct Dialogue {
  private var engine: any ProtocolEngine
  /// The thought that is under way.
  private(set) var thought: Thought?
  /// What was done besides speaking, in order.
  private(set) var others: [EngineAction] = []

  init(_ engine: any ProtocolEngine) {
    self.engine = engine
  }

  static let name = EngineName(name: "Tabletooth", version: "1", author: "us")

  static func uci(_ game: Game = Game.xiangqi) -> Dialogue {
    Dialogue(UCIEngine(name, game: game))
  }

  static func ucci() -> Dialogue {
    Dialogue(UCIEngine(name, .ucci))
  }

  static func gomocup(_ game: Game = Game(.gomoku)) -> Dialogue {
    Dialogue(GomocupEngine(name, game: game))
  }

  /// Says `lines`, and gives what is said in return.
  @discardableResult
  mutating func say(_ lines: String...) -> [String] {
    lines.flatMap { note(engine.receive($0)) }
  }

  /// Ends an iteration with the moves of `line`.
  mutating func report(
    _ line: [Move],
    score: Int = 0,
    mate: Int? = nil,
    after time: Duration = .milliseconds(100)
  ) -> [String] {
    note(engine.reported(Self.report(line, score: score, mate: mate), after: time))
  }

  /// Ends the thought with the moves of `line`, or without one.
  @discardableResult
  mutating func finish(_ line: [Move], score: Int = 0, mate: Int? = nil) -> [String] {
    thought = nil
    let report = line.isEmpty ? nil : Self.report(line, score: score, mate: mate)
    return note(engine.finished(report, after: .milliseconds(100)))
  }

  /// Ends the thought with `texts` as moves, as our rules write them.
  @discardableResult
  mutating func finish(_ texts: String...) -> [String] {
    guard let position = thought?.position else { return ["no thought is under way"] }
    return finish(texts.compactMap { try? position.move(from: $0) })
  }

  mutating func close() -> [String] {
    note(engine.close())
  }

  mutating func takeOthers() -> [EngineAction] {
    defer { others = [] }
    return others
  }

  private mutating func note(_ actions: [EngineAction]) -> [String] {
    actions.compactMap { action in
      switch action {
      case .say(let line): return line
      case .think(let thought):
        if self.thought != nil { return "two thoughts at once" }
        self.thought = thought
      case .limit, .stop, .settings, .forget, .quit:
        others.append(action)
      }
      return nil
    }
  }

  private static func report(_ line: [Move], score: Int, mate: Int?) -> SearchReport {
    SearchReport(
      move: line.first ?? .choose(.black),
      line: line,
      score: score,
      mate: mate,
      depth: 7,
      nodes: 5_000
    )
  }
}

extension Move {
  /// The move of Xiangqi that `text` is, such as `h2e2`.
  static func xiangqi(_ text: String) -> Move {
    (try? Position(game: .xiangqi).move(from: text)) ?? .choose(.black)
  }
}
