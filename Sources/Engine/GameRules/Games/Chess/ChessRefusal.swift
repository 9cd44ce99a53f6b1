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
  case several([Move])
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

extension ChessRefusal {
  /// The name of the rule, by which the page knows it.
  var name: String {
    switch self {
    case .gameOver: "game-over"
    case .unreadable, .several, .noSuchPiece: "other-game"
    case .nothingThere: "no-piece"
    case .notOwn: "not-own"
    case .occupied: "own-piece"
    case .notItsWay: "not-its-way-there"
    case .blocked: "in-the-way"
    case .nothingToTake: "nothing-to-take"
    case .promotionMissing: "promotion-missing"
    case .noPromotion: "no-promotion"
    case .leavesCheck: "leaves-check"
    case .exposesKing, .kingAttacked: "exposes-king"
    case .noCastlingRight: "no-castling-right"
    case .castlesInCheck: "castles-in-check"
    case .castlesThroughCheck: "castles-through-check"
    }
  }
}
