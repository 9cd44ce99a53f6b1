import GameRules
import Testing

/// The outcome after `cycle` twice, which brings the position for the third time.
private func outcome(_ text: String, _ cycle: String) throws -> Outcome? {
  var position = try XiangqiPosition(text: text)
  let moves = cycle.split(separator: " ").map(String.init)
  for (number, word) in (moves + moves).enumerated() {
    #expect(position.outcome == nil, "after \(number) moves")
    try position.play(Position.xiangqi(position).move(from: word))
  }
  return position.outcome
}

private let draw = Outcome(winner: nil, reason: .repetition)
private let redLosesByCheck = Outcome(winner: .second, reason: .perpetualCheck)
private let redLosesByChase = Outcome(winner: .second, reason: .perpetualChase)

private let blackLosesByCheck = Outcome(winner: .first, reason: .perpetualCheck)
private let blackLosesByChase = Outcome(winner: .first, reason: .perpetualChase)

@Suite struct XiangqiRepetitionTests {
  @Test func `X9 a repetition without an offence is a draw at the third occurrence`() throws {
    #expect(try outcome("3k5/9/9/9/9/9/9/R8/9/4K4 w", "a2a3 d9d8 a3a2 d8d9") == draw)
  }

  @Test func `X9 only what has happened since the last capture is counted`() throws {
    var position = try XiangqiPosition(text: "3k5/9/9/9/p8/9/9/R8/9/4K4 w")
    let words = "a2a3 d9d8 a3a2 d8d9 a2a5 d9d8 a5a6 d8d9 a6a5 d9d8 a5a6 d8d9"
    for word in words.split(separator: " ") {
      try position.play(Position.xiangqi(position).move(from: String(word)))
    }
    #expect(position.outcome == nil)
    try position.play(Position.xiangqi(position).move(from: "a6a5"))
    #expect(position.outcome == draw)
  }

  @Test(arguments: [
    // The front piece attacks the cannon each time, once while the one behind it gives check.
    ("a cannon behind a rook", "3k5/9/9/9/9/9/9/9/cr1CAK3/9 w", "d1d3 b1b3 d3d1 b3b1", "black"),
    ("its colours swapped", "9/CR1cak3/9/9/9/9/9/9/9/3K5 b", "d8d6 b8b6 d6d8 b6b8", "red"),
    // The rear rook attacks the cannon that goes back between, and the front one takes over.
    ("a rook behind a rook", "3k5/9/9/9/9/9/9/9/rr1C5/5K3 w", "d1d3 b1b3 d3d1 b3b1", "black"),
    ("their colours swapped", "5k3/RR1c5/9/9/9/9/9/9/9/3K5 b", "d8d6 b8b6 d6d8 b6b8", "red"),
  ])
  func `X16 two pieces may not take turns to chase one`(
    what: String,
    text: String,
    cycle: String,
    loser: String
  ) throws {
    let wanted = loser == "black" ? blackLosesByChase : redLosesByChase
    #expect(try outcome(text, cycle) == wanted, "\(what)")
  }

  @Test(arguments: [
    ("a rook", "3k5/9/9/9/9/9/9/4R4/r8/5K3 w", "e2d2 d9e9 d2e2 e9d9", redLosesByCheck),
    ("a pawn", "9/3k5/2C6/7N1/9/9/9/9/4p4/5K3 b", "e1f1 f0e0 f1e1 e0f0", blackLosesByCheck),
    (
      "a horse and the rook behind it", "3k3r1/9/3c5/3r5/9/8c/9/3KN4/7n1/9 w",
      "e2d4 d6e6 d4e2 e6d6", nil
    ),
    (
      "a cannon and the piece behind it", "5R3/4k4/5a3/7c1/3n3C1/4R4/9/9/9/4K4 b",
      "h6e6 h5e5 e6h6 e5h5", nil
    ),
  ])
  func `X10 a one-sided perpetual check loses, whatever gives it`(
    what: String,
    text: String,
    cycle: String,
    expected: Outcome?
  ) throws {
    let outcome = try outcome(text, cycle)
    #expect(outcome?.reason == .perpetualCheck, "\(what)")
    if let expected { #expect(outcome == expected, "\(what)") }
  }

  @Test func `X10 if both sides give check with each move, it is a draw`() throws {
    // Each side steps out of one check, into the way of the next, and gives one itself.
    let text = "4r4/3k5/9/9/3c5/9/3R5/9/4K4/3C5 w"
    let cycle = "d3e3 d5e5 e3d3 e5d5"
    var position = try XiangqiPosition(text: text)
    for word in cycle.split(separator: " ") {
      #expect(position.isInCheck || word == "d3e3", "before \(word)")
      try position.play(Position.xiangqi(position).move(from: String(word)))
    }
    #expect(position.isInCheck)
    #expect(try outcome(text, cycle) == draw)
  }

  @Test(arguments: [
    ("both chase", "5k3/9/9/9/2R1n4/9/9/9/9/4K4 b", draw),
    ("the horse is protected once", "5k3/9/9/9/2R1n3r/9/9/9/9/4K4 b", blackLosesByChase),
  ])
  func `X11 if both sides chase with each move, it is a draw`(
    what: String,
    text: String,
    expected: Outcome
  ) throws {
    let cycle = "e5d7 c5d5 d7b6 d5d6 b6c4 d6c6 c4e5 c6c5"
    #expect(try outcome(text, cycle) == expected, "\(what)")
  }

  @Test(arguments: [
    ("an unprotected piece", "3k5/9/9/9/1c7/9/9/R8/9/4K4 w"),
    ("a piece that only a pinned one protects", "3k5/9/9/9/1c1r5/9/9/R2R5/9/5K3 w"),
  ])
  func `X11 X14 a one-sided perpetual chase loses`(what: String, text: String) throws {
    #expect(try outcome(text, "a2b2 b5a5 b2a2 a5b5") == redLosesByChase, "\(what)")
  }

  @Test(arguments: [
    ("a protected piece", "3k5/9/9/9/1c6r/9/9/R8/9/4K4 w"),
    ("a piece protected every other time", "3k5/9/9/1r7/1c7/9/9/R8/9/4K4 w"),
  ])
  func `X14 attacking a protected piece is no chase`(what: String, text: String) throws {
    #expect(try outcome(text, "a2b2 b5a5 b2a2 a5b5") == draw, "\(what)")
  }

  @Test func `X12 a pawn may chase`() throws {
    let text = "3k5/9/9/1c7/P8/9/9/9/9/5K3 w"
    #expect(try outcome(text, "a5b5 b6a6 b5a5 a6b6") == draw)
  }

  @Test func `X12 the general may chase`() throws {
    let text = "5k3/9/9/9/9/9/9/3K5/4c4/9 w"
    #expect(try outcome(text, "d2d1 e1e2 d1d2 e2e1") == draw)
  }

  @Test func `X12 a pawn over the river can be chased, another one not`() throws {
    let crossed = "3k5/9/9/9/9/1p7/9/R8/9/4K4 w"
    #expect(try outcome(crossed, "a2b2 b4a4 b2a2 a4b4") == redLosesByChase)
    let home = "3k5/9/9/p1p6/9/9/9/9/9/R3K4 w"
    #expect(try outcome(home, "a0c0 d9d8 c0a0 d8d9") == draw)
  }

  @Test(arguments: [
    ("a cannon", "3k5/9/9/9/2r5r/9/P1P6/C8/9/4K4 w", "a2c2 c5a5 c2a2 a5c5"),
    ("a horse", "9/9/3k5/6n2/5R3/9/4P4/9/9/5K3 b", "g6e7 f5f8 e7g6 f8f5"),
  ])
  func `X13 a cannon or a horse chases a rook even if it is protected`(
    what: String,
    text: String,
    cycle: String
  ) throws {
    #expect(try outcome(text, cycle)?.reason == .perpetualChase, "\(what)")
  }

  @Test func `X15 a rook for a rook is an offer, not a chase`() throws {
    #expect(try outcome("3k5/9/9/9/1r7/9/9/R8/9/4K4 w", "a2b2 b5a5 b2a2 a5b5") == draw)
  }

  @Test(arguments: [
    ("a pinned rook", "9/9/Rr1k5/9/9/9/9/2R6/9/5K3 w", "c2b2 b7c7 b2c2 c7b7", redLosesByChase),
    ("a free rook", "9/9/1r1k5/9/9/9/9/2R6/9/5K3 w", "c2b2 b7c7 b2c2 c7b7", draw),
    (
      "horses with blocked legs", "5k3/9/9/9/5cn2/3N5/4P4/9/9/3K5 w", "d4e6 g5f3 e6d4 f3g5",
      redLosesByChase
    ),
    ("free horses", "5k3/9/9/9/6n2/3N5/9/9/9/3K5 w", "d4e6 g5f3 e6d4 f3g5", draw),
  ])
  func `X15 a piece of the same kind is chased only if it cannot take back`(
    what: String,
    text: String,
    cycle: String,
    expected: Outcome
  ) throws {
    #expect(try outcome(text, cycle) == expected, "\(what)")
  }

  @Test func `X16 a chase alternating with checks is a draw`() throws {
    let text = "3k5/9/9/9/1c7/9/9/1R7/9/5K3 w"
    #expect(try outcome(text, "b2d2 d9e9 d2b2 e9d9") == draw)
  }

  @Test func `X16 chasing two pieces in turn is a draw`() throws {
    let text = "3k5/9/9/c8/1c7/9/9/R8/9/5K3 w"
    #expect(try outcome(text, "a2b2 d9d8 b2a2 d8d9") == draw)
  }

  @Test func `X16 an attack that a check only hid is not made anew`() throws {
    let text = "1c7/1C3P3/3ak4/9/9/9/5r3/3K5/9/9 w"
    #expect(try outcome(text, "b8b7 d7e8 b7b8 e8d7") == draw)
  }
}
