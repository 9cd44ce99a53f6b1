internal import ArgumentParser
internal import BoardUI
internal import Phrases

/// `tabletooth games chat`: what was said during matches.
struct ChatCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat",
    abstract: "Show chat messages from your matches, with times.",
    discussion: """
      tabletooth games chat
      tabletooth games chat Anna
      """
  )

  @Argument(help: "The name of the other player (default: all players).")
  var player: String?

  func run(in environment: Environment) throws {
    if let player, player.allSatisfy(\.isWhitespace) {
      let trouble = say("the name is empty or has unprintable characters")
      throw ExitReason.usage(trouble, help: "tabletooth games chat --help")
    }
    var lines = try TalkLog.lines(in: try PlayerData.open(in: environment).store, player)
    if lines.isEmpty { lines = [TalkStrings.emptyLog] }
    guard StandardOutput.tell(lines.map { $0 + "\n" }.joined()) else {
      throw ExitReason.outputClosed
    }
  }
}
