/// What the players of a match say to each other, once both are seated.
public enum Message: Hashable, Sendable {
  /// What is played and who begins; from the host.
  case start(Start)

  /// A move, from the player whose turn it is.
  case move(Move)

  /// The sender gives up.
  case resign
}

extension Message {
  /// What is played and who begins.
  public struct Start: Hashable, Sendable {
    /// The side of the link that makes the first move.
    public enum First: Hashable, Sendable {
      /// The host.
      case host

      /// The guest.
      case guest
    }

    /// The game, such as `gomoku`: 1 to 32 characters of ASCII from `!` to `~`.
    public var game: String

    /// The rule, such as `freestyle`: 1 to 32 characters of ASCII from `!` to `~`.
    public var rule: String

    /// Who makes the first move.
    public var first: First

    /// A match of `game` by `rule`.
    public init(game: String, rule: String, first: First) {
      self.game = game
      self.rule = rule
      self.first = first
    }
  }

  /// A move and its place in the game.
  public struct Move: Hashable, Sendable {
    /// How many moves were made before this one, by both sides together: 0...65,535.
    public var ply: Int

    /// The move in its game's notation, such as `h8`: 1 to 16 characters of ASCII from `!` to `~`.
    public var text: String

    /// The move `text`, made after `ply` others.
    public init(ply: Int, text: String) {
      self.ply = ply
      self.text = text
    }
  }
}

extension Message {
  func check() throws(ProtocolError) {
    switch self {
    case .start(let start):
      try FieldRules.checkToken(start.game, .game, maximum: FieldRules.longestGameName)
      try FieldRules.checkToken(start.rule, .rule, maximum: FieldRules.longestGameName)
    case .move(let move):
      try FieldRules.checkToken(move.text, .move, maximum: FieldRules.longestMove)
      guard (0...FieldRules.largestPly).contains(move.ply) else {
        throw .valueOutOfRange(.ply, UInt64(clamping: move.ply))
      }
    case .resign:
      break
    }
  }
}
