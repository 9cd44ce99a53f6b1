import Testing

@testable import GameRules

@Suite struct LiuzhouWayTests {
  /// What a step in a position captures.
  private func captures(_ text: String, _ step: String, _ way: LiuzhouWay) throws -> Int {
    var position = try LiuzhouPosition(text: text, terms: LiuzhouTerms(way))
    try position.play(try position.move(from: step))
    return position.capturesDue
  }

  @Test(arguments: [(LiuzhouWay.fengyang, 0), (.huainan, 1), (.shandong, 2)])
  func `six on an edge captures none, one or two`(way: LiuzhouWay, count: Int) throws {
    let made = way.reuse == .shortOnly ? " 0" : ""
    let text = "BBBBB1/6/6/6/5W/WWWWW1 w m 0,0 0 0" + made
    #expect(try captures(text, "f2f1", way) == count)
  }

  @Test(arguments: [(LiuzhouWay.fengyang, 3), (.huainan, 2), (.shandong, 2)])
  func `six in an inner row captures three or two`(way: LiuzhouWay, count: Int) throws {
    let made = way.reuse == .shortOnly ? " 0" : ""
    let text = "BBBBB1/6/6/6/WWWWW1/5W w m 0,0 0 0" + made
    #expect(try captures(text, "f1f2", way) == count)
  }

  @Test(arguments: [(LiuzhouWay.fengyang, 1), (.huainan, 1), (.shandong, 0)])
  func `diagonals are nothing in Shandong`(way: LiuzhouWay, count: Int) throws {
    let made = way.reuse == .shortOnly ? " 0" : ""
    let text = "BBBBB1/6/6/W5/1W4/3W1W w m 0,0 0 0" + made
    #expect(try captures(text, "d1c1", way) == count)
  }

  @Test func `an edge captures only the first time in Huainan`() throws {
    let text = "BBBBB1/6/6/6/5W/WWWWW1 w m 0,0 0 0 0"
    var position = try LiuzhouPosition(text: text, terms: LiuzhouTerms(.huainan))
    for move in ["f2f1", "xa6", "b6a6", "f1f2", "a6b6", "f2f1"] {
      try position.play(try position.move(from: move))
    }
    #expect(position.capturesDue == 0)
    let again = try LiuzhouPosition(text: position.text, terms: LiuzhouTerms(.huainan))
    #expect(again.text == position.text)
  }

  @Test(arguments: [(LiuzhouWay.fengyang, false), (.huainan, false), (.shandong, true)])
  func `three stones are too few in Shandong`(way: LiuzhouWay, isOver: Bool) throws {
    let made = way.reuse == .shortOnly ? " 0" : ""
    let text = "BBB3/6/6/6/6/WWWW2 w m 0,0 0 0" + made
    let position = try LiuzhouPosition(text: text, terms: LiuzhouTerms(way))
    #expect((position.outcome?.reason == .belowThree) == isOver)
  }

  /// A full board without a mark, and White's first stone on a1.
  static let fullBoard =
    "a1 b1 c1 d1 e1 f1 b2 a2 d2 c2 f2 e2 a3 b3 c3 d3 e3 f3 b4 a4 d4 c4 f4 e4 a5 b5 c5 d5 e5 f5 b6 "
    + "a6 d6 c6 f6 e6"

  @Test(arguments: [
    (LiuzhouWay.fengyang, Side.first, "xb6", "xa6"), (.huainan, .first, "xb6", "xa6"),
    (.shandong, .second, "xa6", "xb6"),
  ])
  func `who takes first from a full board without marks, and Black moves then`(
    way: LiuzhouWay,
    side: Side,
    first: String,
    second: String
  ) throws {
    let made = way.reuse == .shortOnly ? " 0" : ""
    let text = "WBWB1W/BWBWBW/BWBWBB/WBWBWW/WBWBWB/BWBWBW b p 0,1 0 0" + made
    var position = try LiuzhouPosition(text: text, terms: LiuzhouTerms(way))
    try position.play(try position.move(from: "e6"))
    #expect(position.toMove == side)
    for (text, next) in [(first, side.other), (second, .second)] {
      let written = try LiuzhouPosition(text: position.text, terms: LiuzhouTerms(way))
      #expect(written.text == position.text)
      try position.play(try position.move(from: text))
      #expect(position.toMove == next)
    }
    #expect(position.phase == .moving)
  }

  @Test func `a record of Shandong in which White took first is still read`() throws {
    var position = Position(game: .liuzhou(LiuzhouTerms(.shandong)))
    for text in (Self.fullBoard + " xb1 xa1 a2a1").split(separator: " ") {
      try position.playOn(try position.move(from: String(text)))
    }
    #expect(position.toMove == .first)
    // A player cannot.
    var game = LiuzhouPosition(LiuzhouTerms(.shandong))
    for text in Self.fullBoard.split(separator: " ") {
      try game.play(try game.move(from: String(text)))
    }
    #expect(throws: IllegalMove.self) { try game.play(try game.move(from: "xb1")) }
  }

  @Test func `thirty-six quiet turns are a draw in Shandong`() throws {
    let text = "BBBB2/6/6/6/6/WWWW2 w m 0,0 0 36"
    let position = try LiuzhouPosition(text: text, terms: LiuzhouTerms(.shandong))
    #expect(position.outcome?.reason == .quietMoves)
  }
}
