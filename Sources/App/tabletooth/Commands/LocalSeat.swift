internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import Terminal

/// The player at this terminal, with the look and the sounds of the game.
struct LocalSeat: Sendable {
  /// The settings, with the typed options in their place.
  var settings: Settings
  /// The robot that moves in place of a person, as it was typed.
  var robot: String?
  /// True if the board is shown in lines of text, on a terminal too.
  var isPlain = false
  /// Who may play, if it was typed.
  var admits: AdmitOptions.Players?
  /// The time and the threads of a robot that plays here.
  var thinking = Thinking()
  /// The folder for files that are taken without a question.
  var filesFolder: String?

  /// The seat of a person at a board as it is set.
  init(_ settings: Settings) {
    self.settings = settings
  }

  /// The treatment of new players.
  var unknownPlayers: TableRules.UnknownPlayers {
    switch admits {
    case .anyone: .accept
    case .contacts: .refuse
    case .ask: .ask
    case .code, nil: robot == nil ? .ask : .accept
    }
  }

  /// The style of the pieces of Xiangqi and chess: as asked for, or as the terminal's environment
  /// allows.
  var pieceStyle: PieceStyle { settings.pieces ?? .ofTerminal }

  /// The player who moves at this terminal.
  var localPlayer: LocalPlayer {
    if robot != nil { return .robot }
    return StandardInput.isTerminal ? .person : .script
  }

  /// The robot that moves at this terminal in place of a person, in a game of `kind`.
  ///
  /// A guest does not know the game yet: a program speaks the protocol that is named, or Gomocup.
  ///
  /// - Throws: `ExitReason`, with the choices.
  func machine(for kind: GameKind?) throws(ExitReason) -> MachinePlayer {
    let usual = settings.usualLevel
    guard let robot else { return .robot(usual) }
    let kind = kind ?? (robot.contains(",ucci") ? .xiangqi : .gomoku)
    return try MachinePlayer(robot, game: kind, usual: usual, threads: thinking.threads)
  }

  /// The rules of the table.
  var tableRules: TableRules {
    var rules = TableRules(
      unknown: unknownPlayers,
      asksAgain: localPlayer == .person,
      tellsSeen: settings.tellsSeen && localPlayer != .robot
    )
    rules.isQuiet = !settings.tellsTyping
    rules.asksForKnown = admits == .ask
    if localPlayer != .person { rules.farewellLimit = .seconds(10) }
    if filesFolder != nil { rules.filesUpTo = 100_000_000 }
    return rules
  }

  // MARK: What is seen

  /// The face for who plays here: a screen for a person at a terminal that can show one.
  ///
  /// - Parameters:
  ///   - environment: What surrounds the program.
  ///   - isBig: Whether a screen shows the board as large as can be, and little else.
  /// - Returns: The face.
  func face(in environment: Environment, isBig: Bool = false) -> FaceChoice {
    let plain = FaceChoice.lines(environment.input, pieceStyle)
    guard localPlayer == .person else { return plain }
    var lines: FaceChoice { LineConsole().map { .edited($0, pieceStyle) } ?? plain }
    guard !isPlain else { return lines }
    if let display = environment.display {
      return .screen(display, look(display, isBig), isBorrowed: true)
    }
    guard let display = environment.openDisplay() else { return lines }
    return .screen(display, look(display, isBig), isBorrowed: false)
  }

  /// The look of the screen.
  func look(_ display: any Display, _ isBig: Bool = false) -> ScreenLook {
    let glyphs = GlyphSet(
      isUTF8: display.facts.isUTF8,
      terminal: Environment.variable("TERM")
    )
    var look = ScreenLook(
      pieces: pieceStyle,
      glyphs: glyphs,
      theme: settings.theme ?? .wood,
      hasColours: display.facts.hasColours,
      isStill: settings.isStill
    )
    look.isBig = isBig
    return look
  }
}
