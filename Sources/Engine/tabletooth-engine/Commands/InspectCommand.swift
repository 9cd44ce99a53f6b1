internal import ArgumentParser

/// `tabletooth-engine inspect`: tells other programs what the rules say about positions.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print what the rules say about each position on standard input, as JSON.",
    discussion: """
      Each input line is `startpos [moves M1 M2 …]` or `fen TEXT [moves M1 M2 …]`. The answer to each \
      follows at once: one line with one JSON object. For an unusable line it is {"error": …}.
      """
  )

  @OptionGroup var rules: RulesOptions

  func run() throws {
    try PositionLine.answerAll(rules) { Inspection(of: $0).json }
  }
}
