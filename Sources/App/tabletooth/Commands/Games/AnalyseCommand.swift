internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import EnginePlayers
internal import GameRules
internal import GameSearch
internal import Glibc
internal import Phrases

/// `tabletooth games analyse`: goes through a game and says what each move was worth.
struct AnalyseCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyse",
    abstract: "Show the value of each move of a game, and better moves.",
    discussion: """
      tabletooth games analyse 3
      tabletooth games analyse game.pgn --time 1s
      tabletooth games analyse game.pgn --robot engine:stockfish

      Scores are in pawns or stones, with + for the player who moved first; +M7 is a win in seven \
      moves of both sides. The worst mistakes of each side follow at the end. \
      docs/reference/formats.md lists the file formats.
      """
  )

  @Argument(
    help: "The number of the game, as `tabletooth games` shows it, or a file; - is standard input."
  )
  var game: String

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Print a JSON object for each move, and one for the mistakes.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Ask another engine: engine:PROGRAM[,uci|ucci][,option=value].",
      valueName: "engine:PROGRAM"
    )
  )
  var robot: String?

  @OptionGroup var pace: PaceOptions
  @OptionGroup var search: SearchOptions

  func run(in environment: Environment) throws {
    let file = try GameSource(game).game(reading, in: environment)
    guard !file.moves.isEmpty else {
      throw ExitReason.usage(say("\(game) has no moves to analyse"))
    }
    let engine = try robot.map { try AnalysingEngine($0, file.game, pace, search) }
    guard engine != nil || file.game.isSearchable else {
      throw ExitReason.machineUnfit(for: file.game)
    }
    if case let points = file.start.strayPieces, !points.isEmpty {
      environment.report(RecordStrings.cannotArise(points))
    }
    let style: any AnalysisStyle = json ? AnalysisObjects() : AnalysisLines(file.position)
    var searcher = GameSearcher(search.settings)
    var analysis = GameAnalysis(file.position) { position, ply in
      showProgress("position \(ply + 1) of \(file.moves.count + 1)")
      return engine.map { $0.think(position) } ?? think(position, &searcher)
    }
    while let judgement = analysis.next() {
      showProgress(nil)
      if let failure = engine?.failure { throw failure }
      try write(style.line(judgement))
    }
    showProgress(nil)
    for line in style.mistakes(analysis.worstMistakes()) { try write(line) }
  }

  private func think(_ position: Position, _ searcher: inout GameSearcher) -> SearchReport? {
    searcher.prepare(for: position, level: search.settings.level)
    return searcher.think(
      Thought(position, limits: pace.limits, budget: pace.budget),
      ThoughtClock(pace.budget)
    )
  }

  /// Rewrites one line of a terminal; nil removes it.
  private func showProgress(_ text: String?) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    StandardOutput.show("\r\u{1b}[K" + (text ?? ""))
  }

  private func write(_ line: String) throws {
    guard StandardOutput.write(line + "\n") else { throw ExitReason.outputClosed }
  }
}
