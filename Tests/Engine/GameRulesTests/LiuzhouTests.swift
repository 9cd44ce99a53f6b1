import GameRules
import TestSupport
import Testing

/// The position that `text` describes after `moves`.
private func position(
  _ text: String,
  _ moves: String = "",
  terms: LiuzhouTerms = LiuzhouTerms()
) throws -> LiuzhouPosition {
  var position = try LiuzhouPosition(text: text, terms: terms)
  for word in moves.split(separator: " ") {
    try position.play(Position.liuzhou(position).move(from: String(word)))
  }
  return position
}

private func captures(_ stones: String, _ step: String) throws -> Int {
  try position(stones + " w m 0,0 0 0", step).capturesDue
}

@Suite struct LiuzhouTests {
  /// The fifth level takes an optimised build: `make rules WHAT=perft`.
  @Test(
    arguments: [(1, 36), (2, 1_260), (3, 42_840), (4, 1_413_720)]
  )
  func `the action tree has the counts of two independent programs`(depth: Int, count: Int) {
    #expect(LiuzhouPosition().perft(depth) == count)
  }

  @Test(arguments: [
    ("BBB3/6/6/5W/WWWWW1/6", "f3f2", 3), ("BBB3/6/6/6/5W/WWWWW1", "f2f1", 0),
    ("BBB3/4W1/3W2/2W3/1W4/1W4", "b1a1", 0), ("W1BBB1/1W4/2W3/3W2/4W1/4W1", "e1f1", 3),
    ("5B/4WB/3WB1/2W3/1W4/W5", "a1a2", 0), ("BBB3/5W/3W2/2W3/1W4/W4W", "f1f2", 0),
    ("BBB3/6/3W2/2W3/1W4/W4W", "f1e1", 0), ("BBB3/6/6/W5/1W4/1W4", "b1c1", 1),
    ("BBB3/6/W5/1W4/2W3/2W3", "c1d1", 1), ("BBB3/W5/1W4/2W3/3W2/3W2", "d1e1", 2),
    ("BBB3/6/6/6/WW4/W1W3", "c1b1", 1),
  ])
  func `R1 formations capture what their kind does and edge lines nothing`(
    stones: String,
    step: String,
    due: Int
  ) throws {
    #expect(try captures(stones, step) == due)
  }

  @Test func `R2 white places first and black moves first`() throws {
    #expect(LiuzhouPosition().toMove == .first)
    let end = try position(lastPlacing, "e6")
    #expect(end.phase == .removing)
    #expect(try position(lastPlacing, "e6 xa1 xa2").toMove == .second)
  }

  @Test func `R3 a stone goes on any empty point and a mark fills its point`() throws {
    #expect(LiuzhouPosition().legalMoves.count == 36)
    var game = try position("6/6/6/6/6/6 w p 18,18 0 0", "a1 f6 a2 f5 b1 f3 b2 xf6")
    let marked = try #require(Point("f6"))
    #expect(game.isMarked(at: marked))
    #expect(throws: IllegalMove.occupied(marked)) { try game.play(.place(marked)) }
  }

  @Test func `R4 only a formation with the stone that moved counts`() throws {
    #expect(try captures("BBB3/6/6/6/WW4/WW3W", "f1f2") == 0)
  }

  @Test func `R5 the most valuable formation counts, or all by house rule`() throws {
    let two = "BBBBBB/6/6/1W4/W1W3/WWW3 w m 0,0 0 0"
    #expect(try position(two, "b3b2").capturesDue == 1)
    #expect(try position(two, "b3b2", terms: LiuzhouTerms(count: .sum)).capturesDue == 2)
  }

  @Test func `R6 a formation made again counts again`() throws {
    let game = try position(
      "BBBBBB/6/6/6/WW4/W1W3 w m 0,0 0 0",
      "c1b1 xa6 b6b5 b1c1 b5b6 c1b1"
    )
    #expect(game.capturesDue == 1)
    #expect(game.toMove == .first)
  }

  @Test func `R6 a five captures once by house rule, and a square again`() throws {
    let terms = LiuzhouTerms(reuse: .shortOnly)
    let five = "BBBBBB/W5/1W4/2W3/3W2/5W w m 0,0 0 0 0"
    var game = try position(five, "f1e1", terms: terms)
    #expect(game.capturesDue == 2)
    #expect(game.text.hasSuffix(" 0 8192"))
    let again = "f1e1 xa6 xb6 f6f5 e1f1 f5f6 f1e1"
    #expect(try position(five, again, terms: terms).capturesDue == 0)
    #expect(try position(String(five.dropLast(2)), again).capturesDue == 2)
    let square = "BBBBBB/6/6/6/WW4/W1W3 w m 0,0 0 0 0"
    game = try position(square, "c1b1 xa6 b6b5 b1c1 b5b6 c1b1", terms: terms)
    #expect(game.capturesDue == 1)
  }

  @Test func `R6 what the other side has made captures for me`() throws {
    let terms = LiuzhouTerms(reuse: .shortOnly)
    let text = "BBBBBB/W5/1W4/2W3/3W2/5W w m 0,0 0 0 "
    let blacks = try position(text + String(0x3FFF << 14), "f1e1", terms: terms)
    #expect(blacks.capturesDue == 2)
    let whites = try position(text + String(0x3FFF), "f1e1", terms: terms)
    #expect(whites.capturesDue == 0)
  }

  @Test func `R7 a capture is compulsory and belongs to the turn`() throws {
    var game = try position("BBBB2/6/6/6/WW4/W1W3 w m 0,0 0 0", "c1b1")
    let moves = game.legalMoves
    #expect(moves.map(\.description) == ["xa6", "xb6", "xc6", "xd6"])
    let step = try Position.liuzhou(game).move(from: "a1b1")
    #expect(throws: IllegalMove.captureDue) { try game.play(step) }
  }

  @Test func `R8 a stone in an enemy formation is protected`() throws {
    let game = try position("BB2B1/BB4/6/6/WW4/W1W3 w m 0,0 0 0", "c1b1")
    #expect(game.legalMoves.map(\.description) == ["xe6"])
  }

  @Test func `R9 where all stand in formations any may be taken, judged before each`() throws {
    let game = try position("BB4/BB4/6/6/WW4/W1W3 w m 0,0 0 0", "c1b1")
    #expect(game.legalMoves.count == 4)
    let first = try position("BB2BB/BB2BB/W5/1W4/2W3/3WW1 w m 0,0 2 0", "xa5")
    #expect(first.legalMoves.map(\.description) == ["xb5", "xa6", "xb6"])
  }

  @Test func `R10 captures that the enemy has no stones for lapse`() throws {
    let game = try position("6/6/6/6/6/6 w p 18,18 0 0", "a1 f6 a2 f5 b1 f3 b2 xf6 e6 a3 d6")
    #expect(game.capturesDue == 0)
    #expect(throws: TextError.self) { try LiuzhouPosition(text: "6/6/6/6/6/6 w m 0,0 1 0") }
  }

  @Test func `R11 a marked stone makes and protects nothing and is not marked again`() throws {
    #expect(try position("3BBB/6/6/6/W5/WW4 w p 15,15 0 0", "b2").capturesDue == 1)
    #expect(try position("3BBB/6/6/6/w5/WW4 w p 15,15 0 0", "b2").capturesDue == 0)
    let game = try position("Bb4/BB4/6/6/W5/WW3W w p 14,14 0 0", "b2")
    #expect(game.legalMoves.map(\.description) == ["xa5", "xb5", "xa6"])
  }

  @Test func `R12 R14 a full board without marks: each side removes one stone`() throws {
    var game = try position(lastPlacing, "e6")
    #expect(game.toMove == .first)
    #expect(game.legalMoves.count == 18)
    try game.play(#require(game.legalMoves.first))
    #expect(game.toMove == .second)
    try game.play(#require(game.legalMoves.first))
    #expect(game.phase == .moving)
    #expect(game.toMove == .second)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `R12 R13 marks come off together when the moving begins`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var game = LiuzhouPosition()
    while game.phase == .placing, let move = game.legalMoves.randomElement(using: &random) {
      #expect(game.outcome == nil)
      try game.play(move)
    }
    #expect(game.hand(of: .first) == 0)
    #expect(game.hand(of: .second) == 0)
    let ranks = game.text.prefix { $0 != " " }
    #expect(ranks.filter(\.isLowercase).isEmpty)
  }

  @Test func `R15 a side with fewer than three stones has lost`() throws {
    let game = try position("BBB3/6/6/6/WW4/W1W3 w m 0,0 0 0", "c1b1 xa6")
    #expect(game.outcome == Outcome(winner: .first, reason: .belowThree))
    #expect(try position("BBB3/6/6/6/6/WWW3 w m 0,0 0 0").outcome == nil)
  }

  @Test func `R16 both below three is a draw`() throws {
    let game = try position("BB4/6/6/6/6/WW4 b m 0,0 0 0")
    #expect(game.outcome == Outcome(winner: nil, reason: .belowThree))
  }

  @Test func `R17 a side without a step has lost`() throws {
    let game = try position("6/B5/6/WB4/WB4/WB4 b m 0,0 0 0", "a5a4")
    #expect(game.outcome == Outcome(winner: .second, reason: .blocked))
    let stuck = try position("6/6/B5/WB4/WB4/WB4 w m 0,0 0 0")
    #expect(stuck.outcome == Outcome(winner: .second, reason: .blocked))
  }

  @Test func `R18 the third occurrence of a position is a draw`() throws {
    let start = "B1B1B1/6/6/6/6/W1W1W1 w m 0,0 0 0"
    #expect(try position(start, "a1b1 a6b6 b1a1 b6a6 a1b1 a6b6 b1a1").outcome == nil)
    let game = try position(start, "a1b1 a6b6 b1a1 b6a6 a1b1 a6b6 b1a1 b6a6")
    #expect(game.outcome == Outcome(winner: nil, reason: .repetition))
  }

  @Test func `R19 a hundred quiet turns are a draw`() throws {
    #expect(try position("B1B1B1/6/6/6/6/W1W1W1 w m 0,0 0 98", "a1b1").outcome == nil)
    let game = try position("B1B1B1/6/6/6/6/W1W1W1 w m 0,0 0 99", "a1b1")
    #expect(game.outcome == Outcome(winner: nil, reason: .quietMoves))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `R20 text round-trips and taking back returns through a whole game`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let terms = LiuzhouTerms(
      count: seed % 2 == 0 ? .best : .sum,
      reuse: seed % 3 == 0 ? .shortOnly : .always
    )
    var game = LiuzhouPosition(terms)
    var past: [LiuzhouPosition] = []
    while let move = game.legalMoves.randomElement(using: &random), past.count < 300 {
      #expect(game.perft(1) == game.legalMoves.count)
      let copy = try LiuzhouPosition(text: game.text, terms: terms)
      #expect(copy.text == game.text)
      #expect(copy.legalMoves == game.legalMoves)
      #expect(try Position.liuzhou(game).move(from: move.description) == move)
      past.append(game)
      try game.play(move)
    }
    while let before = past.popLast() {
      game.takeBack()
      #expect(game == before)
    }
  }

  @Test func `R20 the start is written as the rules write it`() {
    #expect(LiuzhouPosition().text == "6/6/6/6/6/6 w p 18,18 0 0")
  }

  /// One empty point, `e6`, and no formation anywhere.
  private var lastPlacing: String {
    "WBWB1W/BWBWBW/BWBWBB/WBWBWW/WBWBWB/BWBWBW b p 0,1 0 0"
  }
}
