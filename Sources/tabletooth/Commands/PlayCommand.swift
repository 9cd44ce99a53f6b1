internal import ArgumentParser
internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol

/// `tabletooth play`: two people at one terminal, without Bluetooth.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play with somebody at this terminal."
  )

  @Option(help: "What is played.")
  var game = GameKind.gomoku

  @Option(help: "The rule of Gomoku: five or more win (freestyle), exactly five (standard), renju.")
  var rule = GomokuRule.freestyle

  @Option(help: "How Gomoku begins: with a free first stone, or by swap2.")
  var opening = GomokuOpening.free

  @OptionGroup var player: PlayerOptions

  func run() async throws {
    guard let played else {
      throw ExitReason.usage("swap2 goes with the rules freestyle and standard of Gomoku")
    }
    let match = Match(Position(game: played), seats: .both)
    let program = LineClient<HostSession>(
      App(Table(local: match), player: player.localPlayer),
      input: player.input,
      pieces: player.pieceStyle
    )
    let runtime = await Runtime(program, seed: UInt64.random(in: .min ... .max))
    try await runtime.exit(runtime.run())
  }

  /// Nil where the options do not go together.
  private var played: Game? {
    switch game {
    case .gomoku: GomokuTerms(rule: rule, opening: opening).map(Game.gomoku)
    case .liuzhou, .xiangqi: opening == .free ? Game(game) : nil
    }
  }
}
