import GameRules
import TestSupport
import Testing

/// Plays Black's points and White's in turn, and returns the position after the last of them.
private func position(
  _ rule: GomokuRule = .freestyle,
  black: String,
  white: String
) throws -> GomokuPosition {
  var position = GomokuPosition(rule: rule)
  var turns = [black, white].map { $0.split(separator: " ").map(String.init)[...] }
  while let text = turns[position.ply % 2].popFirst() {
    try position.play(.place(#require(Point(text))))
  }
  return position
}

@Suite struct GomokuTests {
  @Test func `black moves first, then the sides take turns`() throws {
    var position = GomokuPosition()
    #expect(position.toMove == .first)
    try position.play(.place(#require(Point("h8"))))
    #expect(position.toMove == .second)
    #expect(try position.stone(at: #require(Point("h8"))) == .first)
    #expect(position.ply == 1)
  }

  @Test(arguments: [GomokuRule.freestyle, .standard])
  func `every empty point is legal`(rule: GomokuRule) throws {
    var position = GomokuPosition(rule: rule)
    #expect(position.legalMoves.count == 225)
    try position.play(.place(#require(Point("h8"))))
    #expect(position.legalMoves.count == 224)
    #expect(try !position.legalMoves.contains(.place(#require(Point("h8")))))
  }

  @Test(arguments: [(1, 225), (2, 225 * 224)])
  func `the move tree has the size that the empty points give`(depth: Int, count: Int) {
    var position = GomokuPosition()
    #expect(perft(&position, depth) == count)
    #expect(position == GomokuPosition())
  }

  @Test(
    arguments: [GomokuRule.freestyle, .standard],
    [
      "a1 b1 c1 d1 e1", "o15 o14 o13 o12 o11", "k15 l15 m15 n15 o15", "a1 a2 a3 a4 a5",
      "d4 e5 f6 g7 h8", "d12 e11 f10 g9 h8", "k11 o15 l12 n14 m13", "a11 b12 c13 d14 e15",
    ]
  )
  func `G1 G2 G3 five in a row win along rows, columns and diagonals, at the edge too`(
    rule: GomokuRule,
    black: String
  ) throws {
    let game = try position(rule, black: black, white: "b9 d9 f9 i9")
    #expect(game.outcome == Outcome(winner: .first, reason: .five))
    #expect(game.winningRow.count == 5)
    #expect(
      Set(game.winningRow.map(\.description)) == Set(black.split(separator: " ").map(String.init))
    )
  }

  @Test(arguments: [GomokuRule.freestyle, .standard])
  func `white wins in the same way`(rule: GomokuRule) throws {
    let game = try position(rule, black: "a1 c1 e1 g1 i1", white: "h8 h9 h10 h11 h12")
    #expect(game.outcome == Outcome(winner: .second, reason: .five))
  }

  @Test(arguments: [GomokuRule.freestyle, .standard])
  func `four in a row win nothing`(rule: GomokuRule) throws {
    let game = try position(rule, black: "h8 h9 h10 h11", white: "a1 c1 e1 g1")
    #expect(game.outcome == nil)
    #expect(game.winningRow.isEmpty)
  }

  @Test(arguments: [GomokuRule.freestyle, .standard])
  func `G3 a row does not go round the edge`(rule: GomokuRule) throws {
    let game = try position(rule, black: "m1 n1 o1 a2 b2", white: "a9 c9 e9 g9")
    #expect(game.outcome == nil)
  }

  @Test func `G1 six in a row win in freestyle`() throws {
    let game = try position(black: "a1 b1 c1 e1 f1 d1", white: "a9 c9 e9 g9 i9")
    #expect(game.outcome == Outcome(winner: .first, reason: .five))
    #expect(game.winningRow.count == 6)
  }

  @Test func `G2 six in a row are nothing in standard, and the game goes on`() throws {
    let game = try position(.standard, black: "a1 b1 c1 e1 f1 d1", white: "a9 c9 e9 g9 i9")
    #expect(game.outcome == nil)
    #expect(game.legalMoves.count == 214)
  }

  @Test func `G2 five win in standard though the same stone makes six in another line`() throws {
    let game = try position(
      .standard,
      black: "a5 b5 c5 e5 f5 d1 d2 d3 d4 d5",
      white: "a9 c9 e9 g9 i9 k9 m9 o9 a11"
    )
    #expect(game.outcome == Outcome(winner: .first, reason: .five))
    #expect(game.winningRow.map(\.description) == ["d1", "d2", "d3", "d4", "d5"])
  }

  @Test func `G5 the last winning stone ends the game`() throws {
    var game = try position(black: "a1 b1 c1 d1 e1", white: "a9 c9 e9 g9")
    let before = game
    #expect(game.legalMoves.isEmpty)
    #expect(throws: IllegalMove.gameOver) { try game.play(.place(#require(Point("h8")))) }
    #expect(game == before)
  }

  @Test func `a taken point is refused and nothing changes`() throws {
    var game = try position(black: "h8", white: "")
    let before = game
    let point = try #require(Point("h8"))
    #expect(throws: IllegalMove.occupied(point)) { try game.play(.place(point)) }
    #expect(game == before)
  }

  @Test(arguments: ["p1", "a16", "z26"])
  func `a point off the board is refused`(text: String) throws {
    var game = GomokuPosition()
    let point = try #require(Point(text))
    #expect(throws: IllegalMove.offBoard(point)) { try game.play(.place(point)) }
    #expect(game.stone(at: point) == nil)
  }

  @Test(arguments: [GomokuRule.freestyle, .standard])
  func `G4 a full board without a row of five is a draw`(rule: GomokuRule) throws {
    var game = GomokuPosition(rule: rule)
    for move in try fullBoard() {
      #expect(game.outcome == nil)
      try game.play(move)
    }
    #expect(game.outcome == Outcome(winner: nil, reason: .boardFull))
    #expect(game.legalMoves.isEmpty)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `taking moves back returns through the same positions`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var game = GomokuPosition(rule: seed % 2 == 0 ? .freestyle : .standard)
    var past: [GomokuPosition] = []
    while let move = game.legalMoves.randomElement(using: &random) {
      past.append(game)
      try game.play(move)
    }
    #expect(game.outcome != nil)
    while let before = past.popLast() {
      #expect(game.takeBack() != nil)
      #expect(game == before)
    }
    #expect(game.takeBack() == nil)
  }

  @Test func `the hash forgets the order of moves but not the side to move`() throws {
    let one = try position(black: "h8 i9", white: "a1")
    let other = try position(black: "i9 h8", white: "a1")
    #expect(one.key == other.key)
    #expect(try position(black: "h8", white: "").key != GomokuPosition().key)
    #expect(GomokuPosition().key == 0)
  }

  private func perft(_ position: inout GomokuPosition, _ depth: Int) -> Int {
    let moves = position.legalMoves
    guard depth > 1 else { return moves.count }
    var count = 0
    for move in moves where (try? position.play(move)) != nil {
      count += perft(&position, depth - 1)
      position.takeBack()
    }
    return count
  }

  /// Pairs of columns that swap colours every second row, so that no line holds three of one
  /// colour.
  private func fullBoard() throws -> [Move] {
    var colours: [[Move]] = [[], []]
    for row in 0..<15 {
      for column in 0..<15 {
        let point = try #require(Point(column: column, row: row))
        colours[(column / 2 + row) % 2].append(.place(point))
      }
    }
    colours.sort { $0.count > $1.count }
    return colours[0].indices.flatMap { index in
      [colours[0][index]] + (index < colours[1].count ? [colours[1][index]] : [])
    }
  }
}
