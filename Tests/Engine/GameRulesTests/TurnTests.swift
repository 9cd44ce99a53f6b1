import GameRules
import Testing

@Suite struct TurnTests {
  @Test(arguments: [
    ("c3", ["c3"]), ("c3c4", ["c3c4"]), ("xd4", ["xd4"]), ("c3xd4", ["c3", "xd4"]),
    ("c3xd4,e5", ["c3", "xd4", "xe5"]), ("c3c4xa1,a2,a3", ["c3c4", "xa1", "xa2", "xa3"]),
    ("xd4,e5", ["xd4", "xe5"]),
  ])
  func `R20 a turn of Liuzhou chess is read as its actions`(
    text: String,
    moves: [String]
  ) throws {
    #expect(try Position(game: .liuzhou()).turn(from: text).map(\.description) == moves)
  }

  @Test(arguments: ["", "x", "c3x", "c3x,", "c3xd4,", "c3xd4xe5", "c3,d4", "xx", "c3xd4 e5", "é"])
  func `R20 a text that is no turn is refused`(text: String) {
    #expect(throws: UnreadableMove.self) { try Position(game: .liuzhou()).turn(from: text) }
  }

  @Test(arguments: [GameKind.gomoku, .xiangqi, .reversi, .chess])
  func `a turn of the other games is one move`(game: GameKind) throws {
    let start = Position(game: Game(game))
    for move in start.legalMoves { #expect(try start.turn(from: move.description) == [move]) }
    #expect(throws: UnreadableMove.self) { try start.turn(from: "h8xh9") }
  }
}

@Suite struct BranchTests {
  @Test(arguments: GameKind.allCases, 1...3)
  func `the counts after each first move add up to the count`(game: GameKind, depth: Int) {
    let start = Position(game: Game(game))
    guard game != .gomoku || depth < 3 else { return }
    let sum = start.branches.reduce(0) { $0 + $1.position.perft(depth - 1) }
    #expect(sum == start.perft(depth))
  }

  @Test(arguments: [
    (GameKind.xiangqi, "4k4/4a4/9/9/9/9/9/9/9/3K5 w"),
    (.xiangqi, "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 120 80"),
    (.xiangqi, "3k5/9/9/9/9/9/9/3R5/9/4K4 b"), (.liuzhou, "BB4/6/6/6/6/WWW3 w m 0,0 0 0"),
    (.liuzhou, "B1B1B1/6/6/6/6/W1W1W1 w m 0,0 0 100"),
    (.gomoku, "15/15/15/15/15/15/15/BBBBB10/15/15/15/15/15/15/15 w"),
  ])
  func `they add up in a game that has ended too`(game: GameKind, text: String) throws {
    let end = try Position(game: Game(game), text: text)
    #expect(end.outcome != nil)
    for depth in 1...2 {
      let sum = end.branches.reduce(0) { $0 + $1.position.perft(depth - 1) }
      #expect(sum == end.perft(depth))
    }
  }
}
