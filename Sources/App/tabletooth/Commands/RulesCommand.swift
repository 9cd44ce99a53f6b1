internal import ArgumentParser
internal import BoardUI

/// `tabletooth rules`: prints the rules of a game.
struct RulesCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Print the rules of a game.",
    discussion: """
      tabletooth rules xiangqi
      tabletooth rules gomoku --rules renju
      """
  )

  @OptionGroup var game: GameChoice

  func run(in environment: Environment) throws {
    guard StandardOutput.tell(RulesText.lines(try game.played(environment.settings)) + "\n") else {
      throw ExitReason.outputClosed
    }
  }
}
