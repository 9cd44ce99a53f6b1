internal import ArgumentParser
internal import BLETransport
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// `tabletooth pipe`: joins the standard input here to the standard output there, and the other way
/// round.
struct PipeCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipe",
    abstract: "Join standard input and output to those of «tabletooth pipe» on another computer.",
    discussion: """
      tabletooth pipe > notes.txt
      tabletooth pipe Anna < notes.txt

      One side types it alone and waits, the other one with its name or the code that it shows. \
      What is read on one side is written on the other, both ways, until both inputs have ended; \
      text for people goes to standard error. With a terminal as standard input and none as standard \
      output nothing is sent. Two people who do not know each other yet compare six digits first.
      """
  )

  @Argument(
    help: ArgumentHelp(
      """
      The name or the address of the one who waits, or the code that is shown there. This side \
      waits, if not given.
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
    if let trouble = PipeDesk.trouble {
      throw ExitReason.usage(trouble, help: "tabletooth pipe --help")
    }
    let output = PipeDesk.takeOutput()
    let waits = table == nil
    let (table, way) = way.split(table)
    let ways =
      try waits
      ? TransportChoice(toOpenBy: way, in: environment)
      : TransportChoice(to: table, by: way, in: environment)
    var setup = try MatchSetup(name, admit.seat(environment.settings), ways, in: environment)
    setup.tableRules.asksAgain = false
    setup.face = .aside(TerminalAnswers(), output: output)
    try await waits ? setup.hostErrand(.pipe) : setup.joinErrand(.pipe, at: table)
  }
}
