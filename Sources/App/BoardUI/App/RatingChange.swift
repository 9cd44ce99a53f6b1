public import GameRules

/// The change of a player's rating by one game.
public struct RatingChange: Hashable, Sendable {
  /// The game whose rating it is.
  public let game: GameKind
  /// The rating after the game, rounded.
  public let rating: Int
  /// The error within which the rating is in 95 of 100 cases.
  public let error: Int
  /// The rating after the game less the one before it.
  public let change: Int

  /// States that a rating is now `rating`, give or take `error`, `change` more than before.
  public init(_ game: GameKind, rating: Int, error: Int, change: Int) {
    (self.game, self.rating, self.error, self.change) = (game, rating, error, change)
  }
}
