public import GameRules

/// A player that looks one move ahead.
///
/// It wins when it can, stops what would win at once, and otherwise plays where the lines of both
/// sides promise most. The same seed and the same position always give the same move.
public struct Robot: Sendable {
  private let seed: UInt64

  /// A robot that decides between equally good moves by `seed`.
  public init(seed: UInt64) {
    self.seed = seed
  }

  /// The move to play in `position`, or nil when the game is over.
  public func move(in position: Position) -> Move? {
    guard position.outcome == nil else { return nil }
    return switch position {
    case .gomoku(let position): move(in: position)
    case .liuzhou, .xiangqi: winningOrAny(in: position)
    }
  }

  /// A move that ends the game in the robot's favour, or else any.
  private func winningOrAny(in position: Position) -> Move? {
    let moves = position.legalMoves
    let winning = moves.first { move in
      var next = position
      return (try? next.play(move)) != nil && next.outcome?.winner == position.toMove
    }
    guard winning == nil, !moves.isEmpty else { return winning }
    return moves[Int(scrambled(seed ^ position.key) % UInt64(moves.count))]
  }

  private func move(in position: GomokuPosition) -> Move? {
    // Asked for a colour (swap2), it takes White: the first choice that is always offered and moves
    // at once.
    let white = Move.choose(.white)
    if position.legalMoves.contains(white) { return white }
    let lines = GomokuLines(position)
    var best: [Move] = []
    var bestScore = Int.min
    for move in position.legalMoves {
      guard let point = move.placedPoint else { continue }
      let score = lines.score(point)
      if score > bestScore {
        best = []
        bestScore = score
      }
      if score == bestScore { best.append(move) }
    }
    guard !best.isEmpty else { return nil }
    return best[Int(scrambled(seed ^ position.key) % UInt64(best.count))]
  }

  /// The output step of SplitMix64: neighbouring inputs give unrelated numbers.
  private func scrambled(_ number: UInt64) -> UInt64 {
    var value = number &+ 0x9e37_79b9_7f4a_7c15
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }
}
