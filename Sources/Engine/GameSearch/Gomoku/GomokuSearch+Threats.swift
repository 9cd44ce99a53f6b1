extension GomokuSearch {
  /// Searches for a win of `side`, which is to move, by threats: fours and open threes.
  ///
  /// Every answer that could meet a threat is tried, so that a win that is found is one. The search
  /// goes deeper and deeper until it has visited `budget` nodes.
  ///
  /// - Returns: the plies to the five, or 0 where none was found; ``Header/threatMove`` begins it.
  func winByThreats(_ side: Int, budget: UInt64) -> Int {
    let end = header[0].nodes &+ budget
    header[0].threatEnd = end
    var depth = 1
    while depth < 16, header[0].nodes < end, !header[0].isStopped {
      let length = attack(side, depth, 0)
      if length > 0 { return length }
      depth &+= 1
    }
    return 0
  }

  /// True if the search of threats has to end.
  @inline(__always) private var isSpent: Bool {
    header[0].isStopped || header[0].nodes >= header[0].threatEnd
  }

  /// The attacker's node: some threat has to win.
  private func attack(_ side: Int, _ depth: Int, _ ply: Int) -> Int {
    if board.count(side, CellClass.five) > 0 { return 1 }
    let threats = board.count(side ^ 1, CellClass.five)
    if threats > 0 {
      let cell = cell(side ^ 1, CellClass.five)
      if threats > 1 || board.isForbidden(cell, side) { return 0 }
      return remembered(threaten(cell, side, depth, ply), side, header[0].threatMove)
    }
    let length = winAtOnce(side)
    if length > 0 { return length }
    if depth <= 0 || ply > 60 || isSpent { return 0 }
    return remembered(tryUnknownThreats(side, depth, ply), side, header[0].threatMove)
  }

  /// The plies to a five by an open four or by fours alone, or 0.
  @inline(__always)
  private func winAtOnce(_ side: Int) -> Int {
    let winner = openFour(side)
    if winner >= 0 {
      header[0].threatMove = winner
      return 3
    }
    let fours = winByFours(side, budget: 400, complete: true)
    if fours > 0 { header[0].threatMove = header[0].fourMove }
    return fours
  }

  /// Tries threats, unless it is known that none wins within `depth`.
  @inline(__always)
  private func tryUnknownThreats(_ side: Int, _ depth: Int, _ ply: Int) -> Int {
    let hash = hash(side) ^ 0xa5a5_0000
    let slot = Int(truncatingIfNeeded: hash >> 40) & (Self.refutedCount - 1)
    let known = refuted[slot]
    if known >> 5 == hash >> 5, known & 31 >= UInt64(depth) { return 0 }
    let length = tryThreats(side, depth, ply)
    if length == 0, !isSpent { refuted[slot] = hash & ~31 | UInt64(depth) }
    return length
  }

  /// Tries threes, the most promising first, and fours that leave something behind.
  private func tryThreats(_ side: Int, _ depth: Int, _ ply: Int) -> Int {
    let isThreatened = openFour(side ^ 1) >= 0
    var cellClass = CellClass.fourThree
    while cellClass >= CellClass.three {
      let isFour = cellClass >= CellClass.four
      for word in GomokuGrid.usedWords where isFour || !isThreatened {
        var set = board.sets[(side << 4 | cellClass) << 4 | word]
        while set != 0 {
          let cell = word << 6 | set.trailingZeroBitCount
          set &= set &- 1
          if board.isForbidden(cell, side) { continue }
          let length = threaten(cell, side, depth, ply)
          if length > 0 || isSpent { return length }
        }
      }
      cellClass &-= 1
      // Fours that no other four could come of only lose the tempo.
      if cellClass == CellClass.four { cellClass &-= 1 }
    }
    return 0
  }

  /// Makes one threat and lets the other side answer it in every way.
  private func threaten(_ cell: Int, _ side: Int, _ depth: Int, _ ply: Int) -> Int {
    enter()
    board.place(cell, side)
    let length = defend(side ^ 1, depth, ply &+ 1)
    board.remove(side)
    if length == 0 { return 0 }
    header[0].threatMove = cell
    return length &+ 1
  }

  /// The defender's node: every answer has to lose.
  private func defend(_ side: Int, _ depth: Int, _ ply: Int) -> Int {
    let attacker = side ^ 1
    if board.count(side, CellClass.five) > 0 || ply >= Self.plies - 2 { return 0 }
    let fives = board.count(attacker, CellClass.five)
    if fives > 1 { return 2 }
    if fives == 1 {
      let cell = cell(attacker, CellClass.five)
      return board.isForbidden(cell, side) ? 2 : answer(cell, side, depth, ply)
    }
    if openFour(side) >= 0 || openFour(attacker) < 0 { return 0 }
    return tryDefences(side, depth, ply)
  }

  /// The longest loss that the answers to a three lead to, or 0 where one of them holds.
  @inline(__always)
  private func tryDefences(_ side: Int, _ depth: Int, _ ply: Int) -> Int {
    let start = ply << 9
    let count = listDefences(side, ply, 0)
    // With no defence that is allowed: any move, the open four, any move, the five.
    var longest = 4
    var index = start
    while index < start &+ count {
      let cell = pick(index, start &+ count)
      index &+= 1
      if board.isForbidden(cell, side) { continue }
      let length = answer(cell, side, depth &- 1, ply)
      if length == 0 { return 0 }
      longest = max(longest, length)
    }
    return longest
  }

  /// Answers a threat and lets the attacker go on.
  private func answer(_ cell: Int, _ side: Int, _ depth: Int, _ ply: Int) -> Int {
    enter()
    played[ply] = cell
    board.place(cell, side)
    let length = isSpent ? 0 : attack(side ^ 1, depth, ply &+ 1)
    board.remove(side)
    return length == 0 ? 0 : length &+ 1
  }
}
