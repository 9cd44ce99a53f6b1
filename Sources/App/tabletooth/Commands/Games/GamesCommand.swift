internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import GameRecords
internal import GameRules
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// `tabletooth games`: what was played.
struct GamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "games",
    abstract: "List your games, and show, replay, analyse, export, import or delete them.",
    discussion: """
      tabletooth games --player Anna
      tabletooth games import games.pgn

      `tabletooth games` lists unfinished games first, then the latest. The other commands take \
      the numbers in the first column. Only stats and chat take a player's name.
      """,
    subcommands: [
      ListCommand.self, ShowCommand.self, ReplayCommand.self, AnalyseCommand.self,
      ExportCommand.self, ImportCommand.self, StatsCommand.self, ChatCommand.self,
      DeleteCommand.self,
    ],
    defaultSubcommand: ListCommand.self
  )

  /// `tabletooth games list`.
  struct ListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the games: unfinished ones first, then the latest.",
      discussion: """
        tabletooth games list
        tabletooth games list --player robot:5 --result lost
        """
    )

    @Flag(help: "Print one JSON object per line, and nothing else.")
    var json = false

    @Flag(help: "Print only how many players wait for your move or answer.")
    var waiting = false

    @OptionGroup var filter: GameFilter

    func run(in environment: Environment) throws {
      if waiting {
        let count = try PlayerData.listing(in: environment) { try $0.waitingCount() }
        guard StandardOutput.write("\(count)\n") else { throw ExitReason.outputClosed }
        return
      }
      let (players, all) = try PlayerData.listing(in: environment) { data in
        (try data.store.trustBook().players, try data.games())
      }
      let games = try filter.games(all, among: players)
      let entries = games.map { GameEntry($0, among: players) }
      var text: [String]
      if json {
        text = entries.map(\.json)
      } else if entries.isEmpty {
        text = [all.isEmpty ? RecordStrings.noGames : say("No games match.")]
      } else {
        text = entries.map(\.line)
      }
      text.append("")
      let write = json ? StandardOutput.write : StandardOutput.tell
      guard write(text.joined(separator: "\n")) else { throw ExitReason.outputClosed }
    }
  }
}

/// Which games are listed.
struct GameFilter: ParsableArguments {
  /// The result of a game, or that it did not end.
  enum Wanted: String, ExpressibleByArgument, CaseIterable {
    case won, lost, draw, unfinished
  }

  @Option(
    help: """
      Only games with this player: a name, the first digits of a fingerprint, robot or robot:LEVEL.
      """
  )
  var player: String?

  @Option(help: "Only this game.")
  var game: GameKind?

  @Option(help: "Only games with this result for you, or unfinished games.")
  var result: Wanted?

  @Option(help: "At most this many.", transform: NumberOption.parse(in: 1...1_000_000))
  var limit: Int?

  /// The games of `all` that are asked for.
  func games(_ all: [KeptGame], among players: [KnownPlayer]) throws -> [KeptGame] {
    let query = try player.map { text throws(ExitReason) in
      try PlayerQuery(text, among: players)
    }
    if let query, !query.isKnown, !all.contains(where: { query.matches($0.game, $0.tags) }) {
      throw query.unknown
    }
    let found = all.filter { kept in
      guard let game = kept.game else { return player == nil && self.game == nil && result == nil }
      return (query?.matches(game, kept.tags) ?? true)
        && (self.game == nil || game.terms?.kind == self.game) && fits(result, kept)
    }
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  private func fits(_ wanted: Wanted?, _ kept: KeptGame) -> Bool {
    switch wanted {
    case nil: true
    case .unfinished: kept.state.isOpen
    case .won: kept.game?.result == .won
    case .lost: kept.game?.result == .lost
    case .draw: kept.game.map { $0.end != nil && $0.end?.winner == nil } ?? false
    }
  }
}
