internal import ArgumentParser
internal import BoardUI
internal import GameRecords
internal import GameRules
internal import Glibc
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// `tabletooth replay`: goes through a game, and plays on from anywhere in it.
struct ReplayCommand: ProgramCommand {
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

  @Flag(help: "On a screen, say what each move was worth.")
  var analyse = false

  @OptionGroup var board: BoardOptions
  @OptionGroup var machine: MachineOptions

  func run(in environment: Environment) async throws {
    guard game != "-" else {
      throw ExitReason.usage(
        say("lines are typed at standard input, so the game has to be in a file")
      )
    }
    _ = signal(SIGPIPE, SIG_IGN)
    let source = GameSource(game)
    let file = try source.game(format: from, rule: rule, in: environment)
    let seat = board.seat(environment.settings)
    switch seat.face(in: environment) {
    case .lines, .edited, .behind, .aside:
      try await replay(file, from: source, seat, in: environment)
    case .screen(let display, let look, let isBorrowed):
      defer { if !isBorrowed { display.closeAfterGame() } }
      let environment = environment.lending(display)
      try await replay(file, from: source, seat, on: (display, look), in: environment)
    }
  }

  /// Goes through the game on a screen, again after each game that was played on from there.
  private func replay(
    _ file: GameFile,
    from source: GameSource,
    _ seat: LocalSeat,
    on screen: (display: Display, look: ScreenLook),
    in environment: Environment
  ) async throws {
    let shell = ReplayShell(display: screen.display, look: screen.look)
    let title = try source.title(game, in: environment)
    var (ply, isJudged, message) = (ply, analyse, String?.none)
    while let next = try await shell.run(
      file,
      title: title,
      ply: ply,
      isJudged: isJudged,
      message: message
    ) {
      do {
        try await playOn(next, from: source, seat, in: environment)
      } catch let reason as ExitReason where reason.code == 0 || reason.isMistyped {
        (ply, isJudged, message) = (next.ply, false, reason.sentence)
      }
    }
  }

  private func replay(
    _ file: GameFile,
    from source: GameSource,
    _ seat: LocalSeat,
    in environment: Environment
  ) async throws {
    var replay = Replay(file, pieces: seat.pieceStyle)
    var shown = replay.opening
    if let ply {
      switch replay.obey("go \(ply)") {
      case .show: shown = replay.shown
      case .say(let text): shown = text
      case .play, .end: break
      }
    }
    try print(shown)
    while let next = try converse(&replay) {
      do {
        return try await playOn(next, from: source, seat, in: environment)
      } catch let reason as ExitReason where reason.isMistyped {
        try print(reason.sentence ?? "")
      }
    }
  }

  private func playOn(
    _ next: (position: Position, ply: Int, against: String?),
    from source: GameSource,
    _ seat: LocalSeat,
    in environment: Environment
  ) async throws {
    let local = LocalGame(
      environment: environment,
      player: seat,
      machine: machine.thinking,
      against: next.against,
      side: next.position.toMove
    )
    let origin = RecordedGame.Origin(number: source.number, ply: next.ply)
    try await local.play(.position(next.position, from: origin))
  }

  /// Obeys lines until one of them ends it.
  ///
  /// - Returns: From where to play on, if that is wanted, and against what.
  private func converse(
    _ replay: inout Replay
  ) throws -> (position: Position, ply: Int, against: String?)? {
    while true {
      if StandardInput.isTerminal { try print(replay.prompt, end: "") }
      guard let line = StandardInput.nextLine() else { return nil }
      switch replay.obey(line) {
      case .show: try print(replay.shown)
      case .say(let text): try print(text)
      case .play(let position, let ply, let against): return (position, ply, against)
      case .end: return nil
      }
    }
  }

  private func print(_ text: String, end: String = "\n") throws {
    guard StandardOutput.tell(text + end) else { throw ExitReason.outputClosed }
  }
}

extension GameSource {
  /// The title of the game, in a line: that of the list, or the name of the file.
  fileprivate func title(_ typed: String, in environment: Environment) throws -> String {
    guard case .number(let number) = self else { return typed }
    let playerData = try PlayerData.open(in: environment)
    let players = try playerData.store.trustBook().players
    return GameEntry(try playerData.game(number), among: players).line
  }

  /// The number of the game, if it is one of the list.
  var number: Int64? {
    switch self {
    case .file: nil
    case .number(let number): number
    }
  }
}

extension ExitReason {
  /// True if what was typed names no machine that could play.
  fileprivate var isMistyped: Bool {
    if case .usage = self { true } else { false }
  }
}
