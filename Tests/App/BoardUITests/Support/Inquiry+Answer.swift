import BoardUI
import GameRules
import GameSearch

extension Inquiry {
  /// What somebody plays who looks one move ahead; the same seed always plays the same.
  func answer(seed: UInt64) -> Move? {
    let settings = SearchSettings(level: SearchLevel(3) ?? .usual, tableBytes: 1 << 16, seed: seed)
    var searcher = GameSearcher(settings)
    return searcher.think(position)?.move
  }
}
