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

  @OptionGroup var trust: TrustOptions
  @OptionGroup var network: ViaOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    if let trouble = FileDesk.trouble(with: file) {
      throw ExitReason.usage(trouble, help: "tabletooth send --help")
    }
    let ways = Ways(bluetooth: bluetooth, address: try network.address())
    var setup = try MatchSetup(name, .errand(trust), .parse([]), ways)
    setup.tableRules.errand = .send(file)
    let choice = try setup.playerData.table(table)
    setup.wanted = choice.player
    try await setup.joinMatch(choice.query)
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

  @OptionGroup var trust: TrustOptions
  @OptionGroup var network: ListenOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    var player = try PlayerOptions.errand(trust)
    player.talk.acceptFiles = into
    if let trouble = FileDesk.trouble(withFolder: into) {
      throw ExitReason.usage(trouble, help: "tabletooth receive --help")
    }
    let ways = Ways(bluetooth: bluetooth, place: try network.place())
    var setup = try MatchSetup(name, player, .parse([]), ways)
    setup.tableRules.errand = .receive
    setup.tableRules.filesUpTo = .max
    try await setup.hostMatch(Errand.receive.terms)
  }
}
