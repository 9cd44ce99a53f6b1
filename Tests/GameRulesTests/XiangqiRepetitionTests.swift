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

@Suite struct XiangqiRepetitionTests {
  @Test func `a repetition without an offence is a draw at the third occurrence`() throws {
    #expect(try outcome("3k5/9/9/9/9/9/9/R8/9/4K4 w", "a2a3 d9d8 a3a2 d8d9") == draw)
  }

  @Test func `a one-sided perpetual check loses`() throws {
    let text = "3k5/9/9/9/9/9/9/4R4/r8/5K3 w"
    #expect(try outcome(text, "e2d2 d9e9 d2e2 e9d9") == redLosesByCheck)
  }

  @Test func `a chase alternating with checks is a draw`() throws {
    let text = "3k5/9/9/9/1c7/9/9/1R7/9/5K3 w"
    #expect(try outcome(text, "b2d2 d9e9 d2b2 e9d9") == draw)
  }

  @Test(arguments: [
    ("an unprotected piece", "3k5/9/9/9/1c7/9/9/R8/9/4K4 w"),
    ("a piece that only a pinned one protects", "3k5/9/9/9/1c1r5/9/9/R2R5/9/5K3 w"),
  ])
  func `a one-sided perpetual chase loses`(what: String, text: String) throws {
    #expect(try outcome(text, "a2b2 b5a5 b2a2 a5b5") == redLosesByChase, "\(what)")
  }

  @Test(arguments: [
    ("a protected piece", "3k5/9/9/9/1c6r/9/9/R8/9/4K4 w"),
    ("a piece protected every other time", "3k5/9/9/1r7/1c7/9/9/R8/9/4K4 w"),
    ("a rook for a rook", "3k5/9/9/9/1r7/9/9/R8/9/4K4 w"),
  ])
  func `attacking what can be answered is no chase`(what: String, text: String) throws {
    #expect(try outcome(text, "a2b2 b5a5 b2a2 a5b5") == draw, "\(what)")
  }

  @Test func `a cannon chases a rook even if it is protected`() throws {
    let text = "3k5/9/9/9/2r5r/9/P1P6/C8/9/4K4 w"
    #expect(try outcome(text, "a2c2 c5a5 c2a2 a5c5") == redLosesByChase)
  }

  @Test func `chasing two pieces in turn is a draw`() throws {
    let text = "3k5/9/9/c8/1c7/9/9/R8/9/5K3 w"
    #expect(try outcome(text, "a2b2 d9d8 b2a2 d8d9") == draw)
  }

  @Test func `a pawn over the river can be chased`() throws {
    let text = "3k5/9/9/9/9/1p7/9/R8/9/4K4 w"
    #expect(try outcome(text, "a2b2 b4a4 b2a2 a4b4") == redLosesByChase)
  }

  @Test func `a pawn may chase`() throws {
    let text = "3k5/9/9/1c7/P8/9/9/9/9/5K3 w"
    #expect(try outcome(text, "a5b5 b6a6 b5a5 a6b6") == draw)
  }
}
