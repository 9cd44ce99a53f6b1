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
    abstract: "Connect standard input and output to `tabletooth pipe` on another computer.",
    discussion: """
      tabletooth pipe > notes.txt
      tabletooth pipe Anna < notes.txt

      One end runs it alone and waits. The other end runs it with the first one's name or the code \
      it shows. Data read at one end is written at the other, in both directions, until both \
      inputs end. Messages go to standard error. If standard input is a terminal and standard \
      output is not, nothing is sent. People who meet for the first time compare six digits.
      """
  )

  @Argument(
    help: ArgumentHelp(
      """
      Name or address of the waiting side, or the code shown there (default: this side waits).
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
