internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import GameRecords
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Sodium

/// `tabletooth bench`: fills a folder with many games, for scripts/bench-games to measure.
struct GamesBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Fill a new folder with many made-up games.",
    discussion: """
      tabletooth games --player Anna
      tabletooth games import games.pgn
      """,
    shouldDisplay: false
  )

  @Argument(help: "The folder, which must not exist.")
  var folder: String

  @Option(help: "Number of games.", transform: NumberOption.parse(in: 1...1_000_000))
  var count = 10_000

  @Flag(help: "Make all games remote (default: every other one is against the robot).")
  var links = false

  func run() throws {
    let store = try MatchStore(in: DataFolder(at: "\(folder)/tabletooth"))
    var random = RepeatableNumbers(state: 1)
    let games = (0..<200).map { _ in Self.game(&random) }
    let keys = try (1...20).map { try PublicKey([UInt8](repeating: UInt8($0), count: 32)) }
    var matches: [WholeMatch] = []
    var local: [(RecordedGame, GameScore)] = []
    for number in 0..<count {
      let (position, end) = games[number % games.count]
      let time = 1_700_000_000 + Int64(number) * 3_600
      if links || number.isMultiple(of: 2) {
        let match = SavedMatch(
          session: SessionID(rawValue: UInt128(number)),
          seat: .guest,
          opponent: keys[number / 2 % keys.count],
          opponentName: PlayerName(cleaning: "Player \(number / 2 % keys.count)"),
          startedAt: time
        )
        var journal = Self.journal(of: position)
        if position.outcome == nil {
          journal.append(JournalEntry(isMine: position.toMove == .first, .resign))
        }
        matches.append(WholeMatch(match, journal, end: end, in: position))
      } else {
        var game = RecordedGame(
          GameTerms(position.game),
          setting: .machine(name: "robot", level: number % 10 + 1),
          side: number % 3 == 0 ? .first : .second,
          startedAt: time
        )
        game.note(position)
        game.end = end
        game.endedAt = time + 600
        local.append((game, GameScore(position)))
      }
    }
    try store.keepAll(matches)
    var known = try store.knownGames()
    _ = try store.add(local, unless: &known)
  }

  /// A game of up to 40 random moves near the middle, which is then resigned.
  private static func game(
    _ random: inout RepeatableNumbers
  ) -> (position: Position, end: RecordedGame.End) {
    var position = Position(game: .gomoku())
    while position.outcome == nil, position.ply < 40 {
      let point = Point(
        column: Int.random(in: 3...11, using: &random),
        row: Int.random(in: 3...11, using: &random)
      )
      if let point { try? position.play(.place(point)) }
    }
    let outcome = position.outcome.map(MatchOutcome.byRules)
    return (position, RecordedGame.End(outcome ?? .resignation(position.toMove)))
  }

  /// The journal of the guest of a match, who moved first.
  private static func journal(of game: Position) -> [JournalEntry] {
    let start = MatchMessage.Start(game: "gomoku", rule: "freestyle", first: .guest)
    var journal = [JournalEntry(isMine: false, .start(start))]
    var position = game.start
    for (ply, move) in game.moves.enumerated() {
      try? position.play(move)
      let message = MatchMessage.Move(
        ply: ply,
        text: move.description,
        position: position.textHash
      )
      journal.append(JournalEntry(isMine: ply.isMultiple(of: 2), .move(message)))
    }
    return journal
  }
}

/// The same numbers each time: Knuth's linear congruential generator for MMIX.
private struct RepeatableNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 32
  }
}
