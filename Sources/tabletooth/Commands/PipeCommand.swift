internal import ArgumentParser
internal import BLETransport
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// `tabletooth pipe`: joins the standard input here to the standard output there, and the other way
/// round.
struct PipeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipe",
    abstract: "Join standard input and output to those of «tabletooth pipe» on another computer.",
    discussion: """
      One side types it alone and waits, the other one with its name. What is read on one side is \
      written on the other, both ways, until both inputs have ended; text for people goes to \
      standard error. With a terminal as standard input and none as standard output nothing is \
      sent. Two people who do not know each other yet compare six digits first.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The name or the address of the one who waits. This side waits, if not given.",
      valueName: "name|address"
    )
  )
  var table: String?

  @Option(help: "Your name, as the other one sees it. As the last time, if not given.")
  var name: String?

  @OptionGroup var trust: TrustOptions
  @OptionGroup var listening: ListenOptions
  @OptionGroup var network: ViaOptions
  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    if let trouble = PipeDesk.trouble {
      throw ExitReason.usage(trouble, help: "tabletooth pipe --help")
    }
    let output = PipeDesk.takeOutput()
    let (place, address) = (try listening.place(), try network.address())
    let ways = Ways(bluetooth: bluetooth, place: place, address: address)
    var setup = try MatchSetup(name, .errand(trust), .parse([]), ways)
    setup.tableRules.errand = .pipe
    setup.tableRules.asksAgain = false
    setup.face = .aside(TerminalAnswers(), output: output)
    if table == nil, address == nil {
      try await setup.hostMatch(Errand.pipe.terms)
    } else {
      let choice = try setup.playerData.table(table)
      setup.wanted = choice.player
      try await setup.joinMatch(choice.query)
    }
  }
}
