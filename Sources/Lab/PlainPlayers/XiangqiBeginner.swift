public import GameRules

/// The search of a beginner's program, to measure weak levels by: three plies of plain alpha-beta.
///
/// A rook is 800, a horse or cannon 300, a general 10,000, and each move of a rook, horse or cannon
/// 8, 10 or 6. A pawn is 100, an advisor or elephant 150. It looks no further when something hangs.
public struct XiangqiBeginner {
  private static let values = [150, 150, 300, 800, 300, 100, 10_000]
  private static let mobility = [0, 0, 10, 8, 6, 0, 0]
  private static let depth = 3

  /// A player without a memory.
  public init() {}

  /// The first of its best moves; nil where there is none.
  public func move(in position: XiangqiPosition) -> Move? {
    var engine = XiangqiEngine(position.board, toMove: position.toMove)
    let memory = Cells<UInt16>(count: XiangqiEngine.mostMoves * 8, filledWith: 0)
    defer { memory.free() }
    var moves = XiangqiMoves(cells: memory, count: 0)
    engine.generate(0xffff, &moves)
    var best: (move: UInt16, score: Int)?
    for index in 0..<moves.count {
      let (from, to) = (Int(memory[index] >> 8), Int(memory[index] & 255))
      let taken = engine.make(from, to)
      if !engine.isAttacked(engine.enemy) {
        let least = best?.score ?? -100_000
        let score = -Self.search(&engine, moves, Self.depth - 1, -100_000, -least)
        if best == nil || score > least { best = (memory[index], score) }
      }
      engine.unmake(from, to, taken)
    }
    return best.map { best in
      .carry(
        from: XiangqiTables.point(Int(best.move >> 8)),
        to: XiangqiTables.point(Int(best.move & 255))
      )
    }
  }

  private static func search(
    _ engine: inout XiangqiEngine,
    _ before: XiangqiMoves,
    _ depth: Int,
    _ alpha: Int,
    _ beta: Int
  ) -> Int {
    guard depth > 0 else { return evaluate(engine, before) }
    var moves = before
    engine.generate(0xffff, &moves)
    var alpha = alpha
    var isLost = true
    for index in before.count..<moves.count {
      let (from, to) = (Int(moves.cells[index] >> 8), Int(moves.cells[index] & 255))
      let taken = engine.make(from, to)
      if !engine.isAttacked(engine.enemy) {
        isLost = false
        alpha = max(alpha, -search(&engine, moves, depth - 1, -beta, -alpha))
      }
      engine.unmake(from, to, taken)
      if alpha >= beta { return alpha }
    }
    return isLost ? -10_000 - depth : alpha
  }

  private static func evaluate(_ engine: borrowing XiangqiEngine, _ before: XiangqiMoves) -> Int {
    var total = 0
    for piece in 16..<48 where engine.places[piece] != 0 {
      let value = values[kind(piece & 15)]
      total += piece & engine.own != 0 ? value : -value
    }
    return total + mobility(engine, before)
  }

  /// The moves of the side to move; a beginner forgets the other side's.
  private static func mobility(_ engine: borrowing XiangqiEngine, _ before: XiangqiMoves) -> Int {
    var moves = before
    engine.generate(0x3f0, &moves)
    var total = 0
    for index in before.count..<moves.count {
      total += mobility[kind(Int(engine.cells[Int(moves.cells[index] >> 8)]) & 15)]
    }
    return total
  }

  private static func kind(_ slot: Int) -> Int { slot < 10 ? slot / 2 : slot == 15 ? 6 : 5 }
}
