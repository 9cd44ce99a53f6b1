internal import ArgumentParser
internal import BLETransport
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// `tabletooth send`: sends a file to somebody nearby, without a game.
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send a file to somebody nearby who has typed «tabletooth receive».",
    discussion: """
      Two people who do not know each other yet compare six digits first. A file that was \
      interrupted goes on where it was when it is sent again.
      """
  )

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Argument(
    help: ArgumentHelp(
      "The name or the address of the one who receives. The only one there is, if not given.",
      valueName: "name|address"
    )
  )
  var table: String?

  @Option(help: "Your name, as the other one sees it. As the last time, if not given.")
  var name: String?

  @OptionGroup var player: PlayerOptions
  @OptionGroup var machine: MachineOptions
  @OptionGroup var network: ViaOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    if let trouble = FileDesk.trouble(with: file) {
      throw ExitReason.usage(trouble, help: "tabletooth send --help")
    }
    var player = player
    player.plain = true
    let ways = Ways(bluetooth: bluetooth, address: try network.address())
    var setup = try MatchSetup(name, player, machine, ways)
    setup.tableRules.errand = .send(file)
    try await setup.joinMatch(HostQuery(table))
  }
}

/// `tabletooth receive`: takes the files that somebody nearby sends, without a game.
struct ReceiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive",
    abstract: "Receive files from somebody nearby who types «tabletooth send».",
    discussion: """
      A file is stored under a name that exists nowhere yet, and only if it is what was sent. \
      Nobody else may read it.
      """
  )

  @Option(
    help: "The folder for the files. Where downloads go, if not given.",
    completion: .directory
  )
  var into: String?

  @Option(help: "Your name, by which you are found. As the last time, if not given.")
  var name: String?

  @OptionGroup var player: PlayerOptions
  @OptionGroup var machine: MachineOptions
  @OptionGroup var network: ListenOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    var player = player
    player.plain = true
    player.acceptFiles = into ?? player.acceptFiles
    let ways = Ways(bluetooth: bluetooth, place: try network.place())
    var setup = try MatchSetup(name, player, machine, ways)
    setup.tableRules.errand = .receive
    setup.tableRules.filesUpTo = .max
    try await setup.hostMatch(Errand.receive.terms)
  }
}
