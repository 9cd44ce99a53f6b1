internal import ArgumentParser
internal import BoardUI
internal import GameRecords
internal import GameRules
internal import MatchProtocol
internal import MatchStore
internal import Phrases
internal import ProcessIO

/// `tabletooth games stats`: what follows from the games.
struct StatsCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show how often you won, against whom, and your Glicko-2 ratings.",
    discussion: """
      tabletooth games stats
      tabletooth games stats Anna

      Each kind of game has its own rating, recomputed from your games in the order they ended. \
      Unfinished games, games for two at one terminal and imported games do not count. Games with \
      hints, moves taken back or a changed level change no rating.
      """
  )

  @Argument(help: "Only games with this player: a name, digits of a fingerprint, robot or robot:5.")
  var player: String?

  @Flag(help: "Print one JSON object, and nothing else.")
  var json = false

  func run(in environment: Environment) throws {
    let (players, listed) = try PlayerData.listing(in: environment) { data in
      (try data.store.trustBook().players, try data.store.games())
    }
    let query = try player.map { text throws(ExitReason) in
      try PlayerQuery(text, among: players)
    }
    let games = listed.compactMap { listed in
      listed.game.map { (number: listed.number, game: $0) }
    }
    let all = Standings(games)
    let chosen = query.map { query in Standings(games.filter { query.matches($0.game.setting) }) }
    if let query, !query.isKnown, !listed.contains(where: { query.matches($0.game, $0.tags) }) {
      throw query.unknown
    }
    let names = OpponentNames(games.map(\.game), among: players)
    let sheet = RecordSheet(chosen ?? all, rated: all, names)
    let text = json ? JSON.line(sheet) : sheet.lines.joined(separator: "\n")
    let write = json ? StandardOutput.write : StandardOutput.tell
    guard write(text + "\n") else { throw ExitReason.outputClosed }
  }
}

/// The names of the opponents of many games.
struct OpponentNames {
  private var names: [PlayerID: String] = [:]

  /// The names in `games`, the latest first, where these players are known.
  init(_ games: [RecordedGame], among players: [KnownPlayer]) {
    for case .link(let key, let name) in games.map(\.setting) where names[key] == nil {
      names[key] = name.description
    }
    for player in players where names[player.key] != nil {
      names[player.key] = player.displayName.description
    }
  }

  /// The name of `opponent`.
  func name(of opponent: Standings.Opponent) -> String {
    switch opponent {
    case .player(let key): names[key] ?? Fingerprint(of: key).description
    case .robot(let level): "robot:\(level)"
    case .program(let name): name
    }
  }
}

/// The records as `tabletooth games stats` shows them; with `--json`, these are the members.
struct RecordSheet: Encodable {
  /// Games with a result.
  struct Tally: Encodable {
    let games, wins, draws, losses: Int
    let streak, longestWinningStreak, longestLosingStreak: Int
    let longest, shortest: Length?

    init(_ tally: Standings.Tally) {
      (games, wins, draws, losses) = (tally.games, tally.wins, tally.draws, tally.losses)
      streak = tally.streak
      longestWinningStreak = tally.longestWinning
      longestLosingStreak = tally.longestLosing
      longest = tally.longest.map(Length.init)
      shortest = tally.shortest.map(Length.init)
    }
  }

  /// The length of a game.
  struct Length: Encodable {
    let number: Int64
    let moves: Int

    init(_ length: Standings.Length) {
      (number, moves) = (length.number, length.moves)
    }
  }

  /// The strength of a player.
  struct Strength: Encodable {
    let rating, deviation: Int

    init(_ rating: Rating) {
      self.rating = Int(rating.value.rounded())
      deviation = Int(rating.deviation.rounded())
    }

    var words: String { RecordStrings.rating(rating, error: 2 * deviation) }
  }

  /// The games of one kind, and how strong the player is in it.
  struct OfGame: Encodable {
    let game: String
    let tally: Tally
    let strength: Strength?
  }

  /// The games against one opponent.
  struct OfOpponent: Encodable {
    let opponent: String
    let fingerprint: String?
    let tally: Tally
    let strength: [String: Strength]
  }

  let all: Tally
  let games: [OfGame]
  let opponents: [OfOpponent]

  /// The sheet of `standings`, with the ratings of `rated`, which is made of all games.
  init(_ standings: Standings, rated: Standings, _ names: OpponentNames) {
    all = Tally(standings.tally)
    games = GameKind.allCases.compactMap { kind in
      standings.byGame[kind].map { tally in
        OfGame(
          game: kind.rawValue,
          tally: Tally(tally),
          strength: rated.ratings[kind].map(Strength.init)
        )
      }
    }
    let opponents = standings.byOpponent.map { opponent, line in
      let ratings = rated.byOpponent[opponent]?.ratings ?? [:]
      return OfOpponent(
        opponent: names.name(of: opponent),
        fingerprint: opponent.fingerprint,
        tally: Tally(line.tally),
        strength: Dictionary(
          uniqueKeysWithValues: ratings.map { ($0.key.rawValue, Strength($0.value)) }
        )
      )
    }
    self.opponents = opponents.sorted {
      ($1.tally.games, $0.opponent) < ($0.tally.games, $1.opponent)
    }
  }

  /// The sheet for a person.
  var lines: [String] {
    guard all.games > 0 else { return [say("No games with a result yet.")] }
    var lines = [RecordStrings.tally(all.games, all.wins, all.draws, all.losses)]
    lines.append(
      RecordStrings.streaks(
        now: all.streak,
        winning: all.longestWinningStreak,
        losing: all.longestLosingStreak
      )
    )
    if let longest = all.longest, let shortest = all.shortest {
      lines.append(
        RecordStrings.lengths(
          longest: (longest.number, longest.moves),
          shortest: (shortest.number, shortest.moves)
        )
      )
    }
    for game in games {
      let name = Self.name(game.game)
      lines.append(RecordStrings.line(name, Self.words(game.tally), game.strength?.words))
    }
    for opponent in opponents {
      let strength = opponent.strength.sorted { $0.key < $1.key }
        .map { "\(Self.name($0.key)) \($0.value.words)" }
      lines.append(
        RecordStrings.line(
          RecordStrings.against(opponent.opponent),
          Self.words(opponent.tally),
          strength.joined(separator: ", ")
        )
      )
    }
    return lines
  }

  private static func name(_ game: String) -> String {
    GameKind(rawValue: game).map(RecordStrings.name) ?? game
  }

  private static func words(_ tally: Tally) -> String {
    RecordStrings.short(tally.wins, tally.draws, tally.losses)
  }
}

extension Standings.Opponent {
  /// The fingerprint of another player's key.
  fileprivate var fingerprint: String? {
    switch self {
    case .player(let key): Fingerprint(of: key).description
    case .robot, .program: nil
    }
  }
}
