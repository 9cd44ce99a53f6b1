extension GomokuBoard {
  /// True if `side` may not play on an empty cell (renju).
  @inline(__always)
  func isForbidden(_ cell: Int, _ side: Int) -> Bool {
    side == 0 && entries[cell << 1].isSuspicious && isFoul(cell)
  }

  /// True if a black stone on an empty cell is a foul, in the order of
  /// docs/reference/rules/gomoku.md.
  ///
  /// A three counts only where the stone that would make it a straight four makes no five and is no
  /// foul itself; so the stone is put for a moment, and the cells at the ends of its row are
  /// judged.
  func isFoul(_ cell: Int) -> Bool {
    var fours = 0
    var threes = 0
    for direction in 0..<4 {
      switch line(cell, direction) {
      case LinePattern.five: return false
      case LinePattern.overline: fours += 8
      case LinePattern.doubleFour: fours += 2
      case LinePattern.openFour, LinePattern.four, LinePattern.fourWithMore: fours += 1
      case LinePattern.openThree, LinePattern.openThreeWide: threes += 1
      case _: break
      }
    }
    if fours > 1 { return true }
    if threes < 2 { return false }
    return hasTwoThrees(cell)
  }

  private func hasTwoThrees(_ cell: Int) -> Bool {
    var threes = 0
    place(cell, 0)
    for direction in 0..<4 {
      let line = line(cell, direction)
      guard line == LinePattern.openThree || line == LinePattern.openThreeWide else { continue }
      let step = GomokuGrid.step(direction)
      if grows(cell, step, direction) || grows(cell, -step, direction) {
        threes += 1
        if threes > 1 { break }
      }
    }
    remove(0)
    return threes > 1
  }

  /// True if the first empty cell from a stone on makes its row an allowed straight four.
  private func grows(_ cell: Int, _ step: Int, _ direction: Int) -> Bool {
    var end = cell &+ step
    while stones[end] == 1 { end &+= step }
    guard stones[end] == 0, line(end, direction) == LinePattern.openFour else { return false }
    if entries[end << 1].cellClass == CellClass.five { return false }
    return !isForbidden(end, 0)
  }

  /// Black's pattern in one line through a cell.
  @inline(__always)
  private func line(_ cell: Int, _ direction: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: patterns[cell] >> UInt32(4 &* direction) & 15)
  }
}
