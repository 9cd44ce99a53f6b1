/// The errors of a level of play, which are the same for the same seed and position.
protocol LevelErrors {
  /// By how much a position is misjudged at most, in hundredths of a pawn.
  var noise: Int { get }
  /// The seed of lapses and errors.
  var seed: UInt64 { get }
}

extension LevelErrors {
  /// Numbers without a pattern that are the same for the same position and move.
  @inline(__always)
  func draw(_ key: UInt64, _ move: UInt16) -> UInt64 {
    var word = (key ^ seed) &+ UInt64(move) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 29) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 32
  }

  /// The value of the position under `key`, which is `score`, as this level of play sees it.
  @inline(__always)
  func misjudged(_ score: Int, _ key: UInt64) -> Int {
    guard noise > 0 else { return score }
    let word = draw(key, 0)
    // The sum of two draws: small errors are more frequent than large ones.
    let error = Int(word & 1_023) &+ Int(word >> 10 & 1_023) &- 1_023
    return score &+ error &* noise / 1_023
  }
}
