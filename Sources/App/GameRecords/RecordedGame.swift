public import GameRules
public import MatchPlay
public import MatchProtocol

/// One game as it is kept, with a number of its own: against whom, by what rules, and how it ended.
///
/// The moves are kept beside it, as a list of many games needs none of them.
public struct RecordedGame: Hashable, Sendable {
  /// Where the two sides of a game were.
  public enum Setting: Hashable, Sendable {
    /// The other player sat at another board.
    case link(opponent: PlayerID, name: PlayerName)
    /// Both sides were played at one terminal.
    case terminal
    /// A machine had the other side: this program's search at a level from 1 to 10, or another
    /// program, which has no level.
    case machine(name: String, level: Int?)
    /// The game was read from a file of this name.
    case file(name: String)
  }

  /// How a game ended.
  public struct End: Hashable, Sendable {
    /// Who won; nil for a draw.
    public let winner: Side?
    /// The ``reason`` of a game that both players agreed to begin anew, without a result.
    public static let begunAnew = "begun-anew"
    /// The reason of a game after which both players went back to an earlier position, as they had
    /// different records of it.
    public static let setAside = "set-aside"

    /// Why, in the word that `tabletooth-engine inspect` has for it, or `resignation`, `timeout` or
    /// `agreement`; nil where a file tells only who won.
    public let reason: String?

    /// States that `winner`, or nobody, won because of `reason`.
    public init(winner: Side?, reason: String?) {
      self.winner = winner
      self.reason = reason
    }
  }

  /// The place of another game from which this one was played on.
  public struct Origin: Hashable, Sendable {
    /// The number of the other game; nil where it was one of a file.
    public let number: Int64?
    /// After how many of its moves this game left it.
    public let ply: Int

    /// The place after `ply` moves of the game `number`.
    public init(number: Int64?, ply: Int) {
      self.number = number
      self.ply = ply
    }
  }

  /// What is played and by what terms; nil until a host has named it.
  public var terms: GameTerms?
  /// Where the two sides were.
  public var setting: Setting
  /// The side of the player who keeps the record; nil where that one has both or none.
  public var side: Side?
  /// True if the first player has White, which in Gomoku only swap2 brings about.
  public var isFirstWhite = false
  /// The number of moves that were made, those that were taken back left out.
  public var moveCount = 0
  /// How it ended; nil for a game that did not end, or of which a list does not know yet.
  public var end: End?
  /// When it began, in seconds since 1970, UTC.
  public var startedAt: Int64
  /// When it ended, in seconds since 1970, UTC, if that is known.
  public var endedAt: Int64?
  /// The game from which it was played on, if it was.
  public var origin: Origin?
  /// The help that a player had; with any, the game does not count for a rating.
  public var assistance: Assistance = []

  /// A game that begins at `startedAt`, in seconds since 1970, UTC.
  public init(_ terms: GameTerms?, setting: Setting, side: Side?, startedAt: Int64) {
    self.terms = terms
    self.setting = setting
    self.side = side
    self.startedAt = startedAt
  }

  /// Takes over what `match` says: the moves so far, the colours, and how it ended.
  public mutating func note(_ match: Match) {
    note(match.position)
    assistance.formUnion(match.assistance)
    end = match.outcome.map(End.init)
  }

  /// Takes over the number of moves and the colours of `position`.
  public mutating func note(_ position: Position) {
    moveCount = position.ply
    if case .gomoku(let gomoku) = position { isFirstWhite = gomoku.blackSide == .second }
  }
}

extension RecordedGame.End {
  /// What the players of a match came to.
  public init(_ outcome: MatchOutcome) {
    let reason =
      switch outcome {
      case .byRules(let outcome): outcome.reason.rawValue
      case .resignation: "resignation"
      case .timeout: "timeout"
      case .agreement: "agreement"
      case .begunAnew: Self.begunAnew
      }
    self.init(winner: outcome.winner, reason: reason)
  }

  /// What a file says; nil where it says nothing.
  public init?(_ file: GameFile) {
    let end = file.position.outcome
    let reason = GameFile.Result(end) == file.result ? end?.reason.rawValue : nil
    switch file.result {
    case .firstWon: self.init(winner: .first, reason: reason)
    case .secondWon: self.init(winner: .second, reason: reason)
    case .draw: self.init(winner: nil, reason: reason)
    case .unknown: return nil
    }
  }
}

extension RecordedGame {
  /// How the game went for the player who keeps the record.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    /// That player won.
    case won
    /// The other one won.
    case lost
    /// Nobody won.
    case draw
  }

  /// How it went for the player who keeps the record; nil while it goes on, or where that player
  /// has both sides or none.
  public var result: Result? {
    guard let end, let side, end.reason != End.begunAnew, end.reason != End.setAside
    else { return nil }
    return switch end.winner {
    case nil: .draw
    case side: .won
    case .some: .lost
    }
  }
}

/// The moves of a recorded game, and what else belongs to one game only.
public struct GameScore: Hashable, Sendable {
  /// The position before the first move, where it is not that of the game.
  public var start: String?
  /// The moves, oldest first, as a player types them.
  public var moves: [String]
  /// What a file said about the game besides.
  public var tags: [GameFile.Tag: String]
  /// Comments, by the number of moves before them.
  public var comments: [Int: String]

  /// A game of these moves.
  public init(
    start: String? = nil,
    moves: [String] = [],
    tags: [GameFile.Tag: String] = [:],
    comments: [Int: String] = [:]
  ) {
    self.start = start
    self.moves = moves
    self.tags = tags
    self.comments = comments
  }

  /// The start and the moves of `position`.
  public init(_ position: Position) {
    let usual = Position(game: position.game)
    let start = position.start
    self.init(
      start: start.text == usual.text ? nil : start.text,
      moves: position.moves.map(\.description)
    )
  }

  /// Plays the moves of a game by `terms`; nil where they are none of it.
  public func position(by terms: GameTerms) -> Position? {
    guard let game = terms.game else { return nil }
    var position = Position(game: game)
    if let start {
      guard let text = try? Position(game: game, text: start) else { return nil }
      position = text
    }
    for move in moves {
      guard let move = try? position.move(from: move), (try? position.playOn(move)) != nil else {
        return nil
      }
    }
    return position
  }
}
