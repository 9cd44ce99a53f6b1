public import ArgumentParser
internal import BoardUI
public import GameRules

/// `tabletooth convert`: prints a game's file in another format.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Print the file of a game in another format.",
    discussion: """
      Gomoku: sgf, psq, pos. Xiangqi: fen, and PGN in iccs, wxf or chinese. Liuzhou chess: text.
      docs/formats.md tells what each of them holds.
      """
  )

  @Argument(help: "The file, in UTF-8 or GBK; - is standard input.")
  var file: String

  @Option(help: "The format to print.")
  var to: GameFormat

  @Option(help: "The format of the file, where neither its name nor its text tells.")
  var from: GameFormat?

  @Option(help: "The rule of Gomoku, whatever the file says: freestyle, standard or renju.")
  var rule: GomokuRule?

  func run() throws {
    do {
      let game = try GameText.game(of: file, format: from, rule: rule)
      guard StandardOutput.write(try game.text(as: to)) else { throw ExitReason.outputClosed }
    } catch let error as Inexpressible {
      throw ExitReason.usage("\(error)")
    }
  }
}

extension GameFormat: ExpressibleByArgument {}
