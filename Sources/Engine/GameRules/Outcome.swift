/// How a game ended by its rules.
///
/// Resigning and losing the link are no business of the rules; the match knows them.
public struct Outcome: Hashable, Sendable {
  /// What ended the game.
  public enum Reason: String, CaseIterable, Sendable {
    /// A row of five, or more where the rule allows more.
    case five
    /// No empty point is left.
    case boardFull = "board-full"
    /// Black made six or more in a row under renju.
    case overline
    /// Black made two fours with one stone under renju.
    case doubleFour = "double-four"
    /// Black made two threes with one stone under renju.
    case doubleThree = "double-three"
    /// Every empty point is forbidden to Black, who is to move.
    case onlyForbidden = "only-forbidden"
    /// A side of Liuzhou chess has fewer than three stones.
    case belowThree = "below-three"
    /// The side to move has no step in Liuzhou chess.
    case blocked
    /// The same position for the third time; in chess with a claim.
    case repetition
    /// The general or king is attacked and cannot be saved.
    case checkmate
    /// The side to move has no legal move: it loses in Xiangqi, and chess is drawn.
    case stalemate
    /// The loser repeated a position by nothing but checks.
    case perpetualCheck = "perpetual-check"
    /// The loser repeated a position by chasing the same piece with every move.
    case perpetualChase = "perpetual-chase"
    /// Sixty moves of each side of Xiangqi without a capture.
    case sixtyMove = "sixty-move"
    /// Neither side of Xiangqi has a piece that can cross the river.
    case noAttackers = "no-attackers"
    /// A hundred moving turns of Liuzhou chess without a capture.
    case quietMoves = "quiet-moves"
    /// Neither side of chess can mate with the pieces that are left.
    case deadPosition = "dead-position"
    /// The same position of chess for the fifth time.
    case fivefoldRepetition = "fivefold-repetition"
    /// Seventy-five moves of each side of chess without a capture or pawn move.
    case seventyFiveMoves = "seventy-five-moves"
    /// Fifty moves of each side of chess without a capture or pawn move, and a claim.
    case fiftyMoves = "fifty-moves"
    /// Time ran out in chess against a side that has too little to mate with.
    case cannotMate = "cannot-mate"
  }

  /// Who won; nil is a draw.
  public let winner: Side?

  /// What ended the game.
  public let reason: Reason

  /// States that `winner`, or nobody, won because of `reason`.
  public init(winner: Side?, reason: Reason) {
    self.winner = winner
    self.reason = reason
  }
}
