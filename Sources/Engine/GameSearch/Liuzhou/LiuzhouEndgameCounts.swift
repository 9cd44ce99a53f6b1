/// The numbers of endings with fixed numbers of stones that are won, lost and drawn for the side to
/// move.
public struct EndgameCounts: Hashable, Sendable {
  /// The stones of the side to move.
  public let own: Int
  /// The stones of the other side.
  public let enemy: Int
  /// The number of states the side to move wins.
  public internal(set) var wins = 0
  /// The number of endings that it loses.
  public internal(set) var losses = 0
  /// The number of draws.
  public internal(set) var draws = 0
  /// The turns of the longest win or loss.
  public internal(set) var longest = 0

  /// The number of states.
  public var states: Int { wins + losses + draws }
}

extension LiuzhouEndgames {
  /// The numbers of the tables, images by symmetry counted one by one.
  public var counts: [EndgameCounts] {
    LiuzhouSlice.all(extent).map(counts)
  }

  private func counts(_ slice: LiuzhouSlice) -> EndgameCounts {
    var counts = EndgameCounts(own: slice.own.size, enemy: slice.enemyCount)
    for (orbit, own) in slice.own.masks.enumerated() {
      let weight = slice.own.orbitSizes[orbit]
      var squeezed: UInt64 = (1 << UInt64(slice.enemyCount)) - 1
      for _ in 0..<slice.enemySets {
        let enemy = LiuzhouSets.spread(squeezed, own)
        squeezed = LiuzhouSets.next(squeezed)
        let value = encoded[slice.index(orbit: orbit, enemy: enemy)]
        guard value != Self.draw else {
          counts.draws += weight
          continue
        }
        counts.longest = max(counts.longest, Int(value))
        if value & 1 == 1 { counts.wins += weight } else { counts.losses += weight }
      }
    }
    return counts
  }
}
