import GameRules
import Testing

@testable import GameSearch

@Suite struct XiangqiExchangeTests {
  /// What the side to move gains at most by captures on one cell, or by none, all orders tried.
  private static func best(_ board: inout XiangqiBoard, on cell: Int) -> Int {
    let memory = Cells<UInt16>(count: XiangqiEngine.mostMoves, filledWith: 0)
    defer { memory.free() }
    var moves = XiangqiMoves(cells: memory, count: 0)
    board.generateCaptures(&moves)
    var best = 0
    for index in 0..<moves.count where Int(memory[index] & 255) == cell {
      let prize = XiangqiBoard.worth(Int(board.engine.cells[cell]))
      // A general that is taken ends the exchange; no other piece is worth so much.
      if prize > 1_000 { return prize }
      board.make(memory[index])
      best = max(best, prize - Self.best(&board, on: cell))
      board.unmake()
    }
    return best
  }

  @Test(arguments: [
    // A rook takes a pawn that an elephant protects, and one that nothing does.
    ("4k4/9/4b4/9/2p6/9/9/2R6/9/3K5 w", "c2c5", -800),
    ("4k4/9/9/9/2p6/9/9/2R6/9/3K5 w", "c2c5", 100),
    // The elephant's eye is taken: the pawn is free.
    ("4k4/9/4b4/3n5/2p6/9/9/2R6/9/3K5 w", "c2c5", 100),
    // A horse that protects, and one whose leg is blocked.
    ("4k4/9/9/1n7/9/2p6/9/2R6/9/3K5 w", "c2c4", -800),
    ("4k4/9/9/1n7/1c7/2p6/9/2R6/9/3K5 w", "c2c4", 100),
    // The cannon takes over its screen and is taken; the screen shuts its own rook off.
    ("r3k4/9/9/9/p8/9/P8/C8/R8/3K5 w", "a2a5", 100 - 450),
  ])
  func `an exchange comes to what it should`(text: String, move: String, expected: Int) throws {
    let position = try XiangqiPosition(text: text)
    let played = try Position.xiangqi(position).move(from: move)
    var board = XiangqiBoard(position, room: 10, weights: .shared)
    let cells = XiangqiBoard.cells(of: played)
    let gains = board.gains(cells, atLeast: expected)
    let gainsMore = board.gains(cells, atLeast: expected + 1)
    #expect(gains)
    #expect(!gainsMore)
  }

  /// Where the cheapest piece is the best to take with, the exchange is the search of all orders.
  ///
  /// A pinned piece or a screen that goes away may make another order better.
  @Test func `exchanges nearly always come to what a search of all orders finds`() throws {
    var total = 0
    var right = 0
    for seed in 0..<120 as Range<UInt64> {
      var board = XiangqiBoard(try randomXiangqi(seed), room: 60, weights: .shared)
      let memory = Cells<UInt16>(count: XiangqiEngine.mostMoves, filledWith: 0)
      defer { memory.free() }
      var moves = XiangqiMoves(cells: memory, count: 0)
      board.generateCaptures(&moves)
      for index in 0..<moves.count where board.isLegal(memory[index]) {
        let cell = Int(memory[index] & 255)
        let prize = XiangqiBoard.worth(Int(board.engine.cells[cell]))
        board.make(memory[index])
        let gain = prize - Self.best(&board, on: cell)
        board.unmake()
        total += 1
        if board.gains(memory[index], atLeast: gain),
          !board.gains(memory[index], atLeast: gain + 25)
        {
          right += 1
        }
      }
    }
    #expect(total > 30)
    #expect(right * 100 >= total * 95, "\(right) of \(total)")
  }
}
