extension GomokuSearch {
  /// Lists the cells near stones for the side to move, and how early each is tried.
  ///
  /// - Returns: how many there are, at ``moves`` from `ply * 512` on.
  func listNear(_ side: Int, _ ply: Int, _ first: Int) -> Int {
    var count = ply << 9
    for word in GomokuGrid.usedWords {
      var set = board.near[word] & board.empty[word]
      while set != 0 {
        let cell = word << 6 | set.trailingZeroBitCount
        set &= set &- 1
        moves[count] = Int32(truncatingIfNeeded: order(cell, side, ply, first) << 10 | cell)
        count &+= 1
      }
    }
    return count &- ply << 9
  }

  /// Lists what can be done against an open four of the other side: the cells on which it has a
  /// four, each of which takes part in all of its threats' fives, and own fours.
  func listDefences(_ side: Int, _ ply: Int, _ first: Int) -> Int {
    var count = ply << 9
    for word in GomokuGrid.usedWords {
      var set: UInt64 = 0
      for cellClass in CellClass.four...CellClass.openFour {
        set |= board.sets[cellClass << 4 | word] | board.sets[(16 | cellClass) << 4 | word]
      }
      while set != 0 {
        let cell = word << 6 | set.trailingZeroBitCount
        set &= set &- 1
        moves[count] = Int32(truncatingIfNeeded: order(cell, side, ply, first) << 10 | cell)
        count &+= 1
      }
    }
    return count &- ply << 9
  }

  /// The rank of a cell in the order of moves; higher ranks come first.
  @inline(__always)
  private func order(_ cell: Int, _ side: Int, _ ply: Int, _ first: Int) -> Int {
    if cell == first { return 1 << 20 }
    let own = board.entries[cell << 1 | side].order
    let other = board.entries[cell << 1 | (side ^ 1)].order
    var order = own &* 4 &+ other &* 3 &+ Int(history[side << 10 | cell]) &>> 4
    if killers[ply << 1] == cell || killers[ply << 1 | 1] == cell { order &+= 300 }
    if ply > 0, Int(answers[side << 10 | played[ply &- 1]]) == cell { order &+= 300 }
    return order
  }

  /// Brings the best of the listed moves from `index` on to `index`, and returns it.
  @inline(__always)
  func pick(_ index: Int, _ end: Int) -> Int {
    var best = index
    var bestMove = moves[index]
    var other = index &+ 1
    while other < end {
      let move = moves[other]
      if move > bestMove {
        bestMove = move
        best = other
      }
      other &+= 1
    }
    moves[best] = moves[index]
    moves[index] = bestMove
    return Int(bestMove) & 1_023
  }

  /// Remembers a move that was too good for the other side, and that those before it were not.
  func reward(_ cell: Int, _ side: Int, _ ply: Int, _ depth: Int, _ first: Int, _ end: Int) {
    if killers[ply << 1] != cell {
      killers[ply << 1 | 1] = killers[ply << 1]
      killers[ply << 1] = cell
    }
    if ply > 0 { answers[side << 10 | played[ply &- 1]] = Int16(truncatingIfNeeded: cell) }
    let bonus = min(depth &* depth &* 8, 1_000)
    adjust(cell, side, bonus)
    var index = first
    while index < end {
      adjust(Int(moves[index]) & 1_023, side, -bonus)
      index &+= 1
    }
  }

  /// Moves a history value towards plus or minus 8,000, the slower the nearer it is.
  @inline(__always)
  private func adjust(_ cell: Int, _ side: Int, _ bonus: Int) {
    let old = Int(history[side << 10 | cell])
    let new = old &+ bonus &- old &* abs(bonus) / 8_000
    history[side << 10 | cell] = Int32(truncatingIfNeeded: new)
  }
}
