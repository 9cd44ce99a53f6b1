internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import GameRules
internal import MatchProtocol

/// `tabletooth host`: opens a table for somebody nearby.
struct HostCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Open a table and wait for a guest."
  )

  @Option(help: "What is played.")
  var game = GameKind.gomoku

  @Option(help: "The rule of Gomoku: five or more win (freestyle), exactly five (standard), renju.")
  var rule = GomokuRule.freestyle

  @Option(help: "The name of your table, at most 29 bytes. The computer's name, if not given.")
  var name: String?

  @Option(help: "Who moves first.")
  var first = FirstMove.random

  @OptionGroup var player: PlayerOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    let name = try Names.player(name)
    let model = LineModel(
      .host(game: game, rule: rule, first: first.resolved()),
      input: player.input,
      pieces: player.pieceStyle
    )
    var random = SystemRandomNumberGenerator()
    let session = HostSession(
      name: name,
      session: SessionID.random(using: &random),
      // A guest does not look for a lost host yet.
      patience: .zero
    )
    let runtime = await Runtime(model, session, seed: random.next())
    try await runtime.play { progress in
      let (service, adapter) = try await bluetooth.open()
      let transport = try await PeripheralTransport.open(
        hosting: name.description,
        on: adapter,
        service
      )
      return Way(transport, transport.notices) { notice in
        switch notice {
        case .bluetoothLost: .bluetoothGone
        case .bluetoothReturned: .bluetoothBack
        case .advertising, .linkUp, .linkDown, .scanning, .connecting, .retrying, .ready: nil
        }
      } open: {
        progress(.advertising(name: name.description))
      }
    }
  }
}
