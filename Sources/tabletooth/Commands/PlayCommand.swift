internal import ArgumentParser
internal import BoardUI
internal import GameRules

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

  @OptionGroup var player: PlayerOptions

  func run() async throws {
    let model = LineModel(.hotSeat(game: game, rule: rule), input: player.input)
    let runtime = await Runtime(model, nil, seed: UInt64.random(in: .min ... .max))
    try await runtime.run().exit()
  }
}
