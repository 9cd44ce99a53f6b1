extension Side {
  /// The colour that this side has; without swap2 Black always begins Gomoku.
  public func colour(in game: GameKind) -> String {
    switch (game, self) {
    case (.gomoku, .first), (.liuzhou, .second), (.xiangqi, .second): "black"
    case (.gomoku, .second), (.liuzhou, .first): "white"
    case (.xiangqi, .first): "red"
    }
  }
}
