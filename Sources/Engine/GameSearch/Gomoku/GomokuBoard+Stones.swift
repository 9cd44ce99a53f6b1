extension GomokuBoard {
  /// Puts a stone on an empty cell.
  func place(_ cell: Int, _ side: Int) {
    remember(cell)
    stones[cell] = UInt8(truncatingIfNeeded: side &+ 1)
    empty[cell >> 6] ^= 1 &<< UInt64(cell & 63)
    count(cell, in: false)
    header[0].hash ^= words[side &<< 10 | cell]
    header[0].stoneCount &+= 1
    // A black stone is 1 to Black and 2 to White; a white one the other way round.
    let factor: UInt32 = side == 0 ? 0x2_0001 : 0x1_0002
    if header[0].reach == 4 { spread(cell, factor, 4) } else { spread(cell, factor, 5) }
  }

  /// Takes the last stone off again.
  func remove(_ side: Int) {
    let turn = turns[header[0].stoneCount &- 1]
    let cell = turn.cell
    var index = header[0].changeCount
    while index > turn.changes {
      index &-= 1
      restore(changes[index])
    }
    let factor: UInt32 = side == 0 ? 0x2_0001 : 0x1_0002
    if header[0].reach == 4 { gather(cell, factor, 4) } else { gather(cell, factor, 5) }
    header[0].hash ^= words[side &<< 10 | cell]
    header[0].stoneCount &-= 1
    header[0].changeCount = turn.changes
    stones[cell] = 0
    empty[cell >> 6] ^= 1 &<< UInt64(cell & 63)
    count(cell, in: true)
    header[0].sums = turn.sums
    let word = cell >> 6 &- 2
    near[word] = turn.near.0
    near[word &+ 1] = turn.near.1
    near[word &+ 2] = turn.near.2
    near[word &+ 3] = turn.near.3
    near[word &+ 4] = turn.near.4
  }

  /// Saves what ``remove(_:)`` needs, and marks the cells near the stone.
  @inline(__always)
  private func remember(_ cell: Int) {
    let word = cell >> 6 &- 2
    let near = near
    turns[header[0].stoneCount] = Turn(
      cell: cell,
      changes: header[0].changeCount,
      sums: header[0].sums,
      near: (near[word], near[word &+ 1], near[word &+ 2], near[word &+ 3], near[word &+ 4])
    )
    // Two rows to a word: two cells away in any direction, and four along the lines but at three
    // and four rows only on them. The columns begin four to the left of the cell.
    let column = UInt64(cell & 31 &- 4)
    if cell & 32 == 0 {
      near[word] |= 0x0000_0092_0000_0111 as UInt64 &<< column
      near[word &+ 1] |= 0x0000_007c_0000_007c as UInt64 &<< column
      near[word &+ 2] |= 0x0000_007c_0000_01ff as UInt64 &<< column
      near[word &+ 3] |= 0x0000_0092_0000_007c as UInt64 &<< column
      near[word &+ 4] |= 0x0000_0000_0000_0111 as UInt64 &<< column
    } else {
      near[word] |= 0x0000_0111_0000_0000 as UInt64 &<< column
      near[word &+ 1] |= 0x0000_007c_0000_0092 as UInt64 &<< column
      near[word &+ 2] |= 0x0000_01ff_0000_007c as UInt64 &<< column
      near[word &+ 3] |= 0x0000_007c_0000_007c as UInt64 &<< column
      near[word &+ 4] |= 0x0000_0111_0000_0092 as UInt64 &<< column
    }
  }

  /// Adds an empty cell to the sets, counts and sums, or takes it out of them.
  @inline(__always)
  func count(_ cell: Int, in isIn: Bool) {
    let black = entries[cell << 1]
    let white = entries[cell << 1 | 1]
    let bit = 1 as UInt64 &<< UInt64(cell & 63)
    let step = isIn ? 1 : -1
    sets[black.cellClass &<< 4 | cell >> 6] ^= bit
    sets[(16 | white.cellClass) &<< 4 | cell >> 6] ^= bit
    counts[black.cellClass] &+= step
    counts[16 | white.cellClass] &+= step
    if isIn {
      header[0].sums.0 &+= black.sum
      header[0].sums.1 &+= white.sum
    } else {
      header[0].sums.0 &-= black.sum
      header[0].sums.1 &-= white.sum
    }
  }

  /// Tells the cells of the four lines through a new stone of it.
  @inline(__always)
  private func spread(_ cell: Int, _ factor: UInt32, _ reach: Int) {
    let tables = header[0]
    var sums = tables.sums
    var changeCount = tables.changeCount
    for direction in 0..<4 {
      let step = GomokuGrid.step(direction)
      var above = cell
      var below = cell
      var weightBelow: UInt32 = 243 &* factor
      var k = 0
      while k < reach {
        above &+= step
        below &-= step
        let weightAbove = (0x01_0309_1b51 as UInt64 >> UInt64(8 &* k)) & 0xff
        touch(
          above,
          direction,
          UInt32(truncatingIfNeeded: weightAbove) &* factor,
          tables,
          &sums,
          &changeCount
        )
        touch(below, direction, weightBelow, tables, &sums, &changeCount)
        weightBelow &*= 3
        k &+= 1
      }
    }
    header[0].sums = sums
    header[0].changeCount = changeCount
  }

  /// Adds to the key of a cell, and follows it up where the pattern is another one.
  ///
  /// A cell with a stone keeps the patterns from before: they are true again when it is taken off.
  @inline(__always)
  private func touch(
    _ cell: Int,
    _ direction: Int,
    _ weight: UInt32,
    _ tables: Header,
    _ sums: inout Sums,
    _ changeCount: inout Int
  ) {
    let key = keys[cell << 2 | direction] &+ weight
    keys[cell << 2 | direction] = key
    if stones[cell] != 0 { return }
    let line =
      UInt32(tables.blackLines[Int(key & 0xffff)])
      | UInt32(tables.whiteLines[Int(key >> 16)]) << 16
    let shift = UInt32(truncatingIfNeeded: direction &* 4)
    let old = patterns[cell]
    let new = old & ~(0xf_000f &<< shift) | line &<< shift
    if new == old { return }
    let black = entries[cell << 1]
    let white = entries[cell << 1 | 1]
    changes[changeCount] = Change(
      cell: UInt32(truncatingIfNeeded: cell),
      patterns: old,
      black: black,
      white: white
    )
    changeCount &+= 1
    patterns[cell] = new
    let newBlack = tables.blackCells[Int(new & 0xffff)]
    let newWhite = tables.whiteCells[Int(new >> 16)]
    entries[cell << 1] = newBlack
    entries[cell << 1 | 1] = newWhite
    sums.0 = sums.0 &+ newBlack.sum &- black.sum
    sums.1 = sums.1 &+ newWhite.sum &- white.sum
    reclass(cell, 0, black.cellClass, newBlack.cellClass)
    reclass(cell, 16, white.cellClass, newWhite.cellClass)
  }

  /// Moves a cell from the set of one class to that of another.
  @inline(__always)
  private func reclass(_ cell: Int, _ side: Int, _ old: Int, _ new: Int) {
    if old == new { return }
    let bit = 1 as UInt64 &<< UInt64(cell & 63)
    sets[(side | old) &<< 4 | cell >> 6] ^= bit
    sets[(side | new) &<< 4 | cell >> 6] ^= bit
    counts[side | old] &-= 1
    counts[side | new] &+= 1
  }

  /// Brings a cell back to what it was.
  @inline(__always)
  private func restore(_ change: Change) {
    let cell = Int(change.cell)
    patterns[cell] = change.patterns
    reclass(cell, 0, entries[cell << 1].cellClass, change.black.cellClass)
    reclass(cell, 16, entries[cell << 1 | 1].cellClass, change.white.cellClass)
    entries[cell << 1] = change.black
    entries[cell << 1 | 1] = change.white
  }

  /// Takes a stone out of the keys of its four lines.
  @inline(__always)
  private func gather(_ cell: Int, _ factor: UInt32, _ reach: Int) {
    for direction in 0..<4 {
      let step = GomokuGrid.step(direction)
      var above = cell
      var below = cell
      var weightBelow: UInt32 = 243 &* factor
      var k = 0
      while k < reach {
        above &+= step
        below &-= step
        let weightAbove = (0x01_0309_1b51 as UInt64 >> UInt64(8 &* k)) & 0xff
        keys[above << 2 | direction] &-= UInt32(truncatingIfNeeded: weightAbove) &* factor
        keys[below << 2 | direction] &-= weightBelow
        weightBelow &*= 3
        k &+= 1
      }
    }
  }
}
