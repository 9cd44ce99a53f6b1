import TestSupport
import Testing

@testable import GameRules

@Suite struct IllegalMoveTests {
  private static func point(_ column: Int, _ row: Int) -> Point {
    Point(index: row * 9 + column, size: 9)
  }

  /// What `game` has against the move that `text` writes.
  private static func refusal(of text: String, in game: some GamePosition) throws -> IllegalMove {
    var game = game
    let before = game
    let move = try game.move(from: text)
    let why = try #require(throws: IllegalMove.self) { try game.play(move) }
    #expect(game == before)
    return why
  }

  static let obstacles: [(String, String, Obstacle)] = [
    ("4k4/9/9/9/9/9/9/8R/9/3K5 w", "a0a1", .nothingThere),
    ("3k5/9/9/9/9/9/9/8R/9/4K4 w", "d9d8", .notOwn),
    ("3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0b1", .notItsWay),
    ("3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a0", .notItsWay),
    ("4k4/4r4/9/9/9/9/9/9/9/3RKN3 w", "f0d1", .leg(point(4, 0))),
    ("3k5/9/9/9/9/9/9/n8/N8/4K4 w", "a1b3", .leg(point(0, 2))),
    ("3k5/9/9/9/9/9/9/9/1N7/2B1K4 w", "c0a2", .eye(point(1, 1))),
    ("3k5/9/9/p8/9/2B6/9/9/9/4K4 w", "c4e6", .river),
    ("2b1k4/9/9/9/2b6/9/9/8R/9/3K5 b", "c5a3", .river),
    ("3k5/9/9/p8/9/9/9/3A5/9/4K4 w", "d2c3", .palace),
    ("3k5/9/9/p8/9/9/9/9/9/5K3 w", "f0g0", .palace),
    ("3k5/9/9/9/9/p8/9/9/9/R3K4 w", "a0a5", .piece(point(0, 4))),
    ("3k5/9/9/9/9/p8/9/9/9/C3K4 w", "a0a5", .piece(point(0, 4))),
    ("3k5/9/9/r8/9/9/9/9/9/C3K4 w", "a0a6", .screens(0)),
    ("3k5/9/9/r8/p8/p8/9/9/9/C3K4 w", "a0a6", .screens(2)),
    ("3k5/9/9/9/P8/9/9/9/9/4K4 w", "a5a4", .pawnTooEarly),
    ("3k5/9/9/9/9/9/P8/9/9/4K4 w", "a3b3", .pawnTooEarly),
  ]

  @Test(arguments: obstacles)
  func `X1 to X6 what stops a piece is named`(
    text: String,
    line: String,
    obstacle: Obstacle
  ) throws {
    let game = try XiangqiPosition(text: text)
    guard case .carry(let from, let to) = try game.move(from: line).action else { return }
    let expected = IllegalMove.noSuchStep(from: from, to: to, obstacle)
    #expect(try Self.refusal(of: line, in: game) == expected)
  }

  static let exposures: [(String, String, @Sendable (Move) -> IllegalMove)] = [
    ("4k4/9/9/9/9/9/4N4/9/9/4K4 w", "e3d5", { .facesGeneral($0) }),
    (
      "3k5/9/9/9/4r4/9/4R4/9/9/4K4 w", "e3d3",
      { .exposesGeneral($0, attacker: point(4, 5)) }
    ),
    ("3k5/9/9/9/4r4/9/9/9/R8/4K4 w", "a1a2", { .leavesCheck($0, attacker: point(4, 5)) }),
    ("3k5/9/9/9/9/9/9/3n5/9/4K1R2 w", "g0g1", { .leavesCheck($0, attacker: point(3, 2)) }),
  ]

  @Test(arguments: 0..<exposures.count)
  func `X7 who could take the general is named`(number: Int) throws {
    let (text, line, expected) = Self.exposures[number]
    let game = try XiangqiPosition(text: text)
    #expect(try Self.refusal(of: line, in: game) == expected(game.move(from: line)))
  }

  @Test func `an own piece at the end is named before what is in the way`() throws {
    let game = XiangqiPosition()
    #expect(try Self.refusal(of: "a0b0", in: game) == .occupied(Self.point(1, 0)))
    #expect(try Self.refusal(of: "b0d1", in: game) != .occupied(Self.point(3, 1)))
    #expect(try Self.refusal(of: "a0h0", in: game) == .occupied(Self.point(7, 0)))
  }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func `a piece goes on when what is named as in its way is gone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var start = Position(game: .xiangqi)
    try start.playRandomly(Int.random(in: 0..<80, using: &random), using: &random)
    guard case .xiangqi(let game) = start, game.outcome == nil else { return }
    let legal = Set(game.legalMoves)
    for from in 0..<90 where game.board[from]?.side == game.toMove {
      for to in 0..<90 {
        let (from, to) = (Point(index: from, size: 9), Point(index: to, size: 9))
        let move = Move.carry(from: from, to: to)
        let refusal = Self.refusal(of: move, in: game)
        #expect((refusal == nil) == legal.contains(move))
        guard case .noSuchStep(_, _, let obstacle)? = refusal, let point = obstacle.point,
          game.piece(at: point)?.kind != .general
        else { continue }
        #expect(game.piece(at: point) != nil)
        var board = game.board
        board[point.index(size: 9)] = nil
        let bare = XiangqiPosition(board: board, toMove: game.toMove, quietMoves: 0, firstTurn: 1)
        // Without the piece a general may be there to be taken.
        guard let free = try? XiangqiPosition(text: bare.text), free.outcome == nil else {
          continue
        }
        switch Self.refusal(of: move, in: free) {
        case nil, .facesGeneral, .leavesCheck, .exposesGeneral: break
        case .noSuchStep(_, _, .piece(let next)): #expect(next != point)
        case let other: Issue.record("\(move) in \(free.text): \(String(describing: other))")
        }
      }
    }
  }

  private static func refusal(of move: Move, in game: XiangqiPosition) -> IllegalMove? {
    var game = game
    do {
      try game.play(move)
      return nil
    } catch {
      return error
    }
  }

  static let steps: [(String, String, Obstacle)] = [
    ("B1B1B1/6/6/6/W5/W1W3 w m 0,0 0 0", "f1f2", .nothingThere),
    ("B1B1B1/6/6/6/W5/W1W3 w m 0,0 0 0", "a6a5", .notOwn),
    ("B1B1B1/6/6/6/W5/W1W3 w m 0,0 0 0", "a1c1", .notItsWay),
    ("B1B1B1/6/6/6/W5/W1W3 w m 0,0 0 0", "a2b1", .notItsWay),
  ]

  @Test(arguments: steps)
  func `what stops a stone of Liuzhou chess is named`(
    text: String,
    line: String,
    obstacle: Obstacle
  ) throws {
    let game = try LiuzhouPosition(text: text)
    guard case .step(let from, let to) = try game.move(from: line).action else { return }
    let expected = IllegalMove.noSuchStep(from: from, to: to, obstacle)
    #expect(try Self.refusal(of: line, in: game) == expected)
  }

  @Test func `a stone does not go where one stands`() throws {
    let game = try LiuzhouPosition(text: "B1B1B1/6/6/6/W5/W1W3 w m 0,0 0 0")
    #expect(try Self.refusal(of: "a1a2", in: game) == .occupied(#require(Point("a2"))))
  }

  static let immunities: [(String, String, Immunity)] = [
    ("BB2B1/BB4/6/6/WW4/WW4 w m 0,0 1 0", "a6", .protected(.square)),
    ("BB2B1/BB4/6/6/WW4/WW4 w m 0,0 1 0", "a1", .own),
    ("BB2B1/BB4/6/6/WW4/WW4 w m 0,0 1 0", "f1", .nothingThere),
    ("Bb4/BB4/6/6/WW4/WW3W w p 13,14 1 0", "b6", .marked),
  ]

  @Test(arguments: immunities)
  func `R8 to R11 what keeps a stone from being taken is named`(
    text: String,
    point: String,
    immunity: Immunity
  ) throws {
    let game = try LiuzhouPosition(text: text)
    let expected = IllegalMove.notTakeable(try #require(Point(point)), immunity)
    #expect(try Self.refusal(of: "x" + point, in: game) == expected)
  }
}

extension Obstacle {
  /// Where it stands; nil where it is no piece.
  fileprivate var point: Point? {
    switch self {
    case .leg(let point), .eye(let point), .piece(let point): point
    case .nothingThere, .notOwn, .notItsWay, .screens, .palace, .river, .pawnTooEarly: nil
    }
  }
}
