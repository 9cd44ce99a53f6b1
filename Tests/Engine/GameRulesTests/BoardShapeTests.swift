import GameRules
import Testing

@Suite struct BoardShapeTests {
  @Test func `a board of Gomoku with a middle has five dots, and another none`() throws {
    let usual = GomokuPosition().shape
    #expect(usual.stars.map(\.description).sorted() == ["d12", "d4", "h8", "l12", "l4"])
    #expect(usual.start(for: .second).description == "h8")
    let even = GomokuPosition(try #require(GomokuTerms(rule: .freestyle, size: 20))).shape
    #expect(even.stars.isEmpty)
    #expect((even.columns, even.rows, even.firstRow) == (20, 20, 1))
  }

  @Test func `Xiangqi has two palaces, and a river that leaves the outer columns whole`() {
    let shape = XiangqiPosition().shape
    #expect((shape.columns, shape.rows, shape.firstRow) == (9, 10, 0))
    #expect(shape.palaces.map { [$0.column, $0.row] } == [[3, 0], [3, 7]])
    let open = (0..<9).filter { shape.hasRiver(above: 4, $0) }
    #expect(open == Array(1...7))
    #expect((0..<9).allSatisfy { !shape.hasRiver(above: 3, $0) })
  }

  @Test func `the second player of Xiangqi looks from the other side, of stones nobody does`() {
    let general = XiangqiPosition().shape.start(for: .second)
    #expect((general.column, general.row) == (4, 9))
    let liuzhou = LiuzhouPosition().shape
    #expect(liuzhou.start(for: .second) == liuzhou.start)
  }

  @Test func `the signs of the pieces are those of the text, from the top row on`() {
    let position = XiangqiPosition()
    let rows = (0..<10).reversed().map { row in
      position.shape.points.filter { $0.row == row }
        .map { position.cell(at: $0)?.sign.map { String($0) } ?? "1" }.joined()
    }
    #expect(rows.first == "rnbakabnr")
    #expect(rows.last == "RNBAKABNR")
    #expect(rows[2] == "1c11111c1")
  }

  @Test func `after swap2 the darker stones are those of the player who took Black`() throws {
    let terms = try #require(GomokuTerms(rule: .freestyle, opening: .swap2))
    var position = Position(game: .gomoku(terms))
    for text in ["h8", "i9", "j10", "black"] { try position.play(try position.move(from: text)) }
    let point = try #require(Point("h8"))
    let stone = try #require(position.cell(at: point))
    #expect(stone.isDark && stone.side == .second)
    #expect(position.darkSide == .second)
  }

  @Test func `a captured stone is marked, and the gesture follows the phase`() throws {
    var position = Position(game: Game(.liuzhou))
    #expect(position.gesture == .place)
    for text in ["a1", "f6", "a2", "f4", "b1", "e6", "b2"] {
      try position.play(try position.move(from: text))
    }
    #expect(position.gesture == .remove)
    try position.play(try position.move(from: "xf4"))
    let (taken, other) = (try #require(Point("f4")), try #require(Point("f6")))
    #expect(position.cell(at: taken)?.isMarked == true)
    #expect(position.cell(at: other)?.isMarked == false)
    #expect(position.gesture == .place)
    #expect(position.hands == [14, 15])
  }
}
