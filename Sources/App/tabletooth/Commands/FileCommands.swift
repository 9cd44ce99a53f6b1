internal import ArgumentParser
internal import BLETransport
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// `tabletooth send`: sends a file to somebody, without a game.
struct SendCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send a file to somebody who has typed «tabletooth receive».",
    discussion: """
      tabletooth send photo.jpg
      tabletooth send photo.jpg Anna

      Two people who do not know each other yet compare six digits first. A file that was \
      interrupted goes on where it was when it is sent again.
      """
  )

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Argument(
    help: ArgumentHelp(
      """
      The name or the address of the one who receives, or the code that is shown there. The only \
      one there is, if not given.
      """,
      valueName: "name|address|code"
    )
  )
  var table: String?

  @Option(help: "Your name, as the other one sees it. As the last time, if not given.")
  var name: String?

  @OptionGroup var admit: AdmitOptions
  @OptionGroup var way: TransportOptions

  func run(in environment: Environment) async throws {
    if let trouble = FileStore.trouble(with: file) {
      throw ExitReason.usage(trouble, help: "tabletooth send --help")
    }
    let (table, way) = way.split(table)
    let ways = try TransportChoice(to: table, by: way, in: environment)
    let setup = try MatchSetup(name, admit.seat(environment.settings), ways, in: environment)
    try await setup.joinErrand(.send(file), at: table)
  }
}

/// `tabletooth receive`: takes the files that somebody sends, without a game.
struct ReceiveCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive",
    abstract: "Receive files from somebody who types «tabletooth send».",
    discussion: """
      tabletooth receive
      tabletooth receive --into Photos

      At a terminal you are asked about each file. It is stored under a name that exists nowhere \
      yet, and only if it is what was sent. Nobody else may read it.
      """
  )

  @Option(
    help: "The folder for the files. Where downloads go, if not given.",
    completion: .directory
  )
  var into: String?

  /// The largest file that is accepted without a question, in bytes.
  private static let mostUnasked: UInt64 = 4_000_000_000

  @Flag(help: "Accept files of up to 4 GB without asking, as is done without a terminal.")
  var unasked = false

  @Option(help: "Your name, by which you are found. As the last time, if not given.")
  var name: String?

  @OptionGroup var admit: AdmitOptions
  @OptionGroup var way: TransportOptions

  func run(in environment: Environment) async throws {
    var player = admit.seat(environment.settings)
    player.filesFolder = into
    if let trouble = FileStore.trouble(withFolder: into) {
      throw ExitReason.usage(trouble, help: "tabletooth receive --help")
    }
    let ways = try TransportChoice(toOpenBy: way, in: environment)
    var setup = try MatchSetup(name, player, ways, in: environment)
    setup.tableRules.filesUpTo = unasked || player.localPlayer != .person ? Self.mostUnasked : nil
    try await setup.hostErrand(.receive)
  }
}
