import GameRules

/// The weaknesses of a level of play: like a person, it looks less far and overlooks.
struct ChessStrength: LevelErrors, Sendable {
  /// The depth and the number of nodes of a thought.
  var depth = ChessWorker.mostPly
  var nodes = UInt64.max
  /// The number of moves that are overlooked, of 1,024.
  var lapses: UInt64 = 0
  /// By how much a position is misjudged at most, in hundredths of a pawn.
  var noise = 0
  /// The seed of lapses and errors.
  var seed: UInt64 = 0

  init(_ settings: SearchSettings) {
    seed = settings.seed &* 0x9e37_79b9_7f4a_7c15
    switch settings.level.number {
    case 1: (depth, nodes, lapses, noise) = (1, 500, 80, 110)
    case 2: (depth, nodes, lapses, noise) = (2, 1_000, 125, 120)
    case 3: (depth, nodes, lapses, noise) = (3, 2_000, 30, 60)
    case 4: (nodes, lapses, noise) = (2_500, 8, 40)
    case 5: (nodes, noise) = (4_500, 30)
    case 6: (nodes, noise) = (10_000, 20)
    case 7: (nodes, noise) = (25_000, 12)
    case 8: (nodes, noise) = (70_000, 6)
    case 9: nodes = 220_000
    default: break
    }
  }
}
