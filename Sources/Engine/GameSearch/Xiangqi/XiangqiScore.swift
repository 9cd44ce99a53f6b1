/// The scores of a Xiangqi search, in hundredths of a pawn, and the bounds between their kinds.
enum XiangqiScore {
  /// A mate at the root; one ply later it is one less.
  static let mate = 30_000
  /// Anything from here up is a mate.
  static let leastMate = 29_000
  /// A game won by the rules of repetition, one less for each ply from the root.
  ///
  /// It is no mate, as the loser could have played something else earlier.
  static let rule = 20_000
  /// Anything from here up is won by a mate or by a rule.
  static let decisive = 19_000
  /// No evaluation is higher.
  static let highest = 15_000
  /// Above every score.
  static let infinite = 31_000
  /// No score at all.
  static let none = 32_000

  /// A score as the table keeps it: a win counted from its own position, not from the root.
  @inline(__always)
  static func stored(_ score: Int, ply: Int) -> Int {
    score >= decisive ? score &+ ply : score <= -decisive ? score &- ply : score
  }

  /// A score of the table as it is worth here.
  @inline(__always)
  static func recalled(_ score: Int, ply: Int) -> Int {
    score >= decisive ? score &- ply : score <= -decisive ? score &+ ply : score
  }
}
