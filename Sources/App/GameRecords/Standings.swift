public import GameRules
public import MatchProtocol

/// What follows from many games: how often one won, and how strong the players are.
///
/// Everything is computed anew from the records, in one order: by the time of the end, or of the
/// beginning where that is not known, and by the number where the times are equal. Only games
/// with a result for the player who keeps the records count. A game in which a player had help
/// counts as won, drawn or lost, and changes no rating.
public struct Standings: Hashable, Sendable {
  /// Who has the other side.
  public enum Opponent: Hashable, Sendable {
    /// Another player, known by the key.
    case player(PlayerID)
    /// This program's own search at this level.
    case robot(level: Int)
    /// Another program.
    case program(String)
  }

  /// Some games with a result.
  public struct Tally: Hashable, Sendable {
    /// How many were won, drawn and lost.
    public private(set) var wins = 0, draws = 0, losses = 0
    /// The longest streaks of wins and of losses.
    public private(set) var longestWinning = 0, longestLosing = 0
    /// How many games at the end were won, or if negative lost, one after the other.
    public private(set) var streak = 0
    /// The longest and the shortest game: its number and its moves.
    public private(set) var longest: Length?, shortest: Length?

    /// The number of games.
    public var games: Int { wins + draws + losses }
  }

  /// How long a game was.
  public struct Length: Hashable, Sendable {
    /// The number of the game.
    public let number: Int64
    /// The number of moves it had.
    public let moves: Int
  }

  /// One player's games against one opponent, or in one game.
  public struct Line: Hashable, Sendable {
    /// The games.
    public private(set) var tally = Tally()
    /// The opponent's ratings, by game.
    public private(set) var ratings: [GameKind: Rating] = [:]
  }

  /// All games that count.
  public private(set) var tally = Tally()
  /// The games of each kind.
  public private(set) var byGame: [GameKind: Tally] = [:]
  /// The player's own ratings: each kind of game has one.
  public private(set) var ratings: [GameKind: Rating] = [:]
  /// The games against each opponent, and how strong that one is by them.
  public private(set) var byOpponent: [Opponent: Line] = [:]

  /// What follows from `games`, each with its number, in whatever order they come.
  public init(_ games: [(number: Int64, game: RecordedGame)]) {
    let counted = games.filter { $0.game.result != nil && $0.game.opponent != nil }
    let ordered = counted.sorted { one, other in
      (one.game.orderTime, one.number) < (other.game.orderTime, other.number)
    }
    for (number, game) in ordered { note(number, game) }
  }

  private mutating func note(_ number: Int64, _ game: RecordedGame) {
    guard let result = game.result, let opponent = game.opponent, let kind = game.terms?.kind else {
      return
    }
    tally.note(result, number, game.moveCount)
    byGame[kind, default: Tally()].note(result, number, game.moveCount)
    var line = byOpponent[opponent] ?? Line()
    line.note(result, number, game.moveCount)
    defer { byOpponent[opponent] = line }
    guard game.assistance.isEmpty else { return }
    let (own, other) = (ratings[kind] ?? Rating(), line.ratings[kind] ?? Rating())
    // Each game is a rating period of its own; both are rated by what the other was before it.
    ratings[kind] = own.after([.init(against: other, score: result.score)])
    line.rate(kind, other.after([.init(against: own, score: 1 - result.score)]))
  }
}

extension Standings.Line {
  fileprivate mutating func note(_ result: RecordedGame.Result, _ number: Int64, _ moves: Int) {
    tally.note(result, number, moves)
  }

  fileprivate mutating func rate(_ kind: GameKind, _ rating: Rating) {
    ratings[kind] = rating
  }
}

extension Standings.Tally {
  fileprivate mutating func note(_ result: RecordedGame.Result, _ number: Int64, _ moves: Int) {
    switch result {
    case .won:
      wins += 1
      streak = max(streak, 0) + 1
      longestWinning = max(longestWinning, streak)
    case .lost:
      losses += 1
      streak = min(streak, 0) - 1
      longestLosing = max(longestLosing, -streak)
    case .draw:
      draws += 1
      streak = 0
    }
    let length = Standings.Length(number: number, moves: moves)
    if moves > longest?.moves ?? -1 { longest = length }
    if moves < shortest?.moves ?? .max { shortest = length }
  }
}

extension RecordedGame {
  /// When it stands in the order of all games.
  fileprivate var orderTime: Int64 { endedAt ?? startedAt }

  /// Who had the other side, where that is somebody who can be rated.
  public var opponent: Standings.Opponent? {
    switch setting {
    case .link(let key, _): .player(key)
    case .machine(_, let level?): .robot(level: level)
    case .machine(let name, nil): .program(name)
    case .terminal, .file: nil
    }
  }
}

extension RecordedGame.Result {
  /// What it counts for a rating.
  fileprivate var score: Double {
    switch self {
    case .won: 1
    case .draw: 0.5
    case .lost: 0
    }
  }
}
