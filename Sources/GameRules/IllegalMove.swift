/// Why a position refuses a move.
public enum IllegalMove: Error, Hashable, Sendable {
  /// The game has ended.
  case gameOver
  /// The board has no such point.
  case offBoard(Point)
  /// A stone stands there.
  case occupied(Point)
  /// The move belongs to another game, or to another phase of this one.
  case otherGame(Move)
  /// A stone has to be taken first.
  case captureDue
  /// No enemy stone that may be taken stands there.
  case notTakeable(Point)
  /// No stone or piece can go that way.
  case noSuchStep(from: Point, to: Point)
  /// The own general could be taken after it.
  case exposesGeneral(Move)
  /// Black may not do this under renju.
  case forbidden(Point, RenjuFoul)
}

/// A text that is no move in the position it was typed in.
public struct UnreadableMove: Error, Hashable, Sendable {
  /// What was typed.
  public let text: String

  /// What a move looks like here, such as `a letter and a number, like h8`.
  public let expected: String
}
