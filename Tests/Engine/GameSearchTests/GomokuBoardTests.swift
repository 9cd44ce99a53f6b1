import GameRules
import TestSupport
import Testing

@testable import GameSearch

@Suite struct GomokuBoardTests {
  /// Puts random stones near each other until a five or `count` of them.
  static func randomStones(
    _ rule: GomokuRule,
    size: BoardSize,
    count: Int,
    using random: inout SeededGenerator
  ) throws -> GomokuPosition {
    let setup = try #require(GomokuTerms(rule: rule, size: size, fouls: .loses))
    var position = GomokuPosition(setup)
    while position.ply < count {
      let (column, row) = (size.columns / 2, size.rows / 2)
      let reach = min(2 + position.ply / 8, min(column, row))
      let point = Point(
        column: column + .random(in: -reach...reach, using: &random),
        row: row + .random(in: -reach...reach, using: &random)
      )
      guard let point, point.row < size.rows, point.column < size.columns,
        position.stone(at: point) == nil
      else { continue }
      try position.play(.place(point))
      if position.outcome != nil { position.takeBack() }
    }
    return position
  }

  /// Everything about a board that must not depend on how it came about.
  static func state(_ board: GomokuBoard) -> [UInt64] {
    let header = board.header[0]
    var state = [header.hash, header.sums.0, header.sums.1, UInt64(header.stoneCount)]
    for cell in 0..<GomokuGrid.cells where board.stones[cell] == 0 {
      state.append(UInt64(board.patterns[cell]))
      state += [board.entries[cell << 1].word, board.entries[cell << 1 | 1].word]
    }
    for index in 0..<32 { state.append(UInt64(board.counts[index])) }
    for index in 0..<32 * GomokuGrid.words { state.append(board.sets[index]) }
    for word in 0..<GomokuGrid.words { state += [board.near[word], board.empty[word]] }
    return state
  }

  @Test(arguments: GomokuRule.allCases, 0..<3 as Range<UInt64>)
  func `stones taken off again leave no trace`(rule: GomokuRule, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let position = try Self.randomStones(rule, size: 15, count: 30, using: &random)
    let board = GomokuBoard(position)
    defer { board.free() }
    let before = Self.state(board)
    var placed: [Int] = []
    for _ in 0..<100 {
      if placed.count > 10 || (!placed.isEmpty && Bool.random(using: &random)) {
        board.remove(placed.removeLast())
        continue
      }
      let cell = GomokuGrid.cell(
        column: .random(in: 0..<15, using: &random),
        row: .random(in: 0..<15, using: &random)
      )
      guard board.stones[cell] == 0 else { continue }
      let side = Int.random(in: 0...1, using: &random)
      board.place(cell, side)
      placed.append(side)
    }
    while let side = placed.popLast() { board.remove(side) }
    #expect(Self.state(board) == before)
  }

  @Test(arguments: [15, 19, 20, BoardSize(columns: 12, rows: 20)] as [BoardSize])
  func `a board is the same in whatever order its stones came`(size: BoardSize) throws {
    var random = SeededGenerator(seed: 5)
    let position = try Self.randomStones(.freestyle, size: size, count: 40, using: &random)
    let moves = position.moves.compactMap(\.placedPoint).map(GomokuGrid.cell)
    let forwards = GomokuBoard(.freestyle, size: size)
    let backwards = GomokuBoard(.freestyle, size: size)
    defer {
      forwards.free()
      backwards.free()
    }
    for index in moves.indices { forwards.place(moves[index], index & 1) }
    for index in moves.indices.reversed() { backwards.place(moves[index], index & 1) }
    #expect(Self.state(forwards) == Self.state(backwards))
  }

  @Test(arguments: GomokuRule.allCases, 0..<8 as Range<UInt64>)
  func `a cell of class five is one that wins, and no other`(
    rule: GomokuRule,
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let position = try Self.randomStones(rule, size: 15, count: 60, using: &random)
    let board = GomokuBoard(position)
    defer { board.free() }
    let side = position.colourToMove == .first ? 0 : 1
    for move in position.legalMoves {
      let cell = GomokuGrid.cell(try #require(move.placedPoint))
      var next = position
      try next.play(move)
      let wins = next.outcome?.reason == .five
      #expect((board.entries[cell << 1 | side].cellClass == CellClass.five) == wins)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the fouls are those of the rules`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let position = try Self.randomStones(.renju, size: 15, count: 50, using: &random)
    let board = GomokuBoard(position)
    defer { board.free() }
    let forbidden = Set(position.forbiddenPoints.map { GomokuGrid.cell($0.point) })
    for cell in 0..<GomokuGrid.cells where board.stones[cell] == 0 {
      #expect(board.isForbidden(cell, 0) == forbidden.contains(cell))
    }
  }
}
