internal import ArgumentParser
internal import BoardUI
internal import GameRecords
internal import GameRules
internal import MatchProtocol
internal import MatchStore

/// `tabletooth games`: what was played.
struct GamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "games",
    abstract: "List the games that you have, and show, export, delete or import them.",
    discussion: """
      «tabletooth games» lists those that did not end first, then the latest first; «tabletooth replay» \
      goes through one of them.
      """,
    subcommands: [
      ListCommand.self, ShowCommand.self, ExportCommand.self, DeleteCommand.self,
      ImportCommand.self,
    ],
    defaultSubcommand: ListCommand.self
  )

  /// `tabletooth games list`.
  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the games, those that did not end first, then the latest first."
    )

    @Flag(help: "Print one JSON object a line, and nothing else.")
    var json = false

    @OptionGroup var filter: GameFilter

    func run() throws {
      let (players, all) = try PlayerData.listing { data in
        (try data.store.trustBook().players, try data.games())
      }
      let games = try filter.games(all, among: players)
      let entries = games.map { GameEntry($0, among: players) }
      var text: [String]
      if json {
        text = entries.map(\.json)
      } else if entries.isEmpty {
        text = [all.isEmpty ? RecordStrings.noGames : RecordStrings.noSuchGames]
      } else {
        text = entries.map(\.line)
      }
      text.append("")
      guard StandardOutput.write(text.joined(separator: "\n")) else {
        throw ExitReason.outputClosed
      }
    }
  }
}

/// Which games are listed.
struct GameFilter: ParsableArguments {
  /// How a game went, or that it did not end.
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

  @Option(help: "Only games with this result for you, or those that did not end.")
  var result: Wanted?

  @Option(help: "At most so many.", transform: NumberOption.parse(in: 1...1_000_000))
  var limit: Int?

  /// The games of `all` that are asked for.
  func games(_ all: [KeptGame], among players: [KnownPlayer]) throws -> [KeptGame] {
    let query = player.map { PlayerQuery($0, among: players) }
    let found = all.filter { kept in
      guard let game = kept.game else { return player == nil && self.game == nil && result == nil }
      return (query?.matches(game.setting) ?? true)
        && (self.game == nil || game.terms?.kind == self.game) && fits(result, kept)
    }
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  private func fits(_ wanted: Wanted?, _ kept: KeptGame) -> Bool {
    switch wanted {
    case nil: true
    case .unfinished: kept.state == .unfinished || kept.state == .left
    case .won: kept.game?.result == .won
    case .lost: kept.game?.result == .lost
    case .draw: kept.game.map { $0.end != nil && $0.end?.winner == nil } ?? false
    }
  }
}

/// The other side of games, as it is typed.
struct PlayerQuery {
  private let text: String
  private let keys: Set<PlayerID>

  /// Whom `text` may mean where these players are known.
  init(_ text: String, among players: [KnownPlayer]) {
    self.text = text
    let digits = text.filter { !$0.isWhitespace }
    let found = players.filter { player in
      [player.displayName.description, player.name.description].contains(text)
        || (!digits.isEmpty
          && player.fingerprint.description.filter { $0 != " " }.hasPrefix(digits))
    }
    keys = Set(found.map(\.key))
  }

  /// Whether the other side is the one that is meant.
  func matches(_ setting: RecordedGame.Setting) -> Bool {
    switch setting {
    case .link(let key, let name): keys.contains(key) || name.description == text
    case .machine(let name, let level):
      text == name || level.map { "\(name):\($0)" == text } ?? false
    case .terminal, .file: false
    }
  }
}
