public import GameRules

/// Which game was played and the moves so far, enough to set it up again.
public struct GameRecord: Hashable, Sendable {
  /// The game.
  public let game: GameKind
  /// The rule in force.
  public let rule: GomokuRule
  /// The moves in order; `Side.first` made the first one.
  public private(set) var moves: [Move] = []

  /// An empty record.
  public init(game: GameKind, rule: GomokuRule) {
    self.game = game
    self.rule = rule
  }

  mutating func append(_ move: Move) {
    moves.append(move)
  }
}

extension GameRecord: CustomStringConvertible {
  /// The moves, separated by spaces: `h8 i9 h9`.
  public var description: String {
    moves.map(\.description).joined(separator: " ")
  }
}
