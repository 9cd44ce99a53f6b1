internal import Dispatch
package import GameRules
internal import Synchronization

/// Finds moves in Liuzhou chess; what it learns about positions lasts from move to move.
package struct LiuzhouSearcher: Sendable {
  private let settings: SearchSettings
  private var endgames: LiuzhouEndgames?
  private var memory: LiuzhouMemory?
  /// The rules that ``memory`` is about: the same stones are worth another score under others.
  private var rules: LiuzhouTerms?
  /// The number of searches so far, which marks old entries.
  private var age: UInt8 = 0

  /// A searcher; memory is taken when it first thinks.
  package init(_ settings: SearchSettings = SearchSettings(), endgames: LiuzhouEndgames? = nil) {
    self.settings = settings
    self.endgames = endgames
  }

  /// Gives it endgame tables, which may come while a game is played.
  package mutating func use(_ endgames: LiuzhouEndgames?) {
    self.endgames = endgames
  }

  /// Searches until a limit is reached, the answer is proven, or `shouldStop` says so.
  ///
  /// - Parameters:
  ///   - position: where to find a move.
  ///   - limits: how far to look.
  ///   - shouldStop: asked every thousand nodes, on the caller's thread.
  ///   - onReport: told after each iteration, on the caller's thread.
  /// - Returns: what was found, or nil when the game is over.
  package mutating func think(
    _ position: LiuzhouPosition,
    limits: SearchLimits = SearchLimits(),
    shouldStop: @Sendable () -> Bool = { false },
    onReport: (SearchReport) -> Void = { _ in }
  ) -> SearchReport? {
    guard position.outcome == nil, let any = position.legalMoves.first else { return nil }
    let thought = thought(position, limits)
    let root = LiuzhouState(position.board)
    let played = Self.played(position)
    let helpers = DispatchGroup()
    for number in 1..<max(settings.threads, 1) {
      DispatchQueue.global().async(group: helpers) {
        var worker = LiuzhouWorker(thought, played: played)
        _ = worker.deepen(root, startingAt: 1 + number % 2) { _ in }
      }
    }
    let report = withoutActuallyEscaping(shouldStop) { shouldStop in
      var worker = LiuzhouWorker(thought, played: played, shouldStop: shouldStop)
      return worker.deepen(root, startingAt: 1, onReport: onReport)
    }
    thought.isStopped.store(true, ordering: .relaxed)
    helpers.wait()
    return report ?? SearchReport(move: any, line: [any], score: 0, mate: nil, depth: 0, nodes: 0)
  }

  private mutating func thought(
    _ position: LiuzhouPosition,
    _ limits: SearchLimits
  ) -> LiuzhouThought {
    if rules != position.terms { memory = nil }
    rules = position.terms
    let memory = memory ?? LiuzhouMemory(bytes: settings.tableBytes)
    self.memory = memory
    age = (age + 1) & 63
    let sight = LiuzhouSight(settings.level, seed: settings.seed)
    var limits = limits
    limits.depth = min(limits.depth ?? .max, sight.depth)
    if let nodes = sight.nodes { limits.nodes = min(limits.nodes ?? .max, nodes) }
    return LiuzhouThought(
      rules: LiuzhouSearchRules(position.terms),
      memory: memory,
      endgames: endgames,
      limits: limits,
      age: age,
      sight: sight
    )
  }

  /// The keys of the moving positions since the last capture, oldest first, without the present
  /// one.
  private static func played(_ position: LiuzhouPosition) -> [UInt64] {
    var keys: [UInt64] = []
    var earlier = position
    while earlier.board.quiet > 0, earlier.board.due == 0, earlier.takeBack() != nil {
      let board = earlier.board
      guard board.phase == .moving, board.due == 0 else { break }
      keys.append(LiuzhouState(board).key)
    }
    return keys.reversed()
  }
}
