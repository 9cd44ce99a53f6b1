/// The reason why a position refuses a move.
public enum IllegalMove: Error, Hashable, Sendable {
  /// The game has ended.
  case gameOver
  /// The board has no such point.
  case offBoard(Point)
  /// A stone stands there, or in Xiangqi a piece of the mover's own.
  case occupied(Point)
  /// The move belongs to another game, or to another phase of this one.
  case otherGame(Move)
  /// A stone has to be taken first.
  case captureDue
  /// The stone on this point may not be taken.
  case notTakeable(Point, Immunity)
  /// No stone or piece can go that way.
  case noSuchStep(from: Point, to: Point, Obstacle)
  /// The two generals would face each other on an open column.
  case facesGeneral(Move)
  /// The own general is in check, and could still be taken by the piece on this point.
  case leavesCheck(Move, attacker: Point)
  /// The own general could be taken by the piece on this point after it.
  case exposesGeneral(Move, attacker: Point)
  /// Black may not do this under renju.
  case forbidden(Point, RenjuFoul)
  /// A rule that this game alone has.
  case against(GameRule)
}

/// A rule of one game that a move would break.
public struct GameRule: Hashable, Sendable {
  /// The name of the rule, by which the words of the game and the page know it.
  public let name: String
  /// The point where the move ends.
  public let point: Point
  /// The move, where the words of the game ask the position about it.
  public var move: Move?
}

/// What is in the way of a step of Liuzhou chess or a move of Xiangqi.
public enum Obstacle: Hashable, Sendable {
  /// Nothing stands where it begins.
  case nothingThere
  /// What stands where it begins is the opponent's.
  case notOwn
  /// What stands there does not go so.
  case notItsWay
  /// A piece stands on this point, a horse's leg: the end of its straight step.
  case leg(Point)
  /// A piece stands on this point, an elephant's eye: the middle of its way.
  case eye(Point)
  /// A piece stands on this point of a rook's or cannon's line.
  case piece(Point)
  /// A cannon takes over exactly one piece, and so many stand before what it would take.
  case screens(Int)
  /// An advisor or a general would leave the palace.
  case palace
  /// An elephant would cross the river.
  case river
  /// A pawn would go back, or sideways before it has crossed the river.
  case pawnTooEarly
}

/// The reason why a stone of Liuzhou chess may not be taken.
public enum Immunity: Hashable, Sendable {
  /// There is none.
  case nothingThere
  /// It is the taker's own.
  case own
  /// It is captured already, and still fills its point (R11).
  case marked
  /// It stands in a complete formation (R8), and others do not (R9).
  case protected(FormationKind)
}

/// A text that is no move in the position it was typed in.
public struct UnreadableMove: Error, Hashable, Sendable {
  /// What was typed.
  public let text: String

  /// What a move looks like here, such as `a letter and a number, like h8`.
  public let expected: String
}
