import GameRules

extension XiangqiMemory {
  /// The success of a quiet move before, and after the last moves.
  @inline(__always)
  func quietHistory(_ move: UInt16, _ board: borrowing XiangqiBoard, ply: Int) -> Int {
    let place = board.place(of: move)
    let last = Int(places[ply &+ 7]) &* Self.places &+ place
    let own = Int(places[ply &+ 6]) &* Self.places &+ place
    let before = Int(places[ply &+ 4]) &* Self.places &+ place
    return Int(quiets[board.quietIndex(move)]) &+ Int(continuations[last])
      &+ Int(continuations[own]) &+ Int(continuations[before]) / 2
  }

  /// The success of a move before.
  @inline(__always)
  func history(
    _ move: UInt16,
    _ isTaking: Bool,
    _ board: borrowing XiangqiBoard,
    ply: Int
  ) -> Int {
    isTaking ? Int(captures[board.captureIndex(move)]) : quietHistory(move, board, ply: ply)
  }

  /// Notes how well a quiet move did, by itself and after the moves before it.
  func learnQuiet(_ move: UInt16, _ board: borrowing XiangqiBoard, _ bonus: Int, ply: Int) {
    Self.learn(quiets, board.quietIndex(move), bonus, limit: 8_192)
    let place = board.place(of: move)
    learnContinuation(Int(places[ply &+ 7]), place, bonus)
    learnContinuation(Int(places[ply &+ 6]), place, bonus)
    learnContinuation(Int(places[ply &+ 4]), place, bonus)
  }

  @inline(__always)
  private func learnContinuation(_ before: Int, _ place: Int, _ bonus: Int) {
    guard before != Self.noPlace else { return }
    Self.learn(continuations, before &* Self.places &+ place, bonus, limit: 16_384)
  }

  /// Makes a move the first to be tried against what was played before it, and at this ply.
  func keepKiller(_ move: UInt16, ply: Int) {
    if killers[2 &* ply] != move {
      killers[2 &* ply &+ 1] = killers[2 &* ply]
      killers[2 &* ply] = move
    }
    counters[Int(places[ply &+ 7])] = move
  }

  /// Notes a move that was tried in vain.
  func remember(_ move: UInt16, _ isTaking: Bool, _ node: inout XiangqiNode) {
    if isTaking {
      guard node.captureCount < 64 else { return }
      tried[node.ply << 7 | 64 | node.captureCount] = move
      node.captureCount &+= 1
    } else {
      guard node.quietCount < 64 else { return }
      tried[node.ply << 7 | node.quietCount] = move
      node.quietCount &+= 1
    }
  }

  /// Puts a move before the best line of the next ply.
  func keepLine(_ move: UInt16, ply: Int) {
    let start = ply << 7
    let next = (ply &+ 1) << 7
    let end = max(Int(lineEnds[ply &+ 1]), ply &+ 1)
    lines[start | ply] = move
    for index in ply &+ 1..<max(end, ply &+ 1) { lines[start | index] = lines[next | index] }
    lineEnds[ply] = Int16(truncatingIfNeeded: end)
  }

  /// The best line from a ply on.
  func line(from ply: Int) -> [UInt16] {
    let end = Int(lineEnds[ply])
    guard end > ply else { return [] }
    return (ply..<end).map { lines[ply << 7 | $0] }
  }

  // MARK: Errors of the evaluation

  /// The indices of a position's corrections.
  @inline(__always)
  private func errorIndices(
    _ board: borrowing XiangqiBoard,
    ply: Int
  ) -> (pawns: Int, material: Int, place: Int) {
    let side = board.engine.own >> 5
    let state = board.past[board.height]
    let pawns = Int(truncatingIfNeeded: state.pawnKey & 16_383)
    let mixed = state.counts &* 0x9e37_79b1
    return (
      side << 14 | pawns, side << 14 | Int(mixed >> 18),
      side &* Self.places &+ Int(places[ply &+ 7])
    )
  }

  /// An evaluation less what it was off by in like positions.
  @inline(__always)
  func corrected(_ evaluation: Int, _ board: borrowing XiangqiBoard, ply: Int) -> Int {
    let index = errorIndices(board, ply: ply)
    let error =
      Int(pawnErrors[index.pawns]) &+ Int(materialErrors[index.material])
      &+ Int(placeErrors[index.place])
    let value = evaluation &+ error / 24
    return max(-XiangqiScore.highest, min(XiangqiScore.highest, value))
  }

  /// Notes by how much an evaluation was off.
  func learnError(_ error: Int, _ board: borrowing XiangqiBoard, ply: Int) {
    let index = errorIndices(board, ply: ply)
    Self.learn(pawnErrors, index.pawns, error, limit: 1_024)
    Self.learn(materialErrors, index.material, error, limit: 1_024)
    Self.learn(placeErrors, index.place, error, limit: 1_024)
  }
}
