import GameRules
import TestSupport
import Testing

/// Boards of Gomoku with more rows than columns, or fewer.
@Suite struct RectangleTests {
  private func position(
    _ size: BoardSize,
    edgeFives: EdgeFives = .count,
    _ moves: String = ""
  ) throws -> GomokuPosition {
    let terms = GomokuTerms(rule: .freestyle, size: size, edgeFives: edgeFives)
    var position = GomokuPosition(try #require(terms))
    for move in moves.split(separator: " ") { try position.play(position.move(from: String(move))) }
    return position
  }

  @Test(arguments: [("12x20", 240), ("20x12", 240), ("10x11", 110), ("19x15", 285)])
  func `G1 freestyle has boards with two sides`(text: String, points: Int) throws {
    let size = try #require(BoardSize(text))
    let position = try position(size)
    #expect(position.legalMoves.count == points)
    #expect((position.shape.columns, position.shape.rows) == (size.columns, size.rows))
    #expect(try GomokuPosition(text: position.text, terms: position.terms) == position)
  }

  @Test(arguments: ["9x20", "20x9", "12x21", "0x0", "-12x20", "16x16", "12x20x12", "x", "", "12x"])
  func `no other sides exist`(text: String) {
    let size = BoardSize(text)
    #expect(size.flatMap { GomokuTerms(rule: .freestyle, size: $0) } == nil)
  }

  @Test(arguments: [GomokuRule.standard, .renju])
  func `the other rules keep to a square`(rule: GomokuRule) {
    #expect(GomokuTerms(rule: rule, size: BoardSize(columns: 12, rows: 20)) == nil)
    #expect(GomokuTerms(rule: rule, edgeFives: .wrap) == nil)
  }

  @Test func `options name both sides, and a square by one number`() throws {
    let game = try #require(Game(.gomoku, options: "size=12x20"))
    #expect(game.options == "size=12x20")
    #expect(Game(.gomoku, options: "size=19x19")?.options == "size=19")
    #expect(Game(.gomoku, options: "size=12x20 edge-five=wrap")?.options.count == 25)
    #expect(Game(.gomoku, options: "rule=standard edge-five=wrap") == nil)
  }

  @Test func `a board ends at its own sides`() throws {
    var tall = try position(BoardSize(columns: 12, rows: 20))
    #expect(throws: IllegalMove.self) { try tall.play(.place(#require(Point("m1")))) }
    #expect(throws: IllegalMove.self) { try tall.play(.place(#require(Point("a21")))) }
    try tall.play(.place(#require(Point("l20"))))
    #expect(tall.stone(at: try #require(Point("l20"))) == .first)
  }

  @Test(arguments: [
    "h1 a1 i1 a2 j1 a3 k1 a4 l1", "a20 b1 b19 c1 c18 d1 d17 e1 e16",
    "l20 b1 l19 c1 l18 d1 l17 e1 l16",
  ])
  func `five in a row win up to the edges`(moves: String) throws {
    let position = try position(BoardSize(columns: 12, rows: 20), moves)
    #expect(position.outcome == Outcome(winner: .first, reason: .five))
    #expect(position.winningRow.count == 5)
  }

  @Test(arguments: [
    ("j10 a1 k10 a2 l10 a3 a9 a4 b9", true), ("b9 a1 a9 a2 l10 a3 k10 a4 j10", true),
    // Five that end the board at both of its corners are no row.
    ("a20 a1 b20 a2 j1 a3 k1 a4 l1", false), ("j10 a1 k10 a2 l10 a3 a11 a4 b11", false),
    ("i10 a1 j10 a2 k10 a3 l10 b3 b9", false), ("k10 a1 l11 b1 a11 c1 b12 d1 c13", false),
  ])
  func `G3 a row that wraps continues at the left of the row below`(
    moves: String,
    wins: Bool
  ) throws {
    let size = BoardSize(columns: 12, rows: 20)
    let wrapped = try position(size, edgeFives: .wrap, moves)
    #expect((wrapped.outcome?.reason == .five) == wins)
    #expect(wrapped.winningRow.count == (wins ? 5 : 0))
    #expect(try position(size, moves).outcome == nil)
  }

  @Test func `text tells a rectangle by its ranks and columns`() throws {
    let tall = try position(BoardSize(columns: 12, rows: 20), "a1 l20 f10")
    let game = Game.gomoku()
    #expect(try Position(game: game, text: tall.text).game.options == "size=12x20")
    #expect(GomokuPosition.boardSize(ofText: tall.text) == BoardSize(columns: 12, rows: 20))
    let square = GomokuPosition().text
    #expect(GomokuPosition.boardSize(ofText: square) == 15)
    // As a program writes it that knows digits only.
    let digits = Array(repeating: "96", count: 15).joined(separator: "/") + " b"
    #expect(GomokuPosition.boardSize(ofText: digits) == 15)
  }

  @Test(arguments: [("sgf", "SZ[12:20]"), ("psq", "Piskvorky 12x20, ")])
  func `files keep both sides`(name: String, head: String) throws {
    let format = try #require(GameFormat(rawValue: name))
    let tall = try position(BoardSize(columns: 12, rows: 20), "a1 l20 f10")
    let file = GameFile(.gomoku(tall))
    let text = try file.text(as: format)
    #expect(text.contains(head))
    #expect(try GameFile(reading: text, as: format).position == .gomoku(tall))
  }

  @Test func `SGF keeps rows that wrap, and other formats refuse them`() throws {
    let size = BoardSize(columns: 12, rows: 20)
    let file = GameFile(.gomoku(try position(size, edgeFives: .wrap, "a1 l20 f10")))
    let text = try file.text(as: .sgf)
    #expect(text.contains("RU[freestyle edge-five=wrap]"))
    #expect(try GameFile(reading: text, as: .sgf).position == file.position)
    #expect(throws: Inexpressible.houseRule(.psq)) { try file.text(as: .psq) }
  }
}
