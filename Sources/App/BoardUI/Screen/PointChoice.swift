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
    switch gesture {
    case .place: .play(.place(point))
    case .remove: .play(.remove(point))
    case .step: step(to: point, picked) { .step(from: $0, to: $1) }
    case .carry:
      step(to: point, picked) { from, to in
        guard case .chess = self else { return .carry(from: from, to: to) }
        return .chess(from: from, to: to) ?? .place(to)
      }
    }
  }

  private func step(
    to point: Point,
    _ picked: Point?,
    move: (Point, Point) -> Move
  ) -> PointChoice {
    if picked == point { return .drop }
    if cell(at: point)?.side == toMove { return .pick(point) }
    // Where nothing of one's own is picked, the rules have a sentence for that.
    return .play(move(picked ?? point, point))
  }
}
