import GameRules

/// What the search knows of one position.
struct ChessNode {
  var alpha: Int
  var beta: Int
  var depth: Int
  let ply: Int
  let isInCheck: Bool
  /// True if the window is open: the line may become the one that is played.
  let isOpen: Bool
  var evaluation = 0
  var guess = 0
  /// True if the side to move stands better than two plies ago.
  var isImproving = false
  var tableMove: UInt16 = 0
  var best = -ChessWorker.infinite
  var bestMove: UInt16 = 0
  /// The first of its moves, and the one behind the last.
  var first = 0
  var end = 0

  /// Takes note of the score of a move.
  mutating func take(_ score: Int, _ step: ChessStep) {
    best = max(best, score)
    guard score > alpha else { return }
    alpha = score
    bestMove = step.rawValue
  }
}

extension ChessWorker {
  /// The score of the position for the side to move.
  mutating func search(_ alpha: Int, _ beta: Int, _ depth: Int, _ ply: Int) -> Int {
    lengths[ply] = 0
    let isInCheck = board.isInCheck
    if depth <= 0, !isInCheck || ply > 2 * rootDepth + 8 { return quiesce(alpha, beta, ply, 0) }
    countNode()
    if isStopped || isDrawn { return 0 }
    if ply >= Self.mostPly { return assess() }
    var node = ChessNode(
      alpha: max(alpha, ply - Self.mate),
      beta: min(beta, Self.mate - ply - 1),
      depth: max(depth, 1),
      ply: ply,
      isInCheck: isInCheck,
      isOpen: beta - alpha > 1
    )
    if node.alpha >= node.beta { return node.alpha }
    return probe(&node) ?? cutBeforeMoves(node) ?? searchAll(&node)
  }

  private mutating func searchAll(_ node: inout ChessNode) -> Int {
    if isStopped { return 0 }
    // Without a move to try first, a shallower search finds one.
    if node.tableMove == 0, node.depth >= 5 { node.depth -= 1 }
    searchMoves(&node)
    if isStopped { return 0 }
    if node.best == -Self.infinite { return node.isInCheck ? node.ply - Self.mate : 0 }
    let isExact = node.isOpen && node.bestMove != 0
    let most = isExact ? SearchTable.exact : SearchTable.atMost
    store(node, node.best, node.best >= node.beta ? SearchTable.atLeast : most)
    return node.best
  }

  /// Looks the position up: its score where that decides, else its move and its evaluation.
  private mutating func probe(_ node: inout ChessNode) -> Int? {
    let entry = table.find(board.key)
    node.evaluation = -Self.infinite
    if entry.bound != 0 {
      node.tableMove = entry.move
      node.evaluation = entry.evaluation
      let score = fromTable(entry.score, node.ply)
      let isEnough =
        entry.bound == SearchTable.exact
        || entry.bound == (score >= node.beta ? SearchTable.atLeast : SearchTable.atMost)
          && (score >= node.beta || score <= node.alpha)
      if !node.isOpen, entry.depth >= node.depth, isEnough { return score }
    }
    if node.isInCheck {
      node.evaluation = -Self.infinite
    } else if node.evaluation == -Self.infinite {
      node.evaluation = assess()
    }
    evaluations[node.ply] = Int32(node.evaluation)
    node.isImproving = node.ply > 1 && node.evaluation > Int(evaluations[node.ply - 2])
    node.guess = guess(node, entry)
    return nil
  }

  /// The evaluation of a node, or its score in the table where that is nearer.
  private func guess(_ node: ChessNode, _ entry: SearchTable.Entry) -> Int {
    guard entry.bound != 0, !node.isInCheck else { return node.evaluation }
    let score = fromTable(entry.score, node.ply)
    let side = score > node.evaluation ? SearchTable.atLeast : SearchTable.atMost
    return entry.bound & side != 0 ? score : node.evaluation
  }

  /// Gives up a position that is far too good already, or good enough even after a pass.
  ///
  /// With one piece left a pass is often better than any move, and proves nothing.
  private mutating func cutBeforeMoves(_ node: ChessNode) -> Int? {
    guard !node.isOpen, !node.isInCheck, abs(node.beta) < Self.leastMate else { return nil }
    let margin = 75 * (node.isImproving ? node.depth - 1 : node.depth)
    if node.depth <= 7, node.guess - margin >= node.beta { return node.guess }
    guard node.depth >= 3, node.guess >= node.beta, played[node.ply - 1] != 0,
      (board.sets[board.own] & ~board.sets[board.own | 1]).nonzeroBitCount > 2
    else { return nil }
    let less = 3 + node.depth / 4 + min((node.guess - node.beta) / 200, 3)
    keys[keyCount] = board.key
    keyCount += 1
    played[node.ply] = 0
    let undo = board.pass()
    let score = -search(-node.beta, 1 - node.beta, node.depth - 1 - less, node.ply + 1)
    board.unpass(undo)
    keyCount -= 1
    if isStopped { return nil }
    return score >= node.beta ? min(score, Self.leastMate - 1) : nil
  }

  /// Tries the moves, best guesses first.
  private mutating func searchMoves(_ node: inout ChessNode) {
    list(&node)
    var tried = 0
    var quiets = 0
    while let index = pick(&node, tried) {
      let step = steps[index]
      tried += 1
      let isQuiet = board.cells[step.to] == 0 && step.promotion == 0
      quiets += isQuiet ? 1 : 0
      if tried > 1, isHopeless(node, isQuiet ? quiets : 0, index), !givesCheck(step) { continue }
      let undo = make(step, node.ply)
      let score = score(step, node, tried, isQuiet)
      unmake(step, undo)
      if isStopped { return }
      node.take(score, step)
      if node.bestMove == step.rawValue { extendLine(step, node.ply) }
      guard score >= node.beta else { continue }
      if isQuiet { reward(node, step, tried) }
      return
    }
  }

  /// True if a quiet move comes too late, the position is too bad for it, or a capture loses
  /// material; `quiets` is 0 for a capture.
  private func isHopeless(_ node: ChessNode, _ quiets: Int, _ index: Int) -> Bool {
    if strength.lapses > 0, overlooks(steps[index]) { return true }
    guard !node.isOpen, !node.isInCheck, node.best > -Self.leastMate else { return false }
    if quiets == 0 { return node.depth <= 4 && ranks[index] < 0 }
    let most = 3 + (node.isImproving ? 3 : 2) * node.depth * node.depth
    if node.depth <= 5, quiets > most { return true }
    if node.depth <= 4, ranks[index] < 40_000 - 4_000 * Int32(node.depth) { return true }
    return node.depth <= 5 && node.evaluation + 90 + 80 * node.depth <= node.alpha
  }

  /// True if a piece attacks the enemy's king from where it goes; discovered checks are not seen.
  private func givesCheck(_ step: ChessStep) -> Bool {
    let number = Int(board.cells[step.from]) & 7
    let king: UInt64 = board.sets[board.enemy | 6]
    let attacked =
      number == 1
      ? board.tables.pawn(step.to, board.own)
      : board.tables.attacks(of: number, step.to, board.occupied)
    return attacked & king != 0
  }

  /// The score of a move that was made, by shallower and narrower searches where they suffice.
  private mutating func score(
    _ step: ChessStep,
    _ node: ChessNode,
    _ tried: Int,
    _ isQuiet: Bool
  ) -> Int {
    let isCheck = board.isInCheck
    let depth = node.depth - 1 + (isCheck && node.ply < 2 * rootDepth ? 1 : 0)
    let (alpha, ply) = (node.alpha, node.ply + 1)
    if tried == 1 { return -search(-node.beta, -alpha, depth, ply) }
    var less = 0
    if node.depth >= 3, isQuiet, !isCheck, tried > (node.isOpen ? 4 : 2) {
      let product = reductions[min(node.depth, 63)] * reductions[min(tried, 63)]
      less = Int(product) / 22_000 + (node.isOpen ? 0 : 1)
      less += node.isImproving ? 0 : 1
      less -= Int(past(of: Int(played[node.ply]), Int(played[node.ply - 1]))) / 8_000
      less = max(0, min(less, depth - 1))
    }
    var score = -search(-alpha - 1, -alpha, depth - less, ply)
    if score > alpha, less > 0 { score = -search(-alpha - 1, -alpha, depth, ply) }
    if score > alpha, score < node.beta { score = -search(-node.beta, -alpha, depth, ply) }
    return score
  }

  // MARK: The table

  /// Mates count from the position that is stored, not from the root.
  func fromTable(_ score: Int, _ ply: Int) -> Int {
    if score >= Self.leastMate { return score - ply }
    return score <= -Self.leastMate ? score + ply : score
  }

  func store(_ node: ChessNode, _ score: Int, _ bound: Int) {
    let distant =
      score >= Self.leastMate
      ? score + node.ply
      : score <= -Self.leastMate ? score - node.ply : score
    let entry = SearchTable.entry(
      move: node.bestMove == 0 ? node.tableMove : node.bestMove,
      score: distant,
      evaluation: node.evaluation,
      depth: node.depth,
      bound: bound
    )
    table.store(board.key, entry, age: age)
  }
}
