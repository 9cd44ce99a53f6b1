/// How much several formations made by one stone capture (R5).
public enum FormationCount: String, CaseIterable, Sendable {
  /// Only the most valuable one counts.
  case best
  /// All count together, a house rule.
  case sum
}

/// How often the same formation captures (R6).
public enum FormationReuse: String, CaseIterable, Sendable {
  /// Each time that it is made.
  case always
  /// Sixes and fives only the first time that a side makes them, a house rule; squares and the
  /// shorter diagonals always.
  case shortOnly = "short-only"
}

/// Where the rules of Liuzhou chess differ from house to house.
public struct LiuzhouTerms: Hashable, Sendable {
  /// How much several formations at once capture (R5).
  public var count: FormationCount
  /// How often the same formation captures (R6).
  public var reuse: FormationReuse

  /// The rules of docs/rules/liuzhou.md, but for what is named here.
  public init(count: FormationCount = .best, reuse: FormationReuse = .always) {
    self.count = count
    self.reuse = reuse
  }
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
