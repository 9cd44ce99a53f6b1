public import GameRules

/// Which game was played and the moves so far, enough to set it up again.
public struct GameRecord: Hashable, Sendable {
  /// The game, and by what terms it was played.
  public let game: Game
  /// The moves in order; `Side.first` made the first one.
  public private(set) var moves: [Move] = []

  /// An empty record.
  public init(_ game: Game) {
    self.game = game
  }

  mutating func append(_ move: Move) {
    moves.append(move)
  }
}

extension GameRecord: CustomStringConvertible {
  /// The moves, separated by spaces: `h8 i9 h9`.
  public var description: String {
    moves.map { $0.description }.joined(separator: " ")
  }
}
