import GameRules

/// One search of chess.
struct ChessWorker: ~Copyable {
  /// No search looks further, in plies.
  static let mostPly = 100
  static let mate = 30_000
  /// A score from here on is a mate.
  static let leastMate = 29_000
  static let infinite = 32_000

  var board: ChessEngine
  /// What lasts longer; its parts are at hand below.
  let memory: ChessMemory
  let table: SearchTable
  let strength: ChessStrength
  let limits: SearchLimits
  /// Asked every 256 nodes.
  let shouldStop: @Sendable () -> Bool
  let mostNodes: UInt64
  let age: UInt64

  var nodes: UInt64 = 0
  var isStopped = false
  var rootDepth = 0
  var rootMoves: [ChessRootMove] = []

  /// The moves of all plies, one after the other, and what each is worth trying.
  let steps: Cells<ChessStep>
  let ranks: Cells<Int32>
  /// Two moves of each ply that refuted others.
  let killers: Cells<UInt16>
  let history: Cells<Int32>
  let sequels: Cells<Int16>
  /// The move that answered one of a piece to a square best.
  let answers: Cells<UInt16>
  /// The line from each ply, and its length.
  let lines: Cells<UInt16>
  let lengths: Cells<Int32>
  /// The evaluation and the move at each ply.
  let evaluations: Cells<Int32>
  let played: Cells<UInt16>
  /// The keys of the game and of the line, the newest last.
  let keys: Cells<UInt64>
  var keyCount: Int
  let reductions: Cells<Int32>

  init(
    _ position: ChessPosition,
    _ memory: ChessMemory,
    _ settings: SearchSettings,
    _ limits: SearchLimits,
    shouldStop: @escaping @Sendable () -> Bool
  ) {
    board = ChessEngine(position.setup)
    self.memory = memory
    table = memory.table
    strength = ChessStrength(settings)
    self.limits = limits
    self.shouldStop = shouldStop
    mostNodes = min(limits.nodes ?? .max, strength.nodes)
    age = UInt64(position.ply & 31)
    let plies = Self.mostPly + 8
    steps = Cells(count: plies * ChessSteps.most, filledWith: .none)
    ranks = Cells(count: plies * ChessSteps.most, filledWith: 0)
    killers = Cells(count: plies * 2, filledWith: 0)
    history = memory.history
    sequels = memory.sequels
    for index in 0..<1024 { history[index] /= 2 }
    answers = Cells(count: 1024, filledWith: 0)
    lines = Cells(count: plies * plies, filledWith: 0)
    lengths = Cells(count: plies, filledWith: 0)
    evaluations = Cells(count: plies, filledWith: 0)
    played = Cells(count: plies + 1, filledWith: 0)
    let past = position.pastKeys
    keys = Cells(count: past.count + plies, filledWith: 0)
    for (index, key) in past.enumerated() { keys[index] = key }
    keyCount = past.count
    reductions = Cells(count: 64, filledWith: 0)
    // Sums of 1/2, 1/3 …, which are logarithms but for a constant; 100 is one.
    var sum = 0.0
    for number in 2..<64 {
      sum += 1 / Double(number)
      reductions[number] = Int32(sum * 100)
    }
  }

  deinit {
    steps.free()
    ranks.free()
    killers.free()
    answers.free()
    lines.free()
    lengths.free()
    evaluations.free()
    played.free()
    keys.free()
    reductions.free()
  }

  /// Counts a node, and now and then asks whether to continue.
  @inline(__always)
  mutating func countNode() {
    // On the way out a node may be entered once more; it is not searched.
    if isStopped { return }
    nodes &+= 1
    if nodes & 255 == 0, shouldStop() { isStopped = true }
    if nodes >= mostNodes { isStopped = true }
  }

  /// Makes a move and remembers the position it leaves.
  @inline(__always)
  mutating func make(_ step: ChessStep, _ ply: Int) -> ChessEngine.Undo {
    keys[keyCount] = board.key
    keyCount &+= 1
    played[ply] = UInt16(board.cells[step.from]) << 6 | UInt16(step.to)
    return board.make(step)
  }

  @inline(__always)
  mutating func unmake(_ step: ChessStep, _ undo: ChessEngine.Undo) {
    keyCount &-= 1
    board.unmake(step, undo)
  }

  /// True if the position stood on the board before, or fifty moves made no progress.
  var isDrawn: Bool {
    if board.quiet >= 100 { return true }
    var place = keyCount &- 4
    let last = max(0, keyCount &- board.quiet)
    while place >= last {
      if keys[place] == board.key { return true }
      place &-= 2
    }
    return false
  }

  /// The value of the position as this level of play sees it.
  func assess() -> Int {
    let value = ChessEvaluation.value(board)
    // An advantage that nothing comes of is worth less.
    let score = value &- value &* board.quiet / 400
    return strength.misjudged(score, board.key)
  }

  /// True if this level of play does not think of a move; answers to a check it always does.
  @inline(__always)
  func overlooks(_ step: ChessStep) -> Bool {
    guard strength.lapses > 0, !board.isInCheck else { return false }
    return strength.draw(board.key, step.rawValue) & 1_023 < strength.lapses
  }

  /// Puts a move before the line that follows it.
  @inline(__always)
  func extendLine(_ step: ChessStep, _ ply: Int) {
    let width = Self.mostPly + 8
    let length = min(Int(lengths[ply &+ 1]), width - 2)
    lines[ply &* width] = step.rawValue
    for index in 0..<length {
      lines[ply &* width &+ index &+ 1] = lines[(ply &+ 1) &* width &+ index]
    }
    lengths[ply] = Int32(length &+ 1)
  }
}

/// A move at the root.
struct ChessRootMove {
  let step: ChessStep
  var score = -ChessWorker.infinite
  var line: [ChessStep]
}
