public import GameRules

extension Position {
  /// True if endgame tables may soon know how the game ends, and `level` uses them.
  public func isNearTabledEnd(level: SearchLevel) -> Bool {
    guard case .liuzhou(let game) = self, level.usesEndgames, game.phase == .moving else {
      return false
    }
    let points = (0..<36).compactMap { Point(column: $0 % 6, row: $0 / 6) }
    return points.count { game.stone(at: $0) != nil } <= 8
  }
}
