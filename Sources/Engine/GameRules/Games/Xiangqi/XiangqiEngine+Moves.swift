/// Moves written one after the other, the start in the upper byte and the end in the lower.
@usableFromInline
package struct XiangqiMoves {
  @usableFromInline package let cells: Cells<UInt16>
  @usableFromInline package var count: Int

  @inlinable
  package init(cells: Cells<UInt16>, count: Int) {
    self.cells = cells
    self.count = count
  }

  @inlinable @inline(__always)
  package mutating func append(_ from: Int, _ to: Int) {
    cells[count] = UInt16(truncatingIfNeeded: from << 8 | to)
    count &+= 1
  }
}

extension XiangqiEngine {
  /// More moves than any position has: 17 a rook and cannon, 8 a horse, 16 for the rest of a side.
  @inlinable package static var mostMoves: Int { 128 }

  /// Writes the moves of the own pieces in `slots`, without a look at the general.
  package func generate(_ slots: UInt32, _ moves: inout XiangqiMoves) {
    var left = slots
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      let from = Int(places[own &+ slot])
      guard from != 0 else { continue }
      switch slot {
      case 0...1: generateSteps(tables.advisorSteps, from, &moves)
      case 2...3: generateElephant(from, &moves)
      case 4...5: generateHorse(from, &moves)
      case 6...7: generateLines(from, isCannon: false, &moves)
      case 8...9: generateLines(from, isCannon: true, &moves)
      case 10...14: generatePawn(from, &moves)
      default: generateSteps(tables.generalSteps, from, &moves)
      }
    }
  }

  @inline(__always)
  private func generate(_ from: Int, _ to: Int, _ moves: inout XiangqiMoves) {
    if Int(cells[to]) & (own | Self.wall) == 0 { moves.append(from, to) }
  }

  private func generateSteps(_ steps: Cells<UInt8>, _ from: Int, _ moves: inout XiangqiMoves) {
    for number in 0..<4 { generate(from, Int(steps[from << 2 | number]), &moves) }
  }

  private func generateElephant(_ from: Int, _ moves: inout XiangqiMoves) {
    for number in 0..<4 {
      let to = Int(tables.elephantSteps[from << 2 | number])
      if cells[(from &+ to) >> 1] == 0 { generate(from, to, &moves) }
    }
  }

  private func generateHorse(_ from: Int, _ moves: inout XiangqiMoves) {
    if cells[from &+ 1] == 0 {
      generate(from, from &+ 18, &moves)
      generate(from, from &- 14, &moves)
    }
    if cells[from &- 1] == 0 {
      generate(from, from &+ 14, &moves)
      generate(from, from &- 18, &moves)
    }
    if cells[from &+ 16] == 0 {
      generate(from, from &+ 33, &moves)
      generate(from, from &+ 31, &moves)
    }
    if cells[from &- 16] == 0 {
      generate(from, from &- 33, &moves)
      generate(from, from &- 31, &moves)
    }
  }

  private func generatePawn(_ from: Int, _ moves: inout XiangqiMoves) {
    generate(from, own == Self.red ? from &+ 16 : from &- 16, &moves)
    guard hasCrossed(from, own) else { return }
    generate(from, from &+ 1, &moves)
    generate(from, from &- 1, &moves)
  }

  /// True if `cell` is beyond the river for `side`.
  @inlinable @inline(__always)
  package func hasCrossed(_ cell: Int, _ side: Int) -> Bool {
    side == Self.red ? cell >= 0x60 : cell < 0x60
  }

  private func generateLines(_ from: Int, isCannon: Bool, _ moves: inout XiangqiMoves) {
    let row = from & 0xf0
    let column = from & 15
    let rank = Int(tables.rankLines[column << 9 | Int(ranks[from >> 4])])
    let file = Int(tables.fileLines[(from >> 4) << 10 | Int(files[column])])
    generateRun(from, row | rank & 15, row | rank >> 12 & 15, 1, &moves)
    generateRun(from, file << 4 & 0xf0 | column, file >> 8 & 0xf0 | column, 16, &moves)
    let shift = isCannon ? 4 : 0
    take(from, row | rank >> shift & 15, &moves)
    take(from, row | rank >> (12 + shift) & 15, &moves)
    take(from, (file >> shift) << 4 & 0xf0 | column, &moves)
    take(from, (file >> (12 + shift)) << 4 & 0xf0 | column, &moves)
  }

  /// The empty cells between `low` and `high` but `from` itself.
  @inline(__always)
  private func generateRun(
    _ from: Int,
    _ low: Int,
    _ high: Int,
    _ step: Int,
    _ moves: inout XiangqiMoves
  ) {
    var to = low &+ step
    while to < high {
      if to != from { moves.append(from, to) }
      to &+= step
    }
  }

  @inline(__always)
  private func take(_ from: Int, _ to: Int, _ moves: inout XiangqiMoves) {
    if Int(cells[to]) & enemy != 0 { moves.append(from, to) }
  }

  /// Makes a move if it leaves the own general safe; nil if not.
  mutating func makeIfLegal(_ from: Int, _ to: Int) -> Int? {
    let taken = make(from, to)
    if isAttacked(enemy) {
      unmake(from, to, taken)
      return nil
    }
    return taken
  }

  /// True if the side to move has a legal move.
  mutating func hasLegalMove() -> Bool {
    let memory = Cells<UInt16>(count: Self.mostMoves, filledWith: 0)
    defer { memory.free() }
    var moves = XiangqiMoves(cells: memory, count: 0)
    generate(0xffff, &moves)
    for index in 0..<moves.count {
      let (from, to) = (Int(memory[index] >> 8), Int(memory[index] & 255))
      guard let taken = makeIfLegal(from, to) else { continue }
      unmake(from, to, taken)
      return true
    }
    return false
  }

  /// Every legal move of the own pieces in `slots`, as cells.
  mutating func legalMoves(of slots: UInt32) -> [(from: Int, to: Int)] {
    let memory = Cells<UInt16>(count: Self.mostMoves, filledWith: 0)
    defer { memory.free() }
    var moves = XiangqiMoves(cells: memory, count: 0)
    generate(slots, &moves)
    var legal: [(from: Int, to: Int)] = []
    for index in 0..<moves.count {
      let (from, to) = (Int(memory[index] >> 8), Int(memory[index] & 255))
      guard let taken = makeIfLegal(from, to) else { continue }
      unmake(from, to, taken)
      legal.append((from, to))
    }
    return legal
  }
}
