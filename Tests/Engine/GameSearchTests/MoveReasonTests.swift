import GameRules
import Testing

@testable import GameSearch

@Suite struct MoveReasonTests {
  static func reason(
    _ move: String,
    in position: Position,
    score: Int = 0,
    mate: Int? = nil
  ) throws -> MoveReason {
    let move = try position.move(from: move)
    let report = SearchReport(
      move: move,
      line: [move],
      score: score,
      mate: mate,
      depth: 1,
      nodes: 1
    )
    return MoveReason(report, in: position)
  }

  static func after(_ moves: String, in game: Game) throws -> Position {
    var position = Position(game: game)
    for word in moves.split(separator: " ") {
      for move in try position.turn(from: String(word)) { try position.play(move) }
    }
    return position
  }

  @Test(arguments: [
    (1, MoveReason.wins(moves: 1)), (2, .wins(moves: 1)), (7, .wins(moves: 4)),
    (-2, .holdsOut(moves: 1)), (-6, .holdsOut(moves: 3)),
  ])
  func `a proven end is told in own moves`(mate: Int, reason: MoveReason) throws {
    #expect(try Self.reason("h8", in: Position(game: .gomoku()), mate: mate) == reason)
  }

  @Test(arguments: [
    // White has four in a row with one end open, three in a row, or nothing.
    ("a1 e8 d8 f8 c1 g8 e1 h8", "i8", MoveReason.stopsFour),
    ("a1 e8 c1 f8 e1 g8", "h8", .stopsThree),
    ("a1 e8 c1 f8 e1 g8", "a3", .likedBest(score: 7)),
    ("e8 a1 f8 a15 g8 o1 o15 c3", "h8", .makesFour),
    ("f8 a1 g8 a15", "h8", .makesThree),
  ])
  func `a stone of Gomoku`(moves: String, move: String, reason: MoveReason) throws {
    let position = try Self.after(moves, in: .gomoku())
    #expect(try Self.reason(move, in: position, score: 7) == reason)
  }

  @Test(arguments: [
    ("R8/5k3/9/9/9/9/9/9/r8/3K5 w", "a9a1", MoveReason.takes(.rook)),
    ("4k4/9/9/9/9/9/9/9/8R/3K5 w", "i1i9", .checks),
    ("4k4/9/9/9/9/9/9/9/8R/3K5 w", "i1h1", .likedBest(score: 7)),
  ])
  func `a move of Xiangqi`(text: String, move: String, reason: MoveReason) throws {
    let position = try Position(game: .xiangqi, text: text)
    #expect(try Self.reason(move, in: position, score: 7) == reason)
  }

  @Test func `a stone of Liuzhou chess makes a formation, or is in the way of one`() throws {
    let own = try Self.after("c3 a6 c4 f6 d3 a2", in: .liuzhou())
    #expect(try Self.reason("d4", in: own) == .makes(.square))
    let others = try Self.after("a6 c3 f6 c4 a2 d3", in: .liuzhou())
    #expect(try Self.reason("d4", in: others) == .stops(.square))
    #expect(try Self.reason("a4", in: others, score: 7) == .likedBest(score: 7))
  }

  @Test func `the only move is told as such`() throws {
    let position = try Position(game: .xiangqi, text: "4k4/9/9/9/9/9/9/9/9/r2K5 w")
    let moves = position.legalMoves
    try #require(moves.count == 1)
    #expect(try Self.reason(moves[0].description, in: position) == .only)
  }
}
