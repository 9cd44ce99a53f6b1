extension XiangqiEngine {
  /// The number of move sequences of `depth`, from 1.
  mutating func perft(_ depth: Int) -> Int {
    let memory = Cells<UInt16>(count: Self.mostMoves * (depth + 1), filledWith: 0)
    defer { memory.free() }
    return perft(depth, XiangqiMoves(cells: memory, count: 0))
  }

  /// `moves` ends where this depth may begin to write.
  private mutating func perft(_ depth: Int, _ before: XiangqiMoves) -> Int {
    if depth == 1 { return countLegal(before) }
    var moves = before
    generate(0xffff, &moves)
    let place = Int(places[own &+ Self.general])
    let threats = threats(to: place, side: own, enemy: enemy)
    let isFree = !threats.isCheck && !threats.isBare
    var total = 0
    for index in before.count..<moves.count {
      let from = Int(moves.cells[index] >> 8)
      let to = Int(moves.cells[index] & 255)
      let slot = UInt32(truncatingIfNeeded: cells[from] & 15)
      let isSafe = isFree && slot != 15 && threats.pinned &>> slot & 1 == 0
      let taken = make(from, to)
      if isSafe || !isAttacked(enemy) { total &+= perft(depth &- 1, moves) }
      unmake(from, to, taken)
    }
    return total
  }

  /// How many legal moves there are, most of them counted without being made.
  private mutating func countLegal(_ before: XiangqiMoves) -> Int {
    let place = Int(places[own &+ Self.general])
    let threats = threats(to: place, side: own, enemy: enemy)
    if threats.isCheck || threats.isBare { return countByMaking(0xffff, before) }
    return countFree(~threats.pinned) &+ countByMaking(threats.pinned | 1 << 15, before)
  }

  private mutating func countByMaking(_ slots: UInt32, _ before: XiangqiMoves) -> Int {
    var moves = before
    generate(slots, &moves)
    var total = 0
    for index in before.count..<moves.count {
      let from = Int(moves.cells[index] >> 8)
      let to = Int(moves.cells[index] & 255)
      let taken = make(from, to)
      if !isAttacked(enemy) { total &+= 1 }
      unmake(from, to, taken)
    }
    return total
  }

  /// The number of moves the own pieces in `slots` have, but for the general.
  @inline(__always)
  private func countFree(_ slots: UInt32) -> Int {
    var total = 0
    for slot in 0..<2 { total &+= countSteps(tables.advisorSteps, free(slot, slots)) }
    for slot in 2..<4 { total &+= countElephant(free(slot, slots)) }
    for slot in 4..<6 { total &+= countHorse(free(slot, slots)) }
    for slot in 6..<8 { total &+= countLines(free(slot, slots), shift: 0) }
    for slot in 8..<10 { total &+= countLines(free(slot, slots), shift: 4) }
    for slot in 10..<15 { total &+= countPawn(free(slot, slots)) }
    return total
  }

  /// The cell of the piece in `slot`, or 0 where it is gone or not wanted.
  @inline(__always)
  private func free(_ slot: Int, _ slots: UInt32) -> Int {
    slots &>> UInt32(truncatingIfNeeded: slot) & 1 == 0 ? 0 : Int(places[own &+ slot])
  }

  @inline(__always)
  private func one(_ to: Int) -> Int {
    Int(cells[to]) & (own | Self.wall) == 0 ? 1 : 0
  }

  @inline(__always)
  private func countSteps(_ steps: Cells<UInt8>, _ from: Int) -> Int {
    guard from != 0 else { return 0 }
    let first = from << 2
    return one(Int(steps[first])) &+ one(Int(steps[first &+ 1])) &+ one(Int(steps[first &+ 2]))
      &+ one(Int(steps[first &+ 3]))
  }

  @inline(__always)
  private func countElephant(_ from: Int) -> Int {
    guard from != 0 else { return 0 }
    var total = 0
    for number in 0..<4 {
      let to = Int(tables.elephantSteps[from << 2 | number])
      if cells[(from &+ to) >> 1] == 0 { total &+= one(to) }
    }
    return total
  }

  @inline(__always)
  private func countHorse(_ from: Int) -> Int {
    guard from != 0 else { return 0 }
    var total = 0
    if cells[from &+ 1] == 0 { total &+= one(from &+ 18) &+ one(from &- 14) }
    if cells[from &- 1] == 0 { total &+= one(from &+ 14) &+ one(from &- 18) }
    if cells[from &+ 16] == 0 { total &+= one(from &+ 33) &+ one(from &+ 31) }
    if cells[from &- 16] == 0 { total &+= one(from &- 33) &+ one(from &- 31) }
    return total
  }

  @inline(__always)
  private func countPawn(_ from: Int) -> Int {
    guard from != 0 else { return 0 }
    let ahead = one(own == Self.red ? from &+ 16 : from &- 16)
    return hasCrossed(from, own) ? ahead &+ one(from &+ 1) &+ one(from &- 1) : ahead
  }

  /// Rooks take the nearest piece (`shift` 0), cannons the second (`shift` 4).
  @inline(__always)
  private func countLines(_ from: Int, shift: Int) -> Int {
    guard from != 0 else { return 0 }
    let row = from & 0xf0
    let column = from & 15
    let rank = Int(tables.rankLines[column << 9 | Int(ranks[from >> 4])])
    let file = Int(tables.fileLines[(from >> 4) << 10 | Int(files[column])])
    let quiet = (rank >> 12 & 15) &- (rank & 15) &+ (file >> 12 & 15) &- (file & 15) &- 4
    let taken = rank >> shift
    let met = (file >> shift) << 4
    return quiet &+ takes(row | taken & 15) &+ takes(row | taken >> 12 & 15)
      &+ takes(met & 0xf0 | column) &+ takes(met >> 12 & 0xf0 | column)
  }

  @inline(__always)
  private func takes(_ to: Int) -> Int {
    Int(cells[to]) & enemy != 0 ? 1 : 0
  }
}
