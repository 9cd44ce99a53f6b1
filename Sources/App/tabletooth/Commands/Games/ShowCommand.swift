internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import GameRecords
internal import GameRules
internal import Glibc
internal import MatchProtocol
internal import MatchStore
internal import Phrases
internal import Terminal

/// `tabletooth games show`: draws a position of a game.
struct ShowCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a game: who played, the board, and the moves. Or draw a picture of it.",
    discussion: """
      tabletooth games show 3 --ply 12
      tabletooth games show game.sgf --svg board.svg

      With --screen, the picture shows the whole terminal screen.
      """
  )

  @Argument(
    help: "The number of the game, as `tabletooth games` shows it, or a file; - is standard input."
  )
  var game: String

  @Option(
    help: ArgumentHelp("Write a picture to this file; - is standard output.", valueName: "file")
  )
  var svg: String?

  @Option(help: "Show the board after this many moves (default: all).")
  var ply: Int?

  @Flag(help: "Draw the whole screen of a terminal of 24 rows and 80 columns.")
  var screen = false

  @OptionGroup var reading: ReadingOptions

  func run(in environment: Environment) throws {
    guard svg != nil || !screen else {
      throw ExitReason.usage(
        say("--screen needs --svg"),
        help: "tabletooth games show --help"
      )
    }
    let source = GameSource(game)
    let file = try source.game(reading, in: environment)
    let shown = ply ?? file.position.ply
    guard let position = file.position.at(ply: shown) else {
      throw ExitReason.usage(say("\(game) has only \(RecordStrings.moves(file.position.ply))"))
    }
    let pieces = environment.settings.pieces
    guard let svg else {
      let lines =
        try source.headings(in: environment) + [
          RecordStrings.board(position, pieces ?? .ofTerminal),
          RecordStrings.moveList(file.position, marking: ply),
        ]
      return try write(lines.joined(separator: "\n") + "\n")
    }
    let picture =
      screen
      ? screenPicture(file, shown, in: environment.settings)
      : BoardSVG(position, pieces: pieces ?? .han).text
    if svg == "-" { try write(picture) } else { try save(picture, as: svg) }
  }

  private func screenPicture(_ file: GameFile, _ ply: Int, in settings: Settings) -> String {
    let look = ScreenLook(
      pieces: settings.pieces ?? .han,
      glyphs: .full,
      theme: settings.theme ?? .wood
    )
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

extension GameSource {
  /// The lines above a kept game: who played, with what result, and the game that it came from.
  fileprivate func headings(in environment: Environment) throws -> [String] {
    guard case .number(let number) = self else { return [] }
    let playerData = try PlayerData.open(in: environment)
    let kept = try playerData.game(number)
    let origin = kept.game?.origin.map { RecordStrings.origin($0.number, $0.ply) }
    return [GameEntry(kept, among: try playerData.store.trustBook().players).line]
      + [origin].compactMap(\.self)
  }
}
