import GameRules
import Testing

@Suite struct PointTests {
  @Test(arguments: 0..<26)
  func `a point reads the text it writes`(column: Int) throws {
    for row in 0..<26 {
      let point = try #require(Point(column: column, row: row))
      #expect(Point(point.description) == point)
      #expect(Move(rawValue: Move.place(point).rawValue)?.placedPoint == point)
    }
  }

  @Test func `a1 is the bottom left corner and h8 the middle of fifteen`() {
    #expect(Point("a1") == Point(column: 0, row: 0))
    #expect(Point("h8") == Point(column: 7, row: 7))
    #expect(Point("O15") == Point(column: 14, row: 14))
  }

  @Test(arguments: [
    "", "h", "8", "h0", "h08", "h8 ", " h8", "h88", "h888", "8h", "hh", "é8", "h-1", "@1", "`1",
    "{1",
  ])
  func `any other text is no point`(text: String) {
    #expect(Point(text) == nil)
  }

  @Test(arguments: [(-1, 0), (0, -1), (26, 0), (0, 26), (Int.max, Int.min)])
  func `a point beyond twenty-six columns or rows does not exist`(column: Int, row: Int) {
    #expect(Point(column: column, row: row) == nil)
  }

  @Test func `every two bytes are either a move that says its point or no move`() {
    for raw in 0...UInt16.max {
      guard let move = Move(rawValue: raw) else { continue }
      #expect(move.rawValue == raw)
      #expect(!move.description.isEmpty)
    }
  }
}
