import GameRules

/// The weaknesses of a level of play: like a person, it looks less far and overlooks.
///
/// The numbers were set by games of each level against the one below: docs/dev/tuning.md.
struct XiangqiStrength: LevelErrors, Sendable {
  /// The depth and the number of nodes of a thought.
  var depth = XiangqiMemory.mostPly
  var nodes = UInt64.max
  /// The number of captures in a row that are searched at the end of a line.
  var captures = XiangqiMemory.mostPly
  /// The number of moves that are overlooked, of 1,024; of long ones twice as many.
  var lapses: UInt64 = 0
  /// By how much a position is misjudged at most, in hundredths of a pawn.
  var noise = 0
  /// The seed of lapses and errors.
  var seed: UInt64 = 0

  init(_ settings: SearchSettings) {
    seed = settings.seed &* 0x9e37_79b9_7f4a_7c15
    switch settings.level.number {
    case 1: (depth, nodes, captures, lapses, noise) = (1, 5_000, 1, 220, 160)
    case 2: (depth, nodes, captures, lapses, noise) = (2, 5_000, 3, 90, 90)
    case 3: (nodes, lapses, noise) = (1_900, 2, 26)
    case 4: (nodes, lapses, noise) = (3_000, 1, 25)
    case 5: (nodes, noise) = (5_000, 22)
    case 6: (nodes, noise) = (13_000, 14)
    case 7: (nodes, noise) = (35_000, 8)
    case 8: (nodes, noise) = (90_000, 4)
    case 9: nodes = 250_000
    default: break
    }
  }
}

extension XiangqiWorker {
  /// The value of a position as this level of play sees it.
  @inline(__always)
  func assess() -> Int {
    let full = board.evaluate(task.weights.features)
    // An advantage that nothing comes of is worth less: the sixty moves without a capture draw.
    let score = full &- full &* Int(board.past[board.height].quiet) / 300
    return task.strength.misjudged(score, board.key)
  }

  /// True if this level of play does not think of a move.
  @inline(__always)
  func overlooks(_ move: UInt16) -> Bool {
    task.strength.lapses > 0 && task.strength.overlooks(move, board)
  }
}

extension XiangqiStrength {
  /// True if this level does not think of a move; answers to a check and recaptures always are.
  fileprivate func overlooks(_ move: UInt16, _ board: borrowing XiangqiBoard) -> Bool {
    guard !board.isInCheck, move & 255 != board.past[board.height].move & 255 else { return false }
    let (from, to) = (Int(move >> 8), Int(move & 255))
    let isLong = abs(from >> 4 &- to >> 4) > 3 || abs(from & 15 &- to & 15) > 3
    let draw = draw(board.key, move) & 1_023
    return draw < lapses &* (isLong ? 2 : 1)
  }
}
