import GameRules
import TestSupport
import Testing

/// The position of a FEN after `moves`.
private func position(_ text: String, _ moves: String = "") throws -> XiangqiPosition {
  var position = try XiangqiPosition(text: text)
  for word in moves.split(separator: " ") {
    try position.play(Position.xiangqi(position).move(from: String(word)))
  }
  return position
}

private func legal(_ position: XiangqiPosition, from point: String = "") -> [String] {
  position.legalMoves.map(\.description).filter { $0.hasPrefix(point) }.sorted()
}

@Suite struct XiangqiTests {
  /// The fifth level takes an optimised build: `make rules WHAT=perft`.
  @Test(
    arguments: [(1, 44), (2, 1_920), (3, 79_666), (4, 3_290_240)]
  )
  func `perft from the start is what Fairy-Stockfish and Pikafish count`(depth: Int, count: Int) {
    #expect(XiangqiPosition().perft(depth) == count)
  }

  @Test func `legal moves are pyffish's on the fixture positions`() throws {
    let lines = Fixture.lines("xiangqi-positions.txt") + Fixture.lines(environment: "PYFFISH_FILE")
    #expect(lines.count >= 500)
    for line in lines {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      let game = try position(parts[0])
      let isOver = game.outcome != nil && game.outcome?.reason != .noAttackers
      #expect(isOver == parts[1].isEmpty, "\(line)")
      if game.outcome == nil { #expect(legal(game).joined(separator: " ") == parts[1]) }
      #expect(game.perft(1) == parts[1].split(separator: " ").count, "\(line)")
    }
  }

  @Test(arguments: [
    ("3k5/9/9/9/p8/9/9/9/4A4/4K4 w", "e1", ["e1d0", "e1d2", "e1f0", "e1f2"]),
    ("3k5/9/9/9/9/2B6/9/1p7/9/5K3 w", "c4", ["c4a2", "c4e2"]),
    ("3k5/9/9/9/9/2B6/1p7/9/9/5K3 w", "c4", ["c4e2"]),
    ("3k5/9/9/9/9/9/9/4n4/4N4/4K4 w", "e1", ["e1c0", "e1c2", "e1g0", "e1g2"]),
    (
      "3k5/9/9/9/9/9/9/9/4N4/5K3 w", "e1",
      [
        "e1c0", "e1c2", "e1d3", "e1f3", "e1g0", "e1g2",
      ]
    ),
    ("3k5/9/9/9/9/9/P8/9/9/5K3 w", "a3", ["a3a4"]),
    ("3k5/9/9/9/P8/9/9/9/9/5K3 w", "a5", ["a5a6", "a5b5"]),
    ("P2k5/9/9/9/9/9/9/9/9/5K3 w", "a9", ["a9b9"]),
    ("3k5/9/9/9/9/9/9/9/4p4/C4K3 w", "f0", []),
  ])
  func `X1 to X6 each piece goes as its rule says`(
    text: String,
    from: String,
    moves: [String]
  ) throws {
    #expect(legal(try position(text), from: from) == moves)
  }

  @Test func `X5 a cannon captures over exactly one piece`() throws {
    let game = try position("3k5/9/9/9/c8/9/P8/9/9/C4K3 w")
    #expect(legal(game, from: "a0").filter { $0.hasPrefix("a0a") } == ["a0a1", "a0a2", "a0a5"])
  }

  @Test func `X1 generals may not face each other on an open file`() throws {
    let game = try position("3k5/9/9/9/p8/9/9/9/9/4K4 w")
    #expect(legal(game) == ["e0e1", "e0f0"])
    let move = try Position.xiangqi(game).move(from: "e0d0")
    var copy = game
    #expect(throws: IllegalMove.facesGeneral(move)) { try copy.play(move) }
    #expect(copy == game)
  }

  @Test func `X7 checkmate and stalemate both lose`() throws {
    let mate = try position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w", "a2a9")
    #expect(mate.outcome == nil)
    let mated = try position("3k5/1R7/9/9/9/9/9/R8/9/4K4 w", "a2a9")
    #expect(mated.outcome == Outcome(winner: .first, reason: .checkmate))
    #expect(mated.legalMoves.isEmpty)
    let stuck = try position("3k5/9/2P6/9/9/9/9/9/9/4K4 w", "c7d7")
    #expect(!stuck.isInCheck)
    #expect(stuck.outcome == Outcome(winner: .first, reason: .stalemate))
  }

  @Test func `X8 neither side having attackers left is a draw`() throws {
    let game = try position("4k4/4a4/9/9/9/9/9/9/3pK4/9 w", "e1d1")
    #expect(game.outcome == Outcome(winner: nil, reason: .noAttackers))
  }

  @Test func `X17 X19 a hundred and twenty plies without a capture are a draw, mate goes first`()
    throws
  {
    let draw = try position("3k5/9/9/9/9/9/9/R8/9/4K4 w - - 119 80", "a2a3")
    #expect(draw.outcome == Outcome(winner: nil, reason: .sixtyMove))
    let mate = try position("3k5/1R7/9/9/9/9/9/R8/9/4K4 w - - 119 80", "a2a9")
    #expect(mate.outcome == Outcome(winner: .first, reason: .checkmate))
  }

  @Test func `X18 of the checks of one side only ten count towards the sixty moves`() throws {
    var moves: [String] = []
    for (number, column) in "abfghi".enumerated() {
      let next = Array("bfghi?")[number]
      let pawn = Array("ihgfedc")[number...number + 1]
      moves += ["\(column)8\(column)9", "d9d8", "\(column)9\(column)8", "d8d9"]
      guard next != "?" else { break }
      moves += ["\(column)8\(next)8", "\(pawn.first ?? "?")3\(pawn.last ?? "?")3"]
    }
    let game = try position("3k5/R8/9/9/9/9/8p/9/9/5K3 w", moves.joined(separator: " "))
    #expect(game.ply == 34)
    #expect(game.quietMoves == 32)
  }

  @Test func `X20 the start is written as a FEN and read with other letters`() throws {
    #expect(XiangqiPosition().text == XiangqiPosition.startText)
    let other = try position("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")
    #expect(other == XiangqiPosition())
  }

  @Test(arguments: [
    "", "9/9/9/9/9/9/9/9/9/9 w", "4k4/9/9/9/9/9/9/9/9/4K4 w", "4k4/9/9/9/9/9/9/9/9/4RK3 w",
    "4k4/9/9/9/9/9/9/9/9/3K2A2 w", "3k5/9/9/9/B8/9/9/9/9/4K4 w", "3k5/4A4/9/9/9/9/9/9/9/4K4 w",
    "4k4/9/9/9/9/9/9/9/9/2K6 w", "3k5/9/9/9/9/9/9/RRR6/9/4K4 w",
    "3k5/9/9/9/9/9/9/9/9/4K4 x", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 121 1",
    "3k5/9/9/9/9/9/9/9/9/4K4",
  ])
  func `X20 a FEN that no game has is refused`(text: String) {
    #expect(throws: TextError.self) { try XiangqiPosition(text: text) }
  }

  @Test(arguments: [
    ("3k5/9/9/9/9/9/9/9/P8/4K4 w", ["a1"], "a1a2"), ("3k5/p8/9/9/9/9/9/9/9/4K4 b", ["a8"], "a8a7"),
    ("3k5/9/9/9/9/9/1P7/9/9/4K4 w", ["b3"], "b3b4"), ("3k5/9/9/9/p8/9/9/9/9/3AK4 w", [], "d0e1"),
    ("3k5/9/9/9/p8/9/9/9/4A4/4K4 w", [], "e1f2"), ("3k5/9/9/9/p8/9/9/9/3A5/4K4 w", ["d1"], "d1e2"),
    ("3k5/9/9/9/p8/3B5/9/9/9/4K4 w", ["d4"], "d4f2"), ("3k1a3/9/9/9/p8/9/9/9/9/4K4 b", [], "f9e8"),
    ("3k5/9/9/9/9/9/9/9/9/P1P1K4 w", ["a0"], "c0c1"),
  ])
  func `X20 a piece that cannot have come there is named, and moves`(
    text: String,
    points: [String],
    move: String
  ) throws {
    var position = Position.xiangqi(try XiangqiPosition(text: text))
    #expect(position.strayPieces.starts(with: points))
    #expect((position.warning == nil) == points.isEmpty)
    #expect(try XiangqiPosition(text: position.text).text == position.text)
    try position.play(position.move(from: move))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `X20 text round-trips and taking back returns through a whole game`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var game = XiangqiPosition()
    var past: [XiangqiPosition] = []
    while let move = game.legalMoves.randomElement(using: &random), past.count < 120 {
      let copy = try XiangqiPosition(text: game.text)
      #expect(copy.text == game.text)
      #expect(copy.key == game.key)
      #expect(copy.isInCheck == game.isInCheck)
      #expect(Set(copy.legalMoves) == Set(game.legalMoves))
      #expect(try Position.xiangqi(game).move(from: move.description) == move)
      past.append(game)
      try game.play(move)
    }
    while let before = past.popLast() {
      game.takeBack()
      #expect(game == before)
    }
  }
}
