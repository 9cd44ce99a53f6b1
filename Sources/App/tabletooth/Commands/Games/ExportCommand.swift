public import ArgumentParser
internal import BoardUI
internal import CommonOptions
public import GameRules
internal import Glibc

/// `tabletooth games export`: prints a game in the format of a file.
struct ExportCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print one of your games, or the game in a file, in a file format.",
    discussion: """
      tabletooth games export 3 --to sgf > game.sgf
      tabletooth games export game.pgn --to chinese

      Gomoku: sgf, psq, pos. Xiangqi: fen, and PGN in iccs, wxf or chinese. Liuzhou chess: turns.
      Reversi: ggf. Chess: pgn, epd.
      docs/reference/formats.md explains what each of them holds.
      """
  )

  @Argument(
    help: "The number of the game, as `tabletooth games` shows it, or a file; - is standard input."
  )
  var game: String

  @Option(help: "The format to print.")
  var to: GameFormat

  @OptionGroup var reading: ReadingOptions

  func run(in environment: Environment) throws {
    do {
      let file = try GameSource(game).game(reading, in: environment)
      // Chess and Xiangqi both have PGN.
      let format = to == .pgn && file.game.kind == .xiangqi ? .chinese : to
      guard StandardOutput.write(try file.text(as: format)) else { throw ExitReason.outputClosed }
    } catch let error as Inexpressible {
      throw ExitReason.usage("\(error)")
    }
  }
}

/// The options of every command that reads a file of a game.
struct ReadingOptions: ParsableArguments {
  @Option(help: "The format of the file (default: from its name or its text).")
  var from: GameFormat?

  @Option(help: "The rule of Gomoku, whatever the file says: freestyle, standard or renju.")
  var rule: GomokuRule?

  @Option(help: "The size of the Gomoku board, if the file does not give it: 15, 19 or 20.")
  var size: Int?
}

/// The source of a game, as it is typed: a file, or a number in the list of games.
///
/// What is a number and no file is one of the list.
enum GameSource {
  case file(String)
  case number(Int64)

  /// Reads what is typed.
  init(_ text: String) {
    if let number = Int64(text), number > 0, unsafe access(text, F_OK) != 0 {
      self = .number(number)
    } else {
      self = .file(text)
    }
  }

  /// The game that is meant.
  ///
  /// - Throws: `ExitReason`, or a `StoreError`.
  func game(_ reading: ReadingOptions, in environment: Environment) throws -> GameFile {
    switch self {
    case .file(let path):
      try GameText.game(of: path, reading)
    case .number(let number): try PlayerData.open(in: environment).file(of: number)
    }
  }
}

extension GameFormat: ExpressibleByArgument {
  /// Reads a format's name; `turns` is another one for the text of Liuzhou chess.
  public init?(argument: String) {
    self.init(rawValue: argument == "turns" ? "text" : argument)
  }

  /// The allowed values.
  public static var allValueStrings: [String] {
    allCases.map(\.name)
  }
}
