extension GomokuSearch {
  /// Searches for a win of `side`, which is to move, by fours alone, within `budget` nodes.
  ///
  /// - Returns: the plies to the five, or 0 where none was found.
  func winByFours(_ side: Int, budget: Int, complete: Bool) -> Int {
    let fours =
      board.count(side, CellClass.fourThree) + board.count(side, CellClass.fourMore)
      + (complete ? board.count(side, CellClass.four) : 0)
    if fours == 0 || !header[0].seesFours { return 0 }
    header[0].fourBudget = budget
    return fourSequence(side, 0, complete)
  }

  /// One node of it: a four, its only answer, and so on.
  ///
  /// Nothing but a win is sure: 0 may also mean that the budget is used up.
  private func fourSequence(_ side: Int, _ ply: Int, _ complete: Bool) -> Int {
    if board.count(side, CellClass.five) > 0 { return 1 }
    let threats = board.count(side ^ 1, CellClass.five)
    if threats > 0 {
      return threats > 1 ? 0 : remembered(fourOnFive(side, ply, complete), side, header[0].fourMove)
    }
    let winner = openFour(side)
    if winner >= 0 {
      header[0].fourMove = winner
      return 3
    }
    if ply >= 60 || header[0].fourBudget <= 0 || header[0].isStopped { return 0 }
    return remembered(tryFours(side, ply, complete), side, header[0].fourMove)
  }

  /// The four that stops the other side's five, if it is one.
  private func fourOnFive(_ side: Int, _ ply: Int, _ complete: Bool) -> Int {
    let cell = cell(side ^ 1, CellClass.five)
    if cellClass(cell, side) < CellClass.four || board.isForbidden(cell, side) { return 0 }
    return four(cell, side, ply, complete)
  }

  /// Tries all fours, unless none of them is known to win.
  @inline(__always)
  private func tryFours(_ side: Int, _ ply: Int, _ complete: Bool) -> Int {
    let hash = hash(side) ^ (complete ? 0x9e37 : 0)
    let slot = Int(truncatingIfNeeded: hash >> 40) & (Self.refutedCount - 1)
    if refuted[slot] == hash { return 0 }
    var length = fours(CellClass.fourThree, side, ply, complete)
    if length == 0 { length = fours(CellClass.fourMore, side, ply, complete) }
    if length == 0, complete { length = fours(CellClass.four, side, ply, complete) }
    if length == 0, header[0].fourBudget > 0 { refuted[slot] = hash }
    return length
  }

  /// Tries the fours of one class.
  private func fours(_ cellClass: Int, _ side: Int, _ ply: Int, _ complete: Bool) -> Int {
    if board.count(side, cellClass) == 0 { return 0 }
    for word in GomokuGrid.usedWords {
      var set = board.sets[(side << 4 | cellClass) << 4 | word]
      while set != 0 {
        let cell = word << 6 | set.trailingZeroBitCount
        set &= set &- 1
        if board.isForbidden(cell, side) { continue }
        let length = four(cell, side, ply, complete)
        if length > 0 { return length }
        if header[0].fourBudget <= 0 { return 0 }
      }
    }
    return 0
  }

  /// Makes a four on a cell and lets the other side answer it.
  private func four(_ cell: Int, _ side: Int, _ ply: Int, _ complete: Bool) -> Int {
    enter()
    header[0].fourBudget &-= 1
    board.place(cell, side)
    var length = 0
    let fives = board.count(side, CellClass.five)
    if fives > 1 {
      length = 3
    } else if fives == 1 {
      length = answered(self.cell(side, CellClass.five), side, ply, complete)
    }
    board.remove(side)
    if length > 0 { header[0].fourMove = cell }
    return length
  }

  /// Goes on after the other side stopped a five on a cell.
  private func answered(_ cell: Int, _ side: Int, _ ply: Int, _ complete: Bool) -> Int {
    let other = side ^ 1
    if board.isForbidden(cell, other) { return 3 }
    board.place(cell, other)
    let length = fourSequence(side, ply &+ 1, complete)
    board.remove(other)
    return length == 0 ? 0 : length &+ 2
  }
}
