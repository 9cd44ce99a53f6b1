public import GameRules

/// How a match ended: by the rules of its game, or because a player gave up.
public enum MatchOutcome: Hashable, Sendable {
  /// The position decides.
  case byRules(Outcome)
  /// This side resigned.
  case resignation(Side)

  /// The side that won, or nil for a draw.
  public var winner: Side? {
    switch self {
    case .byRules(let outcome): outcome.winner
    case .resignation(let side): side.other
    }
  }
}
