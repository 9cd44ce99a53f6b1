/// How much several formations made by one stone capture (R5).
public enum FormationCount: String, CaseIterable, Sendable {
  /// Only the most valuable one counts.
  case best
  /// All count together, a house rule.
  case sum
}

/// What a turn of Liuzhou chess consists of (R20).
public enum LiuzhouPhase: String, CaseIterable, Sendable {
  /// Stones come on the board; captured ones are only marked.
  case placing = "p"
  /// Nothing was captured while placing: each side removes one enemy stone.
  case removing = "r"
  /// Stones move one step.
  case moving = "m"
}
