public import GameRules

/// Short random beginnings of games in which neither side is far ahead.
///
/// Each begins with a few random moves; a short search says how good it is for either side. The
/// same seed gives the same openings in the same order.
public struct BalancedOpenings: Sendable {
  /// The number of random beginnings that are looked at before the most even of them is taken.
  private static let attempts = 24

  private let game: Game
  private let nodes: UInt64
  private var random: SplitMix64
  private var seen: Set<UInt64> = []

  /// Openings of `game`.
  ///
  /// - Parameters:
  ///   - game: which game.
  ///   - seed: which openings.
  ///   - nodes: how far each is searched.
  public init(_ game: Game, seed: UInt64, nodes: UInt64 = 2_000) {
    self.game = game
    self.nodes = nodes
    random = SplitMix64(seed: seed)
  }

  /// The next opening; none comes twice as long as there are others.
  public mutating func next() -> Position {
    var best: (position: Position, score: Int)?
    for attempt in 0..<Self.attempts * 4 where attempt < Self.attempts || best == nil {
      let position = randomPosition()
      guard position.outcome == nil, !seen.contains(position.key),
        let score = score(position)
      else { continue }
      if score < best?.score ?? .max { best = (position, score) }
      if score <= even { break }
    }
    let position = best?.position ?? randomPosition()
    seen.insert(position.key)
    return position
  }

  /// A score that counts as even, in hundredths of a pawn or stone.
  ///
  /// To be the one who moves is worth more than a stone in Gomoku, and a few hundredths elsewhere.
  /// A deeper search of Gomoku sees through most of what looks even.
  private var even: Int {
    guard game.kind == .gomoku else { return 40 }
    return nodes > 10_000 ? 80 : 150
  }

  /// The advantage of one side; nil if the end is in sight.
  private func score(_ position: Position) -> Int? {
    var searcher = GameSearcher(SearchSettings(tableBytes: 1 << 20))
    let report = searcher.think(position, limits: SearchLimits(nodes: nodes))
    guard let report, report.mate == nil else { return nil }
    return abs(report.score)
  }

  private mutating func randomPosition() -> Position {
    var position = Position(game: game)
    let plies = Int.random(in: game.kind.description.openingPlies, using: &random)
    for _ in 0..<plies where position.outcome == nil {
      guard let move = choices(in: position).randomElement(using: &random) else { break }
      do {
        try position.play(move)
      } catch {
        preconditionFailure("\(move) is legal and not allowed: \(error)")
      }
    }
    return position
  }

  /// The moves among which chance decides: in Gomoku near the middle and the other stones.
  private func choices(in position: Position) -> [Move] {
    guard case .gomoku(let board) = position else { return position.legalMoves }
    let (column, row) = (board.size.columns / 2, board.size.rows / 2)
    let stones = board.moves.compactMap { $0.placedPoint }
    let near = board.legalMoves.filter { move in
      guard let point = move.placedPoint else { return true }
      guard !stones.isEmpty else {
        return abs(point.column - column) <= 2 && abs(point.row - row) <= 2
      }
      return stones.contains {
        abs(point.column - $0.column) <= 2 && abs(point.row - $0.row) <= 2
      }
    }
    return near.isEmpty ? board.legalMoves : near
  }
}

/// A small generator of random numbers, the same everywhere (Steele and others, 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }
}
