internal import ArgumentParser
internal import CommonOptions
internal import GameRules

/// Which game a position belongs to, and by what rules.
struct RulesOptions: ParsableArguments {
  @Option(help: "The game.")
  var game = GameKind.gomoku

  @Option(help: "The rule of Gomoku: five or more win (freestyle), exactly five (standard), renju.")
  var rule: GomokuRule?

  @Option(help: "The board size of `startpos` in freestyle: 15, 19 or 20.")
  var size = 15

  @Option(help: "Whether a forbidden move is refused under renju, or played and lost.")
  var fouls = FoulChoice.refuse

  func validate() throws {
    guard rule == nil || game == .gomoku else {
      throw ValidationError("--rule is for gomoku only")
    }
    guard size == 15 || game == .gomoku else { throw ValidationError("--size is for gomoku only") }
    guard terms != nil else {
      throw ValidationError("--size has to be 15, or 19 or 20 in freestyle.")
    }
  }

  /// The start of the game.
  var start: Position { Position(game: played) }

  /// Reads a position; in Gomoku the number of its ranks is the size of the board.
  func position(_ text: String) throws(TextError) -> Position {
    try Position(game: played, text: text)
  }

  private var played: Game {
    game == .gomoku ? .gomoku(terms ?? GomokuTerms(rule: rule ?? .freestyle)) : Game(game)
  }

  /// Nil where rule and size do not go together.
  private var terms: GomokuTerms? {
    GomokuTerms(
      rule: rule ?? .freestyle,
      size: BoardSize(size),
      fouls: fouls == .lose ? .loses : .refused
    )
  }
}
