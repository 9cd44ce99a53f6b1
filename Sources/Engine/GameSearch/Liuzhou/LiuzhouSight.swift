/// The depth and quality of the search of a level of Liuzhou chess.
///
/// A weak person looks a move or two ahead, overlooks answers of both sides, and is mistaken about
/// what a position is worth; so does a weak level, instead of playing well and then giving the game
/// away.
struct LiuzhouSight: Hashable, Sendable {
  /// The maximum depth, in turns.
  var depth: Int
  /// The number of nodes it looks at, at most; nil is no limit.
  var nodes: UInt64?
  /// The number of further turns for which formations are searched.
  var quietTurns: Int
  /// The number of actions that are overlooked, of 256.
  var blindness: Int
  /// The maximum error of an evaluation, in hundredths of a stone.
  var noise: Int
  /// True if it knows the endgame tables.
  var knowsEndgames: Bool
  /// The seed of the lapses.
  var seed: UInt64

  /// The sight of `level`; docs/dev/liuzhou-search.md has the ladder that was played.
  init(_ level: SearchLevel, seed: UInt64) {
    let row = Self.rows[level.number - SearchLevel.range.lowerBound]
    depth = row.depth
    nodes = row.nodes
    quietTurns = row.quietTurns
    blindness = row.blindness
    noise = row.noise
    knowsEndgames = level.number >= 8
    self.seed = seed
  }

  private typealias Row = (
    depth: Int, nodes: UInt64?, quietTurns: Int, blindness: Int, noise: Int
  )

  private static let rows: [Row] = [
    (1, nil, 0, 120, 250),
    (1, nil, 0, 50, 120),
    (2, nil, 0, 40, 80),
    (2, nil, 1, 20, 45),
    (3, nil, 4, 0, 10),
    (100, 1_200, 4, 0, 0),
    (100, 4_000, 4, 0, 0),
    (100, 13_000, 4, 0, 0),
    (100, 45_000, 4, 0, 0),
    (100, nil, 4, 0, 0),
  ]

  /// True if `move` is overlooked in the position under `key`.
  func overlooks(_ move: LiuzhouMove, _ key: UInt64) -> Bool {
    Int(scrambled(key ^ UInt64(move.rawValue) << 20) & 255) < blindness
  }

  /// The error of the evaluation of the position under `key`.
  func error(_ key: UInt64) -> Int {
    Int(scrambled(key) % UInt64(2 * noise + 1)) - noise
  }

  /// The output step of SplitMix64: neighbouring inputs give unrelated numbers.
  private func scrambled(_ number: UInt64) -> UInt64 {
    var value = number ^ seed &* 0xd134_2543_de82_ef95 &+ 0x9e37_79b9_7f4a_7c15
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }
}
