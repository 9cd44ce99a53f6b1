internal import GameRules

/// What a position is worth without a look ahead, in hundredths of a stone for the side to move.
struct LiuzhouEvaluation: Sendable {
  let lines = LiuzhouLines.shared

  func score(_ state: LiuzhouState) -> Int {
    state.phase == .placing ? placing(state) : moving(state)
  }

  private func placing(_ state: LiuzhouState) -> Int {
    let left = Int(state.left)
    let ownPlaced = state.isWhite ? 18 - left / 2 : 18 - (left + 1) / 2
    let enemyPlaced = 36 - left - ownPlaced
    let material =
      (state.own.nonzeroBitCount - ownPlaced) - (state.enemy.nonzeroBitCount - enemyPlaced)
    let empty = state.empty
    let own = promise(state.own, empty)
    let enemy = promise(state.enemy, empty)
    return 100 * material + own - enemy + (own > 0 ? 10 : 0)
  }

  /// What the open formations of `stones` promise.
  private func promise(_ stones: UInt64, _ empty: UInt64) -> Int {
    let gaps = LiuzhouPoints.squareGaps(stones) & empty
    var total = 30 * gaps.nonzeroBitCount
    let open = stones | empty
    let corners = LiuzhouPoints.squareCorners(open)
    var rest = corners
    while rest != 0 {
      let corner = rest.trailingZeroBitCount
      rest &= rest - 1
      let mask = (0b1100_0011 as UInt64) << UInt64(corner)
      if (mask & stones).nonzeroBitCount == 2 { total += 8 }
    }
    for line in 0..<LiuzhouLines.count {
      let mask = lines.mask(line)
      guard mask & ~open == 0 else { continue }
      let missing = mask.nonzeroBitCount - (mask & stones).nonzeroBitCount
      let captures = lines.captures(line)
      switch missing {
      case 0: total += 10
      case 1: total += 30 * captures
      case 2: total += 10 * captures
      case 3: total += 4 * captures
      default: break
      }
    }
    return total
  }

  private func moving(_ state: LiuzhouState) -> Int {
    let material = state.own.nonzeroBitCount - state.enemy.nonzeroBitCount
    let few = min(state.own.nonzeroBitCount, state.enemy.nonzeroBitCount)
    let empty = state.empty
    let own = activity(state.own, empty, state.stepCount(state.own))
    let enemy = activity(state.enemy, empty, state.stepCount(state.enemy))
    return material * (100 + 10 * (18 - few)) + own - enemy
  }

  private func activity(_ stones: UInt64, _ empty: UInt64, _ steps: Int) -> Int {
    let gaps = LiuzhouPoints.squareGaps(stones) & empty & LiuzhouPoints.beside(stones)
    let squares = LiuzhouPoints.squares(LiuzhouPoints.squareCorners(stones))
    let loose = squares & LiuzhouPoints.beside(empty)
    return 25 * gaps.nonzeroBitCount + 8 * squares.nonzeroBitCount
      + (loose != 0 ? 60 : 0) + 3 * min(steps, 12)
  }
}
