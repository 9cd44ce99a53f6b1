import GameRules

/// The moves of the side to move, without regard to its general.
extension XiangqiBoard {
  /// Writes the moves that take something.
  func generateCaptures(_ moves: inout XiangqiMoves) {
    generate(&moves, takes: true)
  }

  /// Writes the moves that take nothing.
  func generateQuiets(_ moves: inout XiangqiMoves) {
    generate(&moves, takes: false)
  }

  @inline(__always)
  private func generate(_ moves: inout XiangqiMoves, takes: Bool) {
    let own = engine.own
    for slot in 0..<2 { steps(engine.tables.advisorSteps, own | slot, &moves, takes) }
    for slot in 2..<4 { elephant(own | slot, &moves, takes) }
    for slot in 4..<6 { horse(own | slot, &moves, takes) }
    for slot in 6..<8 { lines(own | slot, &moves, takes, shift: 0) }
    for slot in 8..<10 { lines(own | slot, &moves, takes, shift: 4) }
    for slot in 10..<15 { pawn(own | slot, &moves, takes) }
    steps(engine.tables.generalSteps, own | 15, &moves, takes)
  }

  @inline(__always)
  private func add(_ from: Int, _ to: Int, _ moves: inout XiangqiMoves, _ takes: Bool) {
    let met = Int(engine.cells[to])
    if takes ? met & engine.enemy != 0 : met == 0 { moves.append(from, to) }
  }

  @inline(__always)
  private func steps(
    _ steps: Cells<UInt8>,
    _ piece: Int,
    _ moves: inout XiangqiMoves,
    _ takes: Bool
  ) {
    let from = Int(engine.places[piece])
    guard from != 0 else { return }
    for number in 0..<4 { add(from, Int(steps[from << 2 | number]), &moves, takes) }
  }

  @inline(__always)
  private func elephant(_ piece: Int, _ moves: inout XiangqiMoves, _ takes: Bool) {
    let from = Int(engine.places[piece])
    guard from != 0 else { return }
    for number in 0..<4 {
      let to = Int(engine.tables.elephantSteps[from << 2 | number])
      if engine.cells[(from &+ to) >> 1] == 0 { add(from, to, &moves, takes) }
    }
  }

  @inline(__always)
  private func horse(_ piece: Int, _ moves: inout XiangqiMoves, _ takes: Bool) {
    let from = Int(engine.places[piece])
    guard from != 0 else { return }
    if engine.cells[from &+ 1] == 0 {
      add(from, from &+ 18, &moves, takes)
      add(from, from &- 14, &moves, takes)
    }
    if engine.cells[from &- 1] == 0 {
      add(from, from &+ 14, &moves, takes)
      add(from, from &- 18, &moves, takes)
    }
    if engine.cells[from &+ 16] == 0 {
      add(from, from &+ 33, &moves, takes)
      add(from, from &+ 31, &moves, takes)
    }
    if engine.cells[from &- 16] == 0 {
      add(from, from &- 33, &moves, takes)
      add(from, from &- 31, &moves, takes)
    }
  }

  @inline(__always)
  private func pawn(_ piece: Int, _ moves: inout XiangqiMoves, _ takes: Bool) {
    let from = Int(engine.places[piece])
    guard from != 0 else { return }
    let isRed = engine.own == XiangqiEngine.red
    add(from, isRed ? from &+ 16 : from &- 16, &moves, takes)
    guard engine.hasCrossed(from, engine.own) else { return }
    add(from, from &+ 1, &moves, takes)
    add(from, from &- 1, &moves, takes)
  }

  /// Rooks take the nearest piece (`shift` 0), cannons the second (`shift` 4).
  @inline(__always)
  private func lines(_ piece: Int, _ moves: inout XiangqiMoves, _ takes: Bool, shift: Int) {
    let from = Int(engine.places[piece])
    guard from != 0 else { return }
    let row = from & 0xf0
    let column = from & 15
    let rank = rankLine(from)
    let file = fileLine(from)
    if takes {
      add(from, row | rank >> shift & 15, &moves, true)
      add(from, row | rank >> (12 &+ shift) & 15, &moves, true)
      add(from, (file >> shift) << 4 & 0xf0 | column, &moves, true)
      add(from, (file >> (12 &+ shift)) << 4 & 0xf0 | column, &moves, true)
    } else {
      run(from, row | rank & 15, row | rank >> 12 & 15, 1, &moves)
      run(from, file << 4 & 0xf0 | column, file >> 8 & 0xf0 | column, 16, &moves)
    }
  }

  /// The empty cells between `low` and `high` but `from` itself.
  @inline(__always)
  private func run(_ from: Int, _ low: Int, _ high: Int, _ step: Int, _ moves: inout XiangqiMoves) {
    var to = low &+ step
    while to < high {
      if to != from { moves.append(from, to) }
      to &+= step
    }
  }

  /// The columns of the nearest three pieces left and right of a cell, four bits each.
  @inline(__always)
  func rankLine(_ cell: Int) -> Int {
    Int(engine.tables.rankLines[(cell & 15) << 9 | Int(engine.ranks[cell >> 4])])
  }

  /// The rows of the nearest three pieces below and above a cell, four bits each.
  @inline(__always)
  func fileLine(_ cell: Int) -> Int {
    Int(engine.tables.fileLines[(cell >> 4) << 10 | Int(engine.files[cell & 15])])
  }

  /// True if the pieces can make a move that was good somewhere else.
  func canMake(_ move: UInt16) -> Bool {
    let from = Int(move >> 8)
    let to = Int(move & 255)
    let piece = Int(engine.cells[from])
    let met = Int(engine.cells[to])
    guard piece & engine.own != 0, met & (engine.own | XiangqiEngine.wall) == 0 else {
      return false
    }
    switch Self.kind(piece) {
    case 0: return hasStep(engine.tables.advisorSteps, from, to)
    case 1:
      return hasStep(engine.tables.elephantSteps, from, to) && engine.cells[(from &+ to) >> 1] == 0
    case 2:
      let leg = Int(engine.tables.horseLegs[to &- from &+ 256])
      return leg != 0 && engine.cells[from &+ leg] == 0
    case 3: return reaches(from, to, shift: 0, met)
    case 4: return reaches(from, to, shift: 4, met)
    case 5: return isPawnStep(from, to)
    default: return hasStep(engine.tables.generalSteps, from, to)
    }
  }

  private func isPawnStep(_ from: Int, _ to: Int) -> Bool {
    if to &- from == (engine.own == XiangqiEngine.red ? 16 : -16) { return true }
    return (to &- from == 1 || to &- from == -1) && engine.hasCrossed(from, engine.own)
  }

  private func hasStep(_ steps: Cells<UInt8>, _ from: Int, _ to: Int) -> Bool {
    for number in 0..<4 where Int(steps[from << 2 | number]) == to { return true }
    return false
  }

  private func reaches(_ from: Int, _ to: Int, shift: Int, _ met: Int) -> Bool {
    let isRank = from & 0xf0 == to & 0xf0
    guard isRank || from & 15 == to & 15, from != to else { return false }
    let line = isRank ? rankLine(from) : fileLine(from)
    let place = isRank ? to & 15 : to >> 4
    if met == 0 { return place > line & 15 && place < line >> 12 & 15 }
    return place == line >> shift & 15 || place == line >> (12 &+ shift) & 15
  }
}
