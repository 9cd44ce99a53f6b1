/// The purpose of a table.
public enum TableKind: String, Hashable, Sendable {
  /// A game.
  case game
  /// A file that is waited for.
  case files
  /// The other end of a pipe.
  case pipe

  /// The kind of table whose host offers this: in place of a game and its rule the kind's own word
  /// stands there.
  public init(offer: MatchMessage.Start) {
    self = offer.rule == offer.game ? TableKind(rawValue: offer.game) ?? .game : .game
  }
}
