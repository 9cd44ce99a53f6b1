internal import ArgumentParser
internal import BoardUI
internal import GameRecords
internal import GameRules
internal import Glibc

/// `tabletooth replay`: goes through a game, and plays on from anywhere in it.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Go through a game, try other moves, and play on from anywhere in it.",
    discussion: """
      At the prompt, an empty line shows the next move; type help for the rest. «play» and «play robot:5» \
      begin a new game from the position that is shown; it is kept, and says where it came from.
      """
  )

  @Argument(
    help: "The number of the game, as «tabletooth games» shows it, or a file in UTF-8 or GBK."
  )
  var game: String

  @Option(help: "Begin after so many moves.")
  var ply: Int?

  @Option(help: "The format of the file, where neither its name nor its text tells.")
  var from: GameFormat?

  @Option(help: "The rule of Gomoku, whatever the file says: freestyle, standard or renju.")
  var rule: GomokuRule?

  @OptionGroup var player: PlayerOptions
  @OptionGroup var machine: MachineOptions

  func run() async throws {
    guard game != "-" else {
      throw ExitReason.usage("lines are typed at standard input, so the game has to be in a file")
    }
    _ = signal(SIGPIPE, SIG_IGN)
    let source = GameSource(game)
    var replay = Replay(try source.game(format: from, rule: rule), pieces: player.pieceStyle)
    var shown = replay.opening
    if let ply, case .say(let text) = replay.obey("go \(ply)") { shown = text }
    try print(shown)
    guard let (position, ply, against) = try converse(&replay) else { return }
    let local = LocalGame(
      player: player,
      machine: machine,
      against: against,
      side: position.toMove
    )
    let origin = RecordedGame.Origin(number: source.number, ply: ply)
    try await local.play(.position(position, from: origin))
  }

  /// Obeys lines until one of them ends it.
  ///
  /// - Returns: From where to play on, if that is wanted, and against what.
  private func converse(
    _ replay: inout Replay
  ) throws -> (position: Position, ply: Int, against: String?)? {
    while true {
      if player.input == .terminal { try print(replay.prompt, end: "") }
      guard let line = StandardInput.nextLine() else { return nil }
      switch replay.obey(line) {
      case .say(let text): try print(text)
      case .play(let position, let ply, let against): return (position, ply, against)
      case .end: return nil
      }
    }
  }

  private func print(_ text: String, end: String = "\n") throws {
    guard StandardOutput.write(text + end) else { throw ExitReason.outputClosed }
  }
}

extension GameSource {
  /// The number of the game, if it is one of the list.
  var number: Int64? {
    switch self {
    case .file: nil
    case .number(let number): number
    }
  }
}
