internal import BoardUI
internal import GameRules
internal import GameSearch
internal import Terminal

/// A game on the screen that is gone through, with its moves judged on the way.
struct ReplayShell {
  let display: any Display
  let look: ScreenLook

  /// Goes through the game in `file` until the player leaves, or wants to play on.
  ///
  /// - Parameters:
  ///   - file: the game.
  ///   - title: what it is, in a line.
  ///   - ply: after how many moves to begin; nil for the start.
  ///   - isJudged: whether the moves are judged without being asked for.
  ///   - message: what is said first, if anything is.
  /// - Returns: from where to play on, if that is wanted, and against what.
  /// - Throws: `ExitReason` where a signal ends the program.
  @MainActor
  func run(
    _ file: GameFile,
    title: String,
    ply: Int?,
    isJudged: Bool,
    message: String? = nil
  ) async throws -> (position: Position, ply: Int, against: String?)? {
    var screen = ReplayScreen(file, title: title, look: look, size: display.size, ply: ply)
    if let message { screen.tell(message) }
    let loop = PageLoop<ReplayScreen>(display)
    let judge = GameJudge()
    defer { judge.stop() }
    if isJudged, file.position.ply > 0, file.game.isSearchable { begin(judge, file, &screen, loop) }
    while let choice = try await loop.run(&screen) {
      switch choice {
      case .analyse: begin(judge, file, &screen, loop)
      case .play(let position, let ply, let against): return (position, ply, against)
      case .back: return nil
      }
    }
    return nil
  }

  @MainActor
  private func begin(
    _ judge: GameJudge,
    _ file: GameFile,
    _ screen: inout ReplayScreen,
    _ loop: PageLoop<ReplayScreen>
  ) {
    screen.beginAnalysis()
    let inbox = loop.inbox
    judge.judge(file.position) { judgement in
      inbox.yield(.change { $0.judge(judgement) })
    } onEnd: { worst in
      inbox.yield(.change { $0.finishAnalysis(worst: worst) })
    }
  }
}
