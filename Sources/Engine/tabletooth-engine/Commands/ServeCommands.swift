internal import ArgumentParser
internal import CommonOptions
internal import EnginePlayers
internal import EngineProtocols
internal import GameRules
internal import GameSearch

/// `tabletooth-engine uci`: an engine for Xiangqi, and for all games between two Tabletooths.
struct UCICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uci",
    abstract: "Run as a UCI engine on standard input and output.",
    discussion: "docs/reference/engines.md lists the commands and options that it understands."
  )

  @Option(help: "The game, until the other program sets UCI_Variant.")
  var game = GameKind.xiangqi

  @Option(help: "The rule of Gomoku, until the other program sets it.")
  var rule = GomokuRule.freestyle

  @OptionGroup var search: SearchOptions

  func run() async throws {
    let played = game == .gomoku ? Game.gomoku(GomokuTerms(rule: rule)) : Game(game)
    // Before the first line is read nobody's clock runs.
    if game == .liuzhou, search.settings.level.usesEndgames { _ = SharedEndgames.tables() }
    try await serve(
      UCIEngine(.tabletooth, game: played, settings: search.settings),
      of: played,
      search.settings
    )
  }
}

/// `tabletooth-engine ucci`: an engine for Xiangqi.
struct UCCICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ucci",
    abstract: "Run as a UCCI engine for Xiangqi on standard input and output.",
    discussion: "docs/reference/engines.md lists the commands and options that it understands."
  )

  @OptionGroup var search: SearchOptions

  func run() async throws {
    try await serve(
      UCIEngine(.tabletooth, .ucci, settings: search.settings),
      of: .xiangqi,
      search.settings
    )
  }
}

/// `tabletooth-engine gomocup`: an engine for Gomoku.
struct GomocupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gomocup",
    abstract: "Run as a Gomoku engine for Piskvork and Gomocup.",
    discussion: "docs/reference/engines.md lists the commands that it understands."
  )

  @Option(help: "The rule of Gomoku, until the other program names one.")
  var rule = GomokuRule.freestyle

  @OptionGroup var search: SearchOptions

  func run() async throws {
    let game = Game.gomoku(GomokuTerms(rule: rule))
    try await serve(
      GomocupEngine(.tabletooth, game: game, settings: search.settings),
      of: game,
      search.settings
    )
  }
}

extension EngineName {
  fileprivate static let tabletooth = EngineName(
    name: "Tabletooth",
    version: Version.text,
    author: "the Tabletooth authors"
  )
}

/// Serves `engine`, which plays `game` at first, until the input ends.
private func serve(
  _ engine: any ProtocolEngine,
  of game: Game,
  _ settings: SearchSettings
) async throws {
  GameSearcher.makeConstants(for: game)
  try await EngineServer(engine, settings: settings, endgames: SharedEndgames.tablesAtHand).run()
}
