internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import GameRules
internal import Glibc
internal import Phrases
internal import Terminal

/// `tabletooth show`: draws a position of a game.
struct ShowCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Draw a position of a game, as text or as a picture.",
    discussion: """
      tabletooth show 3 --ply 12
      tabletooth show game.sgf --svg board.svg

      With --screen the picture is what the screen shows at a terminal.
      """
  )

  @Argument(
    help: "The number of the game, as «tabletooth games» shows it, or a file."
  )
  var game: String

  @Option(
    help: ArgumentHelp("Write a picture to this file; - is standard output.", valueName: "file")
  )
  var svg: String?

  @Option(help: "Draw the position after so many moves. The last one, if not given.")
  var ply: Int?

  @Flag(help: "Draw the whole screen of a terminal of 24 rows and 80 columns.")
  var screen = false

  @Option(help: "The colours of that screen.")
  var theme = Theme.wood

  @Option(help: "Xiangqi as characters (han) or letters (latin). Characters in a picture.")
  var pieces: PieceStyle?

  @OptionGroup var reading: ReadingOptions

  func run(in environment: Environment) throws {
    guard svg != nil || !screen else {
      throw ExitReason.usage(say("--screen goes with --svg"), help: "tabletooth show --help")
    }
    let file = try GameSource(game).game(reading, in: environment)
    let ply = ply ?? file.position.ply
    guard let position = file.position.at(ply: ply) else {
      throw ExitReason.usage(say("\(game) has only \(RecordStrings.moves(file.position.ply))"))
    }
    guard let svg else {
      return try write(RecordStrings.board(position, pieces ?? .ofTerminal) + "\n")
    }
    let picture =
      screen ? screenPicture(file, ply) : BoardSVG(position, pieces: pieces ?? .han).text
    if svg == "-" { try write(picture) } else { try save(picture, as: svg) }
  }

  private func screenPicture(_ file: GameFile, _ ply: Int) -> String {
    let look = ScreenLook(pieces: pieces ?? .han, glyphs: .full, theme: theme)
    let name = String(game.split(separator: "/").last ?? "")
    let size = Size(rows: 24, columns: 80)
    return ReplayScreen(file, title: name, look: look, size: size, ply: ply).view.svg
  }

  private func write(_ text: String) throws {
    guard StandardOutput.write(text) else { throw ExitReason.outputClosed }
  }

  private func save(_ text: String, as path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw ExitReason.unwritable(path) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 || errno == EINTR else {
        let reason = ExitReason.unwritable(path)
        Glibc.close(descriptor)
        throw reason
      }
      bytes = bytes.dropFirst(max(count, 0))
    }
    guard Glibc.close(descriptor) == 0 else { throw ExitReason.unwritable(path) }
  }
}
