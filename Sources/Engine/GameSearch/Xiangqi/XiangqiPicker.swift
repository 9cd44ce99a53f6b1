import GameRules

/// The order in which the moves of one node are tried.
struct XiangqiPicker {
  enum Stage: UInt8 {
    case tableMove
    case captures
    case goodCaptures
    case firstKiller
    case secondKiller
    case counter
    case quiets
    case goodQuiets
    case badCaptures
    case end
  }

  var stage = Stage.tableMove
  let tableMove: UInt16
  let ply: Int
  /// Without quiet moves and losing captures.
  let isQuiescence: Bool
  var firstKiller: UInt16 = 0
  var secondKiller: UInt16 = 0
  var counter: UInt16 = 0
  /// No more quiet moves are wanted.
  var skipsQuiets = false
  /// The bounds of the moves: the first, the end of the losing captures, the next move, and the
  /// end.
  var start = 0
  var badEnd = 0
  var index = 0
  var end = 0
}

extension XiangqiPicker {
  init(
    _ memory: XiangqiMemory,
    tableMove: UInt16,
    ply: Int,
    isQuiescence: Bool
  ) {
    self.init(tableMove: tableMove, ply: ply, isQuiescence: isQuiescence)
    start = ply << 7
    badEnd = start
    guard !isQuiescence else { return }
    firstKiller = memory.killers[2 &* ply]
    secondKiller = memory.killers[2 &* ply &+ 1]
    counter = memory.counters[Int(memory.places[ply &+ 7])]
  }

  /// The next move that the pieces can make, 0 at the end.
  @inline(__always)
  mutating func next(_ board: inout XiangqiBoard, _ memory: XiangqiMemory) -> UInt16 {
    while stage != .end {
      let move = advance(&board, memory)
      if move != 0 { return move }
    }
    return 0
  }

  /// The next move of the stage, or 0 where there is none and the next stage has begun.
  private mutating func advance(_ board: inout XiangqiBoard, _ memory: XiangqiMemory) -> UInt16 {
    switch stage {
    case .tableMove:
      stage = .captures
      return tableMove != 0 && board.canMake(tableMove) ? tableMove : 0
    case .captures:
      orderCaptures(board, memory)
      stage = .goodCaptures
    case .goodCaptures:
      let move = nextGoodCapture(&board, memory)
      if move == 0 { stage = isQuiescence ? .end : .firstKiller }
      return move
    case .firstKiller:
      stage = .secondKiller
      return isUseful(firstKiller, board) ? firstKiller : 0
    case .secondKiller:
      stage = .counter
      return isUseful(secondKiller, board) ? secondKiller : 0
    case .counter:
      stage = .quiets
      return isNoKiller(counter) && isUseful(counter, board) ? counter : 0
    case .quiets:
      if !skipsQuiets { orderQuiets(board, memory) }
      stage = .goodQuiets
    case .goodQuiets:
      let move = nextQuiet(memory)
      if move == 0 { (stage, index) = (.badCaptures, start) }
      return move
    case .badCaptures:
      return nextBadCapture(memory)
    case .end:
      break
    }
    return 0
  }

  @inline(__always)
  private func isNoKiller(_ move: UInt16) -> Bool {
    move != firstKiller && move != secondKiller
  }

  private func isUseful(_ move: UInt16, _ board: borrowing XiangqiBoard) -> Bool {
    !skipsQuiets && move != 0 && move != tableMove && !board.isCapture(move) && board.canMake(move)
  }

  private mutating func orderCaptures(_ board: borrowing XiangqiBoard, _ memory: XiangqiMemory) {
    var moves = XiangqiMoves(cells: memory.moves, count: start)
    board.generateCaptures(&moves)
    for index in start..<moves.count {
      let move = memory.moves[index]
      let victim = Int(board.engine.cells[Int(move & 255)])
      let order =
        XiangqiBoard.worth(victim) &* 16 &+ Int(memory.captures[board.captureIndex(move)])
      memory.orders[index] = Int32(truncatingIfNeeded: order)
    }
    index = start
    end = moves.count
  }

  private mutating func orderQuiets(_ board: borrowing XiangqiBoard, _ memory: XiangqiMemory) {
    // The losing captures stay in front; the quiet moves follow them.
    var moves = XiangqiMoves(cells: memory.moves, count: badEnd)
    board.generateQuiets(&moves)
    for index in badEnd..<moves.count {
      let order = memory.quietHistory(memory.moves[index], board, ply: ply)
      memory.orders[index] = Int32(truncatingIfNeeded: order)
    }
    index = badEnd
    end = moves.count
  }

  /// Brings the best of the moves that are left to the front, and returns it.
  @inline(__always)
  private mutating func takeBest(_ memory: XiangqiMemory) -> UInt16 {
    var best = index
    var order = memory.orders[best]
    for other in index &+ 1..<max(end, index &+ 1) where memory.orders[other] > order {
      best = other
      order = memory.orders[other]
    }
    let move = memory.moves[best]
    memory.moves[best] = memory.moves[index]
    memory.orders[best] = memory.orders[index]
    index &+= 1
    return move
  }

  private mutating func nextGoodCapture(
    _ board: inout XiangqiBoard,
    _ memory: XiangqiMemory
  ) -> UInt16 {
    while index < end {
      let move = takeBest(memory)
      if move == tableMove { continue }
      if board.gains(move, atLeast: 0) { return move }
      memory.moves[badEnd] = move
      badEnd &+= 1
    }
    return 0
  }

  private mutating func nextQuiet(_ memory: XiangqiMemory) -> UInt16 {
    while !skipsQuiets, index < end {
      let move = takeBest(memory)
      if move != tableMove, move != counter, isNoKiller(move) { return move }
    }
    return 0
  }

  private mutating func nextBadCapture(_ memory: XiangqiMemory) -> UInt16 {
    guard index < badEnd else {
      stage = .end
      return 0
    }
    index &+= 1
    return memory.moves[index &- 1]
  }
}
