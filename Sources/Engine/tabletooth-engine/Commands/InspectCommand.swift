internal import ArgumentParser

/// `tabletooth-engine inspect`: tells other programs what the rules say about positions.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Say what the rules say about each position on standard input, as JSON.",
    discussion: """
      A line is «startpos [moves M1 M2 …]» or «fen TEXT [moves M1 M2 …]». Each is answered at once by \
      one line with one JSON object; a line that cannot be used is answered by {"error": …}.
      """
  )

  @OptionGroup var rules: RulesOptions

  func run() throws {
    try PositionLine.answerAll(rules) { Inspection(of: $0).json }
  }
}
