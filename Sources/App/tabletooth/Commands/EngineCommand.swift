public import ArgumentParser
internal import BoardUI
internal import GameRules
public import GameSearch
internal import Glibc

/// `tabletooth engine`: answers other programs as an engine.
struct EngineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Be an engine for other programs, over standard input and output.",
    discussion: """
      uci: Xiangqi, and both other games for another Tabletooth. ucci: Xiangqi. gomocup: Gomoku, for \
      Piskvork and its tournaments. docs/engines.md tells what is understood.
      """
  )

  @Option(help: "What is spoken: uci, ucci or gomocup.")
  var `protocol` = EngineProtocol.uci

  @Option(help: "Which game. Xiangqi, or Gomoku by gomocup, if not given.")
  var game: GameKind?

  @Option(help: "The rule of Gomoku, until the other program names one.")
  var rule = GomokuRule.freestyle

  @OptionGroup var search: SearchOptions

  func run() async throws {
    _ = signal(SIGPIPE, SIG_IGN)
    let kind = game ?? `protocol`.games[0]
    guard `protocol`.games.contains(kind) else {
      let protocols = EngineProtocol.allCases.filter { $0.games.contains(kind) }
        .map(\.rawValue).joined(separator: " or ")
      throw ExitReason.usage(
        "\(`protocol`.rawValue) has no \(kind.rawValue); expected \(protocols)"
      )
    }
    let name = EngineName(
      name: "Tabletooth",
      version: Version.text,
      author: "the Tabletooth authors"
    )
    let game = kind == .gomoku ? Game.gomoku(GomokuTerms(rule: rule)) : Game(kind)
    let settings = search.settings
    let engine: any ProtocolEngine =
      switch `protocol` {
      case .uci: UCIEngine(name, game: game, settings: settings)
      case .ucci: UCCIEngine(name, settings: settings)
      case .gomocup: GomocupEngine(name, game: game, settings: settings)
      }
    // Before the first line is read nobody's clock runs.
    if kind == .liuzhou, settings.level.usesEndgames { _ = SharedEndgames.tables() }
    try await EngineServer(engine, settings: settings).run()
  }
}

extension EngineProtocol: ExpressibleByArgument {}
