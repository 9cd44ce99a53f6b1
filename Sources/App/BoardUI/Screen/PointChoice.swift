import GameRules

/// The meaning of a chosen point: a move, or the first half of one.
enum PointChoice: Hashable {
  /// A move, which the rules may still refuse.
  case play(Move)
  /// The piece there is to be moved.
  case pick(Point)
  /// The chosen piece is put down again.
  case drop
}

extension Position {
  /// The meaning of choosing `point` while the piece on `picked` is chosen, if any is.
  func choice(of point: Point, picked: Point?) -> PointChoice {
    switch self {
    case .gomoku: return .play(.place(point))
    case .liuzhou(let liuzhou) where liuzhou.capturesDue > 0: return .play(.remove(point))
    case .liuzhou(let liuzhou) where liuzhou.phase == .placing: return .play(.place(point))
    case .liuzhou(let liuzhou):
      let isOwn = liuzhou.stone(at: point) == liuzhou.toMove
      return step(to: point, isOwn: isOwn, picked) { .step(from: $0, to: $1) }
    case .xiangqi(let xiangqi):
      let isOwn = xiangqi.piece(at: point)?.side == xiangqi.toMove
      return step(to: point, isOwn: isOwn, picked) { .carry(from: $0, to: $1) }
    }
  }

  private func step(
    to point: Point,
    isOwn: Bool,
    _ picked: Point?,
    move: (Point, Point) -> Move
  ) -> PointChoice {
    if picked == point { return .drop }
    if isOwn { return .pick(point) }
    // Where nothing of one's own is picked, the rules have a sentence for that.
    return .play(move(picked ?? point, point))
  }
}
