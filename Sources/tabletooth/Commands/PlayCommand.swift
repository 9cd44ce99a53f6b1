internal import ArgumentParser
internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol

/// `tabletooth play`: at this terminal, without Bluetooth, two people or one against the robot.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play with somebody at this terminal, or against the robot.",
    discussion: """
      «tabletooth play --against robot» is a game for one; type hint, undo or level 7 as you like. \
      Control-C has the robot move at once.
      """
  )

  @Option(
    help: ArgumentHelp(
      """
      Play against the robot, at a level from 1 to 10; level 5, if not given. Or against another \
      program: engine:PROGRAM[,uci|ucci|gomocup].
      """,
      valueName: "robot[:LEVEL]"
    )
  )
  var against: String?

  @Option(help: "What is played.")
  var game = GameKind.gomoku

  @Option(help: "The rule of Gomoku: five or more win (freestyle), exactly five (standard), renju.")
  var rule = GomokuRule.freestyle

  @Option(help: "How Gomoku begins: with a free first stone, or by swap2.")
  var opening = GomokuOpening.free

  @Option(help: "Whether you move first or second against the robot.")
  var color = Turn.first

  @OptionGroup var player: PlayerOptions
  @OptionGroup var machine: MachineOptions

  func run() async throws {
    guard let played else {
      throw ExitReason.usage("swap2 goes with the rules freestyle and standard of Gomoku")
    }
    let opponent = try against.map { try MachinePlayer($0, game: game) }
    let seated = try opponent ?? player.machine(for: game)
    try seated.check(played)
    let face = player.face()
    let app = App<HostSession>(
      table(Position(game: played), isOnScreen: face.display != nil),
      player: player.localPlayer,
      machine: seated.machine
    )
    let thinker = Thinker(
      seated,
      machine,
      seed: UInt64.random(in: .min ... .max),
      isQuiet: face.display != nil
    )
    let runtime = await Runtime(app, face: face, thinker: thinker)
    try await runtime.exit(runtime.run())
  }

  /// Two at a screen are asked for another game, as one against a machine is; lines end with the
  /// game.
  private func table(_ start: Position, isOnScreen: Bool) -> Table<HostSession> {
    let seats: Match.Seats = against == nil ? .both : .one(color.side)
    let asksAgain = (against != nil || isOnScreen) && player.localPlayer == .person
    return Table(local: Match(start, seats: seats), asksAgain: asksAgain)
  }

  /// Nil where the options do not go together.
  private var played: Game? {
    switch game {
    case .gomoku: GomokuTerms(rule: rule, opening: opening).map(Game.gomoku)
    case .liuzhou, .xiangqi: opening == .free ? Game(game) : nil
    }
  }
}

/// Whether one has the first move.
enum Turn: String, ExpressibleByArgument, CaseIterable {
  case first, second, random

  /// The side, with a coin tossed where it is random.
  var side: Side {
    switch self {
    case .first: .first
    case .second: .second
    case .random: Bool.random() ? .first : .second
    }
  }
}
