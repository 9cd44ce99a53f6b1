/// What is played: a game, and the terms that this game knows.
public enum Game: Hashable, Sendable {
  /// Gomoku by these terms.
  case gomoku(GomokuTerms = GomokuTerms())
  /// Liuzhou chess by these house rules.
  case liuzhou(LiuzhouTerms = LiuzhouTerms())
  /// Xiangqi, which is played by the same rules everywhere.
  case xiangqi

  /// The game called `kind`, by the terms that it has where nothing else is said.
  public init(_ kind: GameKind) {
    switch kind {
    case .gomoku: self = .gomoku()
    case .liuzhou: self = .liuzhou()
    case .xiangqi: self = .xiangqi
    }
  }

  /// What the game is called.
  public var kind: GameKind {
    switch self {
    case .gomoku: .gomoku
    case .liuzhou: .liuzhou
    case .xiangqi: .xiangqi
    }
  }
}
