internal import ArgumentParser
internal import BLETransport
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// `tabletooth send`: sends a file to somebody, without a game.
struct SendCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send a file to somebody who runs `tabletooth receive`.",
    discussion: """
      tabletooth send photo.jpg
      tabletooth send photo.jpg Anna

      People who meet for the first time compare six digits. To resume an interrupted file, send \
      it again.
      """
  )

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Argument(
    help: ArgumentHelp(
      """
      The receiver's name or address, or the code shown there (default: the only one found).
      """,
      valueName: "name|address|code"
    )
  )
  var table: String?

  @Option(help: "Your name, as the other player sees it (default: last used).")
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
    abstract: "Receive files from somebody who runs `tabletooth send`.",
    discussion: """
      tabletooth receive
      tabletooth receive --into Photos

      At a terminal, Tabletooth asks about each file. It stores only files that arrive intact, \
      each under a new name. Only you can read them.
      """
  )

  @Option(
    help: "The folder for the files (default: your downloads folder).",
    completion: .directory
  )
  var into: String?

  /// The largest file that is accepted without a question, in bytes.
  private static let mostUnasked: UInt64 = 4_000_000_000

  @Flag(help: "Accept files of up to 4 GB without asking (default without a terminal).")
  var unasked = false

  @Option(help: "Your name, for others to find you (default: last used).")
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
