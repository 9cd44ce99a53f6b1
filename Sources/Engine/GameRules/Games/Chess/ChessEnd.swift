/// How a game of chess ended by its rules, or may end by a claim.
public enum ChessEnd: String, CaseIterable, Sendable {
  /// The king of the side to move is in check, and no move saves it.
  case checkmate
  /// The side to move has no legal move and is not in check: a draw.
  case stalemate
  /// Neither side can mate with the pieces that are left: a draw.
  case deadPosition = "dead-position"
  /// The same position for the fifth time: a draw.
  case fivefoldRepetition = "fivefold-repetition"
  /// Seventy-five moves of each side without a capture or pawn move: a draw.
  case seventyFiveMoves = "seventy-five-moves"
  /// The same position for the third time: a draw if the side to move claims it.
  case threefoldRepetition = "threefold-repetition"
  /// Fifty moves of each side without a capture or pawn move: a draw if the side to move claims it.
  case fiftyMoves = "fifty-moves"
}

/// The reason why a position of chess refuses a move, or why a text names none.
public enum ChessRefusal: Error, Hashable, Sendable {
  /// The game has ended.
  case gameOver
  /// The text has no form of a move.
  case unreadable(String)
  /// Nothing stands on the square it starts from.
  case nothingThere(Point)
  /// What stands there is the opponent's.
  case notOwn(ChessPiece, Point)
  /// An own piece stands on the square it ends on.
  case occupied(ChessPiece, Point)
  /// A piece of this kind does not go so.
  case notItsWay(ChessPiece.Kind, from: Point, to: Point)
  /// This piece stands in the way, or before the pawn.
  case blocked(ChessPiece, Point)
  /// A pawn goes diagonally only to take, and nothing is there.
  case nothingToTake(Point)
  /// A pawn that reaches the last row becomes a piece, which has to be named.
  case promotionMissing(Point)
  /// Only a pawn that reaches the last row becomes another piece.
  case noPromotion(Point)
  /// The own king is in check, and could still be taken by this piece.
  case leavesCheck(ChessPiece, Point)
  /// The own king could be taken by this piece after it.
  case exposesKing(ChessPiece, Point)
  /// The king would be in check on this square, from this piece.
  case kingAttacked(on: Point, ChessPiece, Point)
  /// The king or the rook of this side has moved, or was never there.
  case noCastlingRight(ChessWing)
  /// The king may not castle out of check, which this piece gives.
  case castlesInCheck(ChessPiece, Point)
  /// The king may not castle over this square, which this piece attacks.
  case castlesThroughCheck(over: Point, ChessPiece, Point)
  /// It may be each of these legal moves.
  case several([ChessMove])
  /// The side to move has no piece of this kind that the text can mean.
  case noSuchPiece(ChessPiece.Kind)
}

/// The two sides of the board on which a king castles.
public enum ChessWing: String, CaseIterable, Sendable {
  /// The king's side, `O-O`.
  case king
  /// The queen's side, `O-O-O`.
  case queen
}
