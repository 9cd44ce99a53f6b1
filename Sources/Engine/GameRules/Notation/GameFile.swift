/// A game as a file holds it, whatever the format: a start, the moves from there, and who played.
///
/// The formats are in docs/reference/formats.md.
public struct GameFile: Hashable, Sendable {
  /// What a file may say about a game besides its moves.
  public enum Tag: String, CaseIterable, Sendable {
    /// The tournament or match.
    case event
    /// Where it was played.
    case site
    /// When it was played, as the file writes it.
    case date
    /// The round of the event.
    case round
    /// Who made the first move: Black in Gomoku, Red in Xiangqi.
    case firstPlayer
    /// The opponent.
    case secondPlayer
    /// The team of the first player.
    case firstTeam
    /// The team of the second player.
    case secondTeam
    /// The name of the opening.
    case opening
    /// Who commented on the game.
    case annotator
  }

  /// How a game ended, by the rules or otherwise.
  public enum Result: String, CaseIterable, Sendable {
    /// The first player won.
    case firstWon
    /// The second player won.
    case secondWon
    /// Nobody won.
    case draw
    /// The game goes on, or nobody knows.
    case unknown
  }

  /// The longest text of one game that is read, in bytes of UTF-8.
  ///
  /// The longest games by our rules take less than a tenth of it.
  public static let maximumSize = 1 << 20

  /// The last position; its moves are those of the game.
  public let position: Position

  /// What is known about the game; one line each, never empty.
  public let tags: [Tag: String]

  /// How the game ended.
  public let result: Result

  /// What was said about the game, by the number of moves before it; one line each, never empty.
  public let comments: [Int: String]

  /// Holds `position` and its moves.
  ///
  /// - Parameters:
  ///   - position: the last position.
  ///   - tags: what is known; spaces and line breaks become single spaces, empty values nothing.
  ///     Characters that control a terminal or turn the direction of a line are removed.
  ///   - result: how it ended; where this is unknown, the rules are asked.
  ///   - comments: what was said, by the number of moves before it.
  public init(
    _ position: Position,
    tags: [Tag: String] = [:],
    result: Result = .unknown,
    comments: [Int: String] = [:]
  ) {
    self.position = position
    self.tags = Self.lines(tags)
    self.comments = Self.lines(comments)
    self.result = result == .unknown ? Result(position.outcome) : result
  }

  /// Each text on one line; those with nothing in them are left out.
  private static func lines<Key>(_ texts: [Key: String]) -> [Key: String] {
    texts.mapValues {
      $0.withoutControls.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
    }
    .filter { !$0.value.isEmpty }
  }

  /// Which game it is, and by what terms.
  public var game: Game { position.game }

  /// The moves, oldest first.
  public var moves: [Move] { position.moves }

  /// The position before the first move.
  public var start: Position { position.start }

  /// True if the file goes on with a pass, which no rules here have, and was read up to there.
  public var endsBeforePass: Bool {
    comments[position.ply]?.hasSuffix(MoveTree.pass) ?? false
  }
}

extension String {
  /// The text without the control characters that are not white space, and without the format
  /// characters that are not joiners.
  var withoutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { scalar in
          switch scalar.properties.generalCategory {
          case .control: scalar.properties.isWhitespace
          case .format: scalar.properties.isJoinControl
          default: true
          }
        }
      )
    )
  }
}

extension GameFile.Result {
  /// What the rules say; unknown while the game goes on.
  public init(_ outcome: Outcome?) {
    switch outcome {
    case nil: self = .unknown
    case let outcome?:
      switch outcome.winner {
      case .first: self = .firstWon
      case .second: self = .secondWon
      case nil: self = .draw
      }
    }
  }

  /// The same result when the players are counted the other way round.
  var swapped: Self {
    switch self {
    case .firstWon: .secondWon
    case .secondWon: .firstWon
    case .draw, .unknown: self
    }
  }
}
