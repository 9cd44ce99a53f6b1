import GameRules

/// Static exchange evaluation: the result of captures on one cell.
extension XiangqiBoard {
  /// The value of a piece in an exchange, in hundredths of a pawn over the river, by kind.
  @inline(__always)
  static func worth(_ piece: Int) -> Int {
    guard piece != 0 else { return 0 }
    // Rook 900, cannon 450, horse 425, elephant and advisor 200, pawn 100; each divided by 25.
    let values: UInt64 = 0xff_04_12_24_11_08_08
    return Int(truncatingIfNeeded: values &>> UInt64(kind(piece) << 3)) & 255 &* 25
  }

  /// True if a move gains at least `least` when both sides go on to take on its cell.
  ///
  /// The captures are made on the board, so that lines which open, screens and legs are right.
  mutating func gains(_ move: UInt16, atLeast least: Int) -> Bool {
    let to = Int(move & 255)
    let gain = Self.worth(Int(engine.cells[to])) &- least
    guard gain >= 0 else { return false }
    let piece = Int(engine.cells[Int(move >> 8)])
    guard gain < Self.worth(piece) else { return true }
    let taken = engine.make(Int(move >> 8), to)
    let loss = bestReply(on: to, Self.worth(piece), limit: gain)
    engine.unmake(Int(move >> 8), to, taken)
    return gain >= loss
  }

  /// The most that the side to move wins by taking a piece of `prize` on `cell`, at least 0.
  ///
  /// Anything above `limit` will do for an answer.
  private mutating func bestReply(on cell: Int, _ prize: Int, limit: Int) -> Int {
    let from = leastAttacker(of: cell, by: engine.own)
    guard from != 0 else { return 0 }
    let piece = Int(engine.cells[from])
    let own = engine.own
    let taken = engine.make(from, cell)
    defer { engine.unmake(from, cell, taken) }
    if piece & 15 == XiangqiEngine.general, leastAttacker(of: cell, by: 48 &- own) != 0 { return 0 }
    guard prize &- Self.worth(piece) <= limit else { return prize }
    return max(0, prize &- bestReply(on: cell, Self.worth(piece), limit: prize))
  }

  /// The cell of the cheapest piece of `side` that can go to `cell`; 0 for none.
  func leastAttacker(of cell: Int, by side: Int) -> Int {
    let pawn = pawnAttacker(of: cell, by: side)
    if pawn != 0 { return pawn }
    let guardian = guardAttacker(of: cell, by: side)
    if guardian != 0 { return guardian }
    for slot in 4..<6 {
      let from = Int(engine.places[side | slot])
      let leg = Int(engine.tables.horseLegs[cell &- from &+ 256])
      if leg != 0, from != 0, engine.cells[from &+ leg] == 0 { return from }
    }
    let line = lineAttacker(of: cell, by: side)
    if line != 0 { return line }
    for number in 0..<4 {
      let from = Int(engine.tables.generalSteps[cell << 2 | number])
      if Int(engine.cells[from]) == side | 15 { return from }
    }
    return 0
  }

  @inline(__always)
  private func isPawn(_ cell: Int, _ side: Int) -> Bool {
    let number = Int(engine.cells[cell]) &- side &- 10
    return number >= 0 && number < 5
  }

  @inline(__always)
  private func pawnAttacker(of cell: Int, by side: Int) -> Int {
    let behind = side == XiangqiEngine.red ? cell &- 16 : cell &+ 16
    if isPawn(behind, side) { return behind }
    guard engine.hasCrossed(cell, side) else { return 0 }
    if isPawn(cell &- 1, side) { return cell &- 1 }
    if isPawn(cell &+ 1, side) { return cell &+ 1 }
    return 0
  }

  @inline(__always)
  private func guardAttacker(of cell: Int, by side: Int) -> Int {
    guard !engine.hasCrossed(cell, side) else { return 0 }
    for number in 0..<4 {
      let from = Int(engine.tables.advisorSteps[cell << 2 | number])
      if Int(engine.cells[from]) >> 1 == side >> 1 { return from }
    }
    for number in 0..<4 {
      let from = Int(engine.tables.elephantSteps[cell << 2 | number])
      if Int(engine.cells[from]) >> 1 == (side | 2) >> 1,
        engine.cells[(from &+ cell) >> 1] == 0
      {
        return from
      }
    }
    return 0
  }

  @inline(__always)
  private func lineAttacker(of cell: Int, by side: Int) -> Int {
    let row = cell & 0xf0
    let column = cell & 15
    let rank = rankLine(cell)
    let file = fileLine(cell)
    let cannon = (side | 8) >> 1
    let left = row | rank >> 4 & 15
    if Int(engine.cells[left]) >> 1 == cannon { return left }
    let right = row | rank >> 16 & 15
    if Int(engine.cells[right]) >> 1 == cannon { return right }
    let below = file & 0xf0 | column
    if Int(engine.cells[below]) >> 1 == cannon { return below }
    let above = file >> 12 & 0xf0 | column
    if Int(engine.cells[above]) >> 1 == cannon { return above }
    return rookAttacker(row, column, rank, file, (side | 6) >> 1)
  }

  @inline(__always)
  private func rookAttacker(_ row: Int, _ column: Int, _ rank: Int, _ file: Int, _ rook: Int) -> Int
  {
    let left = row | rank & 15
    if Int(engine.cells[left]) >> 1 == rook { return left }
    let right = row | rank >> 12 & 15
    if Int(engine.cells[right]) >> 1 == rook { return right }
    let below = file << 4 & 0xf0 | column
    if Int(engine.cells[below]) >> 1 == rook { return below }
    let above = file >> 8 & 0xf0 | column
    if Int(engine.cells[above]) >> 1 == rook { return above }
    return 0
  }
}
