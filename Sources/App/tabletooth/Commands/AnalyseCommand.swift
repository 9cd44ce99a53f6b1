internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import EnginePlayers
internal import GameRules
internal import GameSearch
internal import Glibc
internal import Phrases

/// `tabletooth analyse`: goes through a game and says what each move was worth.
struct AnalyseCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyse",
    abstract: "Say what each move of a game was worth, and which one was better.",
    discussion: """
      tabletooth analyse 3
      tabletooth analyse game.pgn --time 1s

      Scores are in pawns or stones, + for the player who began; +M7 is a win in seven moves of both sides. \
      The worst mistakes of either side follow in the end. docs/formats.md tells which files are read.
      """
  )

  @Argument(
    help: "The file; - is standard input. Or the number of one of your games."
  )
  var file: String

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Print a JSON object for each move, and one for the mistakes.")
  var json = false

  @OptionGroup var pace: PaceOptions
  @OptionGroup var search: SearchOptions

  func run(in environment: Environment) throws {
    let game = try GameSource(file).game(reading, in: environment)
    guard !game.moves.isEmpty else {
      throw ExitReason.usage(say("\(file) has no moves to analyse"))
    }
    guard game.game.isSearchable else { throw ExitReason.machineUnfit(for: game.game) }
    if case let points = game.start.strayPieces, !points.isEmpty {
      environment.report(RecordStrings.cannotArise(points))
    }
    let style: any AnalysisStyle = json ? AnalysisObjects() : AnalysisLines(game.position)
    var analysis = GameAnalysis(game.position) { position, ply in
      showProgress("position \(ply + 1) of \(game.moves.count + 1)")
      return think(position)
    }
    while let judgement = analysis.next() {
      showProgress(nil)
      try write(style.line(judgement))
    }
    showProgress(nil)
    for line in style.mistakes(analysis.worstMistakes()) { try write(line) }
  }

  private func think(_ position: Position) -> SearchReport? {
    var searcher = GameSearcher(search.settings, for: position)
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
