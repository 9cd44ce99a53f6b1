internal import BoardUI
internal import GameRecords
internal import GameRules
internal import GameSearch
internal import Glibc
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// A request to replay a game, and to play on from anywhere in it.
struct ReplayRequest {
  let source: GameSource
  let seat: LocalSeat
  /// The number of moves after which the replay begins.
  var ply: Int?
  /// True if a screen shows a judgement of each move.
  var isJudged = false

  /// Replays the game of `file`.
  func run(_ file: GameFile, in environment: Environment) async throws {
    _ = signal(SIGPIPE, SIG_IGN)
    switch seat.face(in: environment) {
    case .lines, .edited, .behind, .aside:
      try await replay(file, in: environment)
    case .screen(let display, let look, let isBorrowed):
      defer { if !isBorrowed { display.closeAfterGame() } }
      try await replay(file, on: (display, look), in: environment.lending(display))
    }
  }

  /// Goes through the game on a screen, again after each game that was played on from there.
  private func replay(
    _ file: GameFile,
    on screen: (display: any Display, look: ScreenLook),
    in environment: Environment
  ) async throws {
    let title = try source.title(in: environment)
    var (request, message) = (self, String?.none)
    while let next = try await request.goThrough(file, title, on: screen, saying: message) {
      do {
        try await playOn(next, in: environment)
      } catch let reason as ExitReason where reason.code == 0 || reason.isMistyped {
        (request.ply, request.isJudged, message) = (next.ply, false, reason.sentence)
      }
    }
  }

  /// Goes through the game in `file` until the player leaves, or wants to play on.
  ///
  /// - Returns: From where to play on, if that is wanted, and against what.
  /// - Throws: `ExitReason` where a signal ends the program.
  @MainActor
  private func goThrough(
    _ file: GameFile,
    _ title: String,
    on screen: (display: any Display, look: ScreenLook),
    saying message: String?
  ) async throws -> (position: Position, ply: Int, against: String?)? {
    let (display, look) = screen
    var page = ReplayScreen(file, title: title, look: look, size: display.size, ply: ply)
    if let message { page.tell(message) }
    let loop = PageLoop<ReplayScreen>(display)
    let judge = GameJudge()
    defer { judge.stop() }
    func analyse() {
      page.beginAnalysis()
      judge.judge(file.position) { [inbox = loop.inbox] judgement in
        inbox.yield(.change { $0.judge(judgement) })
      } onEnd: { [inbox = loop.inbox] worst in
        inbox.yield(.change { $0.finishAnalysis(worst: worst) })
      }
    }
    if isJudged, file.position.ply > 0, file.game.isSearchable { analyse() }
    while let choice = try await loop.run(&page) {
      switch choice {
      case .analyse: analyse()
      case .play(let position, let ply, let against): return (position, ply, against)
      case .back: return nil
      }
    }
    return nil
  }

  private func replay(
    _ file: GameFile,
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
        return try await playOn(next, in: environment)
      } catch let reason as ExitReason where reason.isMistyped {
        try print(reason.sentence ?? "")
      }
    }
  }

  private func playOn(
    _ next: (position: Position, ply: Int, against: String?),
    in environment: Environment
  ) async throws {
    let local = LocalGame(
      environment: environment,
      player: seat,
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
  fileprivate func title(in environment: Environment) throws -> String {
    let number: Int64
    switch self {
    case .file(let path): return path
    case .number(let kept): number = kept
    }
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
