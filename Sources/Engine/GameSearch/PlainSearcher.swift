import GameRules

/// Finds moves in any game by alpha-beta over its positions, for a game without a search of its
/// own.
///
/// It knows no more of the game than ``GamePosition/balance``.
struct PlainSearcher: Sendable {
  private let settings: SearchSettings

  init(_ settings: SearchSettings) {
    self.settings = settings
  }

  /// Searches until a limit is reached, the answer is proven, or `shouldStop` says so.
  ///
  /// - Parameters:
  ///   - position: where to find a move.
  ///   - limits: how far to look.
  ///   - shouldStop: asked every few hundred nodes, on the caller's thread.
  ///   - onReport: told after each iteration, on the caller's thread.
  /// - Returns: what was found, or nil when the game is over.
  func think(
    _ position: some GamePosition,
    limits: SearchLimits,
    shouldStop: () -> Bool,
    onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    guard let first = position.legalMoves.first else { return nil }
    var best = SearchReport(move: first, line: [first], score: 0, mate: nil, depth: 0, nodes: 0)
    var worker = PlainWorker(position, PlainStrength(settings), limits)
    let deepest = min(limits.depth ?? .max, worker.strength.depth, SearchLimits.mostPlies)
    for depth in 1...max(deepest, 1) {
      worker.begin(mayStop: depth > 1)
      let score = worker.search(depth, PlainValue.window, 0, shouldStop)
      if !worker.isStopped, let move = worker.lines[0].first {
        let mate = PlainValue.mate(score)
        best = SearchReport(
          move: move,
          line: worker.lines[0],
          score: mate == nil ? score : 0,
          mate: mate,
          depth: depth,
          nodes: worker.nodes
        )
        onReport(best)
      }
      best.nodes = worker.nodes
      // Deeper than the game is long there is nothing new.
      if worker.isStopped || best.mate != nil || !worker.isCut { break }
    }
    return best
  }
}

/// The weaknesses of a level of play in a game without a search of its own.
struct PlainStrength: Sendable {
  /// The maximum depth, in moves.
  let depth: Int
  /// The number of nodes it looks at, at most.
  let nodes: UInt64
  /// The maximum error of an evaluation, in hundredths of a stone.
  let noise: Int
  /// The seed of the errors.
  private let seed: UInt64

  init(_ settings: SearchSettings) {
    let rows: [(depth: Int, nodes: UInt64, noise: Int)] = [
      (1, .max, 900), (1, .max, 400), (1, .max, 100), (2, .max, 100), (3, .max, 60),
      (4, .max, 30), (200, 3_000, 15), (200, 15_000, 5), (200, 60_000, 0), (200, .max, 0),
    ]
    (depth, nodes, noise) = rows[settings.level.number - SearchLevel.range.lowerBound]
    seed = settings.seed
  }

  /// The error of the evaluation of the position under `key`.
  func error(_ key: UInt64) -> Int {
    guard noise > 0 else { return 0 }
    return Int(Zobrist.word(key ^ seed) % UInt64(2 * noise + 1)) - noise
  }
}

/// One thought: the position in place, and what was counted.
struct PlainWorker<Position: GamePosition> {
  let strength: PlainStrength
  private var position: Position
  private let nodeLimit: UInt64
  private var mayStop = false
  /// The best move of each position that was searched, by the lower bits of its key.
  private var replies: [(key: UInt64, move: Move?)]

  /// The expected line from each ply on.
  private(set) var lines: [[Move]] = [[]]
  private(set) var nodes: UInt64 = 0
  private(set) var isStopped = false
  /// True if a line was broken off before the game had ended in it.
  private(set) var isCut = false

  init(_ position: Position, _ strength: PlainStrength, _ limits: SearchLimits) {
    self.position = position
    self.strength = strength
    nodeLimit = min(limits.nodes ?? .max, strength.nodes)
    replies = Array(repeating: (0, nil), count: 1 << 16)
  }

  mutating func begin(mayStop: Bool) {
    (self.mayStop, isCut) = (mayStop, false)
  }

  /// The value of the position for the side to move, or any number once it is stopped.
  mutating func search(
    _ depth: Int,
    _ window: (alpha: Int, beta: Int),
    _ ply: Int,
    _ shouldStop: () -> Bool
  ) -> Int {
    nodes += 1
    isStopped = isStopped || mayStop && (nodes > nodeLimit || nodes & 255 == 0 && shouldStop())
    if lines.count <= ply + 1 { lines.append([]) }
    lines[ply] = []
    if let outcome = position.outcome {
      let win = PlainValue.win - ply
      return outcome.winner.map { $0 == position.toMove ? win : -win } ?? 0
    }
    guard depth > 0, !isStopped else {
      isCut = true
      return position.balance + strength.error(position.key)
    }
    return best(of: ordered(depth), depth, window, ply, shouldStop)
  }

  private mutating func best(
    of moves: [Move],
    _ depth: Int,
    _ window: (alpha: Int, beta: Int),
    _ ply: Int,
    _ shouldStop: () -> Bool
  ) -> Int {
    let (key, side) = (position.key, position.toMove)
    var (best, alpha) = (PlainValue.window.alpha, window.alpha)
    for move in moves where (try? position.play(move)) != nil {
      // In some games a side may move again.
      let value =
        position.toMove == side
        ? search(depth - 1, (alpha, window.beta), ply + 1, shouldStop)
        : -search(depth - 1, (-window.beta, -alpha), ply + 1, shouldStop)
      position.takeBack()
      if isStopped { return max(best, alpha) }
      guard value > best else { continue }
      best = value
      guard value > alpha else { continue }
      alpha = value
      lines[ply] = [move] + lines[ply + 1]
      replies[Int(key & 0xffff)] = (key, move)
      if alpha >= window.beta { break }
    }
    return best
  }

  /// The legal moves, what was best before in front, then by the board after them.
  private mutating func ordered(_ depth: Int) -> [Move] {
    let moves = position.legalMoves
    guard depth > 1, moves.count > 1 else { return moves }
    let (reply, side) = (replies[Int(position.key & 0xffff)], position.toMove)
    let known = reply.key == position.key ? reply.move : nil
    return moves.map { move in (move, move == known ? .max : worth(move, side)) }
      .sorted { $0.1 > $1.1 }
      .map { $0.0 }
  }

  private mutating func worth(_ move: Move, _ side: Side) -> Int {
    guard (try? position.play(move)) != nil else { return .min }
    defer { position.takeBack() }
    return position.toMove == side ? position.balance : -position.balance
  }
}

/// Values of positions beyond those of the board.
enum PlainValue {
  /// A game that is won at once.
  static let win = 1_000_000

  /// Every value.
  static let window = (alpha: -win - 1, beta: win + 1)

  /// Plies to a proven end, negative where the side to move loses; nil for any other value.
  static func mate(_ value: Int) -> Int? {
    guard abs(value) > win - 10_000 else { return nil }
    return value > 0 ? win - value : -win - value
  }
}
