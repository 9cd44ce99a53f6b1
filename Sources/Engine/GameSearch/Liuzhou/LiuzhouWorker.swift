internal import GameRules
internal import Synchronization

/// The state that all threads of one search share.
final class LiuzhouThought: Sendable {
  /// True if to come to an end now.
  let isStopped = Atomic(false)
  /// The nodes of all threads, a little behind.
  let nodes = Atomic<UInt64>(0)
  let rules: LiuzhouSearchRules
  let memory: LiuzhouMemory
  let endgames: LiuzhouEndgames?
  let limits: SearchLimits
  let age: UInt8
  let sight: LiuzhouSight

  init(
    rules: LiuzhouSearchRules,
    memory: LiuzhouMemory,
    endgames: LiuzhouEndgames?,
    limits: SearchLimits,
    age: UInt8,
    sight: LiuzhouSight
  ) {
    self.rules = rules
    self.memory = memory
    self.endgames = rules.isUsual && sight.knowsEndgames ? endgames : nil
    self.limits = limits
    self.age = age
    self.sight = sight
  }
}

/// The state of one thread: its position's history, its killers and its orders of moves.
struct LiuzhouWorker: ~Copyable {
  /// A win now; one turn later is worth one less.
  static let mate = 30_000
  /// The minimum score of a proven win.
  static let win = 29_000
  /// More than any score.
  static let infinity = 32_000
  /// The number of actions a line may have.
  static let maxPly = 160
  /// The maximum depth of an iteration, in turns.
  static let maxDepth = 100
  /// The number of actions a position may have: 18 stones with four steps each.
  static let maxMoves = 72

  let thought: LiuzhouThought
  /// The entries of ``thought``.
  let places: LiuzhouPlaces
  let rules: LiuzhouSearchRules
  let evaluation = LiuzhouEvaluation.shared
  let sight: LiuzhouSight
  let reductions = Self.reductions
  /// The number of stones both sides have together where the endgame tables may know the end.
  let tabledStones: Int
  /// Asked now and then by the one thread that has it.
  let shouldStop: (@Sendable () -> Bool)?

  /// The number of nodes this thread has visited.
  var nodes: UInt64 = 0
  private var counted: UInt64 = 0
  var isStopped = false
  /// Actions to try, with their order in the upper half; ``maxMoves`` for each ply.
  var moves = [Int32](repeating: 0, count: (Self.maxPly + 1) * Self.maxMoves)
  var killers = [LiuzhouMove](repeating: .none, count: 2 * (Self.maxPly + 1))
  var history = [Int16](repeating: 0, count: 2 * Self.historyCount)
  /// The best lines below each ply, triangular.
  var lines = [LiuzhouMove](repeating: .none, count: (Self.maxPly + 1) * (Self.maxPly + 1))
  var lineLengths = [Int](repeating: 0, count: Self.maxPly + 2)
  /// The keys of moving positions since the last capture, and below them those of the line.
  var path: [UInt64]
  /// The number of positions of ``path`` before the root.
  var played: Int

  init(
    _ thought: LiuzhouThought,
    played: [UInt64],
    shouldStop: (@Sendable () -> Bool)? = nil
  ) {
    self.thought = thought
    places = thought.memory.places
    rules = thought.rules
    sight = thought.sight
    tabledStones = thought.endgames.map { Int($0.extent.rawValue) + 3 } ?? 0
    self.shouldStop = shouldStop
    path = played
    self.played = played.count
  }

  /// Counts a node, and looks every thousand nodes whether to stop.
  @inline(__always) mutating func count() {
    nodes &+= 1
    if nodes & 1023 == 0 { tell() }
    if let limit = thought.limits.nodes, counted &+ (nodes & 1023) >= limit, shouldStop != nil {
      if allNodes >= limit { isStopped = true }
    }
  }

  /// The nodes of all threads.
  var allNodes: UInt64 { thought.nodes.load(ordering: .relaxed) &+ (nodes & 1023) }

  private mutating func tell() {
    counted = thought.nodes.wrappingAdd(1024, ordering: .relaxed).newValue
    if let shouldStop, shouldStop() { isStopped = true }
    if thought.isStopped.load(ordering: .relaxed) { isStopped = true }
  }

  /// True if the position under `key`, after `quiet` quiet turns, counts as drawn by repetition.
  ///
  /// Within the line one repetition is enough: who repeats once can repeat again.
  @inline(__always) func isRepeated(_ key: UInt64, quiet: Int) -> Bool {
    var place = path.count - 2
    let first = max(path.count - quiet, 0)
    var times = 0
    while place >= first {
      if path[place] == key {
        times += 1
        if place >= played || times == 2 { return true }
      }
      place -= 2
    }
    return false
  }

  /// True if the position under `key` was played before the root.
  func wasPlayed(_ key: UInt64) -> Bool {
    path.prefix(played).contains(key)
  }

  // MARK: history

  static let historyCount = 36 * 36 + 72

  @inline(__always) static func historyPlace(_ move: LiuzhouMove, isWhite: Bool) -> Int {
    let first = isWhite ? 0 : historyCount
    switch move.kind {
    case .step: return first &+ move.origin &* 36 &+ move.point
    case .place: return first &+ 1296 &+ move.point
    case .take: return first &+ 1332 &+ move.point
    }
  }

  /// Moves the history of `move` towards its bound of 4,000 by `bonus`, which may be negative.
  @inline(__always) mutating func learn(_ move: LiuzhouMove, isWhite: Bool, _ bonus: Int) {
    let place = Self.historyPlace(move, isWhite: isWhite)
    let old = Int(history[place])
    history[place] = Int16(truncatingIfNeeded: old + bonus - old * abs(bonus) / 4_000)
  }

  /// Makes `move` and the best line below it the best line at `ply`.
  @inline(__always) mutating func keepLine(_ move: LiuzhouMove, ply: Int) {
    let here = ply * (Self.maxPly + 1)
    let below = here + Self.maxPly + 1
    lines[here] = move
    let length = min(lineLengths[ply + 1], Self.maxPly - 1)
    for place in 0..<length { lines[here + 1 + place] = lines[below + place] }
    lineLengths[ply] = length + 1
  }
}
