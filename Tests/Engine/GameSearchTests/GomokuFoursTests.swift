import GameRules
import PlainPlayers
import TestSupport
import Testing

@testable import GameSearch

@Suite struct GomokuFoursTests {
  static func engineWins(_ position: GomokuPosition) -> Int {
    var poll = { false }
    return unsafe withUnsafePointer(to: &poll) { pointer in
      let board = GomokuBoard(position)
      let table = GomokuTable(bytes: 1 << 16)
      let search = unsafe GomokuSearch(board, table.view(age: 1), asking: pointer)
      defer {
        search.free()
        board.free()
      }
      let side = position.colourToMove == .first ? 0 : 1
      if board.count(side, CellClass.five) > 0 { return 1 }
      return search.winByFours(side, budget: 50_000, complete: true)
    }
  }

  @Test(arguments: GomokuRule.allCases, 0..<12 as Range<UInt64>)
  func `wins by fours are those that a slow solver finds`(
    rule: GomokuRule,
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let count = 16 + 2 * Int(seed % 6)
    let position = try GomokuBoardTests.randomStones(rule, size: 15, count: count, using: &random)
    guard position.outcome == nil else { return }
    let length = Self.engineWins(position)
    if length > 0 {
      #expect(GomokuFourSolver.wins(position, fours: (length - 1) / 2))
    } else {
      #expect(!GomokuFourSolver.wins(position, fours: 4))
    }
  }
}
