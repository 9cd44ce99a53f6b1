public import GameRules

/// The end of a match: by the rules of its game, or by its players.
public enum MatchOutcome: Hashable, Sendable {
  /// The position decides.
  case byRules(Outcome)
  /// This side resigned.
  case resignation(Side)
  /// This side had no time left.
  case timeout(Side)
  /// Both agreed on a draw.
  case agreement
  /// Both agreed to begin anew: nobody has won, and it is no draw either.
  case begunAnew

  /// The side that won, or nil for a draw.
  public var winner: Side? {
    switch self {
    case .byRules(let outcome): outcome.winner
    case .resignation(let side), .timeout(let side): side.other
    case .agreement, .begunAnew: nil
    }
  }
}
