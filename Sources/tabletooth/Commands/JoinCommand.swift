internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import MatchProtocol

/// `tabletooth join`: sits down at a table that somebody has opened.
struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join the table of somebody nearby."
  )

  @Argument(
    help: ArgumentHelp(
      "The name or the address of the table. The only one there is, if not given.",
      valueName: "name|address"
    )
  )
  var table: String?

  @Option(help: "Your name, as the host sees it. The computer's name, if not given.")
  var name: String?

  @OptionGroup var player: PlayerOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    let name = try Names.player(name)
    let query = HostQuery(table)
    var random = SystemRandomNumberGenerator()
    let session = GuestSession(
      name: name,
      program: "tabletooth/\(Version.text)",
      nonce: Nonce.random(using: &random),
      // The transport does not look for a lost host yet.
      patience: .zero
    )
    let runtime = await Runtime(
      LineModel(.guest, input: player.input, pieces: player.pieceStyle),
      session,
      seed: random.next()
    )
    try await runtime.play { progress in
      let (service, adapter) = try await bluetooth.open()
      let transport = CentralTransport(service, on: adapter)
      return Way(transport, transport.notices) { notice in
        switch notice {
        case .scanning: .scanning
        case .connecting(let host): .connecting(name: host.title)
        case .ready(let host, _): .connected(name: host.title)
        case .bluetoothLost: .bluetoothGone
        case .bluetoothReturned: .bluetoothBack
        case .advertising, .linkUp, .linkDown, .retrying: nil
        }
      } open: {
        try await transport.connect(to: query)
      }
    }
  }
}
