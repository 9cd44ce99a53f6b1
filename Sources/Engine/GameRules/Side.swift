/// The two players, named by the order of their first moves.
public enum Side: String, CaseIterable, Sendable {
  /// Moves first: Black in Gomoku, White in Liuzhou chess, Red in Xiangqi.
  case first
  /// Moves second: White in Gomoku, Black in Liuzhou chess and Xiangqi.
  case second

  /// The opponent.
  public var other: Side {
    switch self {
    case .first: .second
    case .second: .first
    }
  }
}
