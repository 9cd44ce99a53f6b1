import GameRules
import GameSearch
import MatchSimulation
import Testing

@Suite struct RobotTests {
  static func position(_ moves: String, _ rule: GomokuRule = .freestyle) throws -> Position {
    var position = Position(game: .gomoku(GomokuTerms(rule: rule)))
    for text in moves.split(separator: " ") {
      try position.play(position.move(from: String(text)))
    }
    return position
  }

  /// Plays `black` against `white` to the end.
  static func game(
    _ rule: GomokuRule,
    black: (Position) -> Move?,
    white: (Position) -> Move?
  ) throws -> Position {
    var position = Position(game: .gomoku(GomokuTerms(rule: rule)))
    while position.outcome == nil {
      let player = position.toMove == .first ? black : white
      try position.play(try #require(player(position)))
    }
    return position
  }

  @Test func `the first stone goes to the middle`() throws {
    #expect(Robot(seed: 1).move(in: try Self.position(""))?.description == "h8")
  }

  @Test(arguments: [
    // Its own five before the other side's.
    ("h8 h9 i8 i9 j8 j9 k8 k9", ["g8", "l8"]),
    // The other side's five is stopped at the one open end.
    ("h8 a1 i8 g8 j8 a3 k8", ["l8"]),
    // An open four is better than a closed one.
    ("h8 a1 i8 c1 j8 o15", ["g8", "k8"]),
    // An open three of the other side is stopped next to it.
    ("h8 a1 i8 o15 j8", ["g8", "k8"]),
    // The gap of a broken four.
    ("h8 h9 i8 i9 k8 k9 l8 o1", ["j8"]),
  ])
  func `a threat is answered where it stands`(moves: String, answers: [String]) throws {
    let move = try #require(Robot(seed: 3).move(in: try Self.position(moves)))
    #expect(answers.contains(move.description))
  }

  @Test func `six in a row is no five under the standard rule`() throws {
    // j8 would make six from g8 to l8, so the four k9 to n9 of White has to be stopped.
    let moves = "g8 k9 h8 l9 i8 m9 k8 n9 l8 a1"
    let free = try #require(Robot(seed: 1).move(in: try Self.position(moves)))
    #expect(free.description == "j8")
    let standard = try #require(Robot(seed: 1).move(in: try Self.position(moves, .standard)))
    #expect(["j9", "o9"].contains(standard.description))
  }

  @Test func `a robot asked for its colour chooses one`() throws {
    let terms = try #require(GomokuTerms(rule: .standard, opening: .swap2))
    var position = Position.gomoku(GomokuPosition(terms))
    while position.outcome == nil, position.ply < 12 {
      try position.play(try #require(Robot(seed: 1).move(in: position)))
    }
    #expect(position.moves.contains(.choose(.white)))
  }

  @Test func `the same seed and position give the same move`() throws {
    let position = try Self.position("h8 i9")
    let moves = Set((0..<20).map { _ in Robot(seed: 7).move(in: position) })
    #expect(moves.count == 1)
  }

  @Test func `a game that is over gets no move`() throws {
    let position = try Self.position("h8 h9 i8 i9 j8 j9 k8 k9 l8")
    #expect(Robot(seed: 1).move(in: position) == nil)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a random player loses quickly, whoever begins`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let robot = Robot(seed: seed)
    let rule = GomokuRule.allCases[Int(seed) % GomokuRule.allCases.count]
    let first = try Self.game(
      rule,
      black: robot.move(in:),
      white: { $0.legalMoves.randomElement(using: &random) }
    )
    #expect(first.outcome?.winner == .first)
    #expect(first.ply < 30)
    let second = try Self.game(
      rule,
      black: { $0.legalMoves.randomElement(using: &random) },
      white: robot.move(in:)
    )
    #expect(second.outcome?.winner == .second)
    #expect(second.ply < 30)
  }

  @Test(arguments: GomokuRule.allCases, 0..<5 as Range<UInt64>)
  func `two robots come to an end`(rule: GomokuRule, seed: UInt64) throws {
    let end = try Self.game(
      rule,
      black: Robot(seed: seed).move(in:),
      white: Robot(seed: seed + 100).move(in:)
    )
    #expect(end.outcome != nil)
  }
}
