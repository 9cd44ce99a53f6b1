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
  /// Where the moves begin, where the losing captures end, the next move, and the end.
  var start = 0
  var badEnd = 0
  var index = 0
  var end = 0
}

extension XiangqiWorker {
  /// The place that the piece on the start of a move would have on its end.
  @inline(__always)
  func place(of move: UInt16) -> Int {
    let to = Int(move & 255)
    let piece = Int(board.engine.cells[Int(move >> 8)])
    return XiangqiBoard.type(piece) &* 90 &+ (to >> 4 &- 1) &* 9 &+ to & 15 &- 1
  }

  @inline(__always)
  func isCapture(_ move: UInt16) -> Bool { board.engine.cells[Int(move & 255)] != 0 }

  @inline(__always)
  func quietIndex(_ move: UInt16) -> Int {
    (board.engine.own == XiangqiEngine.red ? 0 : 1 << 16) | Int(move)
  }

  @inline(__always)
  func captureIndex(_ move: UInt16) -> Int {
    let type = XiangqiBoard.type(Int(board.engine.cells[Int(move >> 8)]))
    let to = Int(move & 255)
    return type << 11 | to << 3 | XiangqiBoard.kind(Int(board.engine.cells[to]))
  }

  /// How well a quiet move did before, and after the last moves.
  @inline(__always)
  func quietHistory(_ move: UInt16, ply: Int) -> Int {
    let place = place(of: move)
    let continuations = memory.continuations
    let last = Int(memory.places[ply &+ 7]) &* XiangqiMemory.places &+ place
    let own = Int(memory.places[ply &+ 6]) &* XiangqiMemory.places &+ place
    let before = Int(memory.places[ply &+ 4]) &* XiangqiMemory.places &+ place
    return Int(memory.quiets[quietIndex(move)]) &+ Int(continuations[last])
      &+ Int(continuations[own]) &+ Int(continuations[before]) / 2
  }

  func picker(tableMove: UInt16, ply: Int, isQuiescence: Bool) -> XiangqiPicker {
    var picker = XiangqiPicker(tableMove: tableMove, ply: ply, isQuiescence: isQuiescence)
    picker.start = ply << 7
    picker.badEnd = picker.start
    guard !isQuiescence else { return picker }
    picker.firstKiller = memory.killers[2 &* ply]
    picker.secondKiller = memory.killers[2 &* ply &+ 1]
    picker.counter = memory.counters[Int(memory.places[ply &+ 7])]
    return picker
  }

  /// The next move that the pieces can make, 0 at the end.
  mutating func next(_ picker: inout XiangqiPicker) -> UInt16 {
    while true {
      switch picker.stage {
      case .tableMove:
        picker.stage = .captures
        let move = picker.tableMove
        if move != 0, board.canMake(move) { return move }
      case .captures:
        orderCaptures(&picker)
        picker.stage = .goodCaptures
      case .goodCaptures:
        let move = nextGoodCapture(&picker)
        if move != 0 { return move }
        picker.stage = picker.isQuiescence ? .end : .firstKiller
      case .firstKiller:
        picker.stage = .secondKiller
        if isUseful(picker.firstKiller, picker) { return picker.firstKiller }
      case .secondKiller:
        picker.stage = .counter
        if isUseful(picker.secondKiller, picker) { return picker.secondKiller }
      case .counter:
        picker.stage = .quiets
        let move = picker.counter
        if move != picker.firstKiller, move != picker.secondKiller, isUseful(move, picker) {
          return move
        }
      case .quiets:
        if !picker.skipsQuiets { orderQuiets(&picker) }
        picker.stage = .goodQuiets
      case .goodQuiets:
        let move = nextQuiet(&picker)
        if move != 0 { return move }
        picker.index = picker.start
        picker.stage = .badCaptures
      case .badCaptures:
        if picker.index < picker.badEnd {
          picker.index &+= 1
          return memory.moves[picker.index &- 1]
        }
        picker.stage = .end
      case .end:
        return 0
      }
    }
  }

  private func isUseful(_ move: UInt16, _ picker: XiangqiPicker) -> Bool {
    !picker.skipsQuiets && move != 0 && move != picker.tableMove && !isCapture(move)
      && board.canMake(move)
  }

  private func orderCaptures(_ picker: inout XiangqiPicker) {
    var moves = XiangqiMoves(cells: memory.moves, count: picker.start)
    board.generateCaptures(&moves)
    for index in picker.start..<moves.count {
      let move = memory.moves[index]
      let victim = Int(board.engine.cells[Int(move & 255)])
      let order = XiangqiBoard.worth(victim) &* 16 &+ Int(memory.captures[captureIndex(move)])
      memory.orders[index] = Int32(truncatingIfNeeded: order)
    }
    picker.index = picker.start
    picker.end = moves.count
  }

  private func orderQuiets(_ picker: inout XiangqiPicker) {
    // The losing captures stay in front; the quiet moves follow them.
    var moves = XiangqiMoves(cells: memory.moves, count: picker.badEnd)
    board.generateQuiets(&moves)
    for index in picker.badEnd..<moves.count {
      let order = quietHistory(memory.moves[index], ply: picker.ply)
      memory.orders[index] = Int32(truncatingIfNeeded: order)
    }
    picker.index = picker.badEnd
    picker.end = moves.count
  }

  /// Brings the best of the moves that are left to the front, and returns it.
  @inline(__always)
  private func takeBest(_ picker: inout XiangqiPicker) -> UInt16 {
    var best = picker.index
    var order = memory.orders[best]
    for index in picker.index &+ 1..<max(picker.end, picker.index &+ 1)
    where memory.orders[index] > order {
      best = index
      order = memory.orders[index]
    }
    let move = memory.moves[best]
    memory.moves[best] = memory.moves[picker.index]
    memory.orders[best] = memory.orders[picker.index]
    picker.index &+= 1
    return move
  }

  private mutating func nextGoodCapture(_ picker: inout XiangqiPicker) -> UInt16 {
    while picker.index < picker.end {
      let move = takeBest(&picker)
      if move == picker.tableMove { continue }
      if board.gains(move, atLeast: 0) { return move }
      memory.moves[picker.badEnd] = move
      picker.badEnd &+= 1
    }
    return 0
  }

  private func nextQuiet(_ picker: inout XiangqiPicker) -> UInt16 {
    while !picker.skipsQuiets, picker.index < picker.end {
      let move = takeBest(&picker)
      if move != picker.tableMove, move != picker.firstKiller, move != picker.secondKiller,
        move != picker.counter
      {
        return move
      }
    }
    return 0
  }
}
