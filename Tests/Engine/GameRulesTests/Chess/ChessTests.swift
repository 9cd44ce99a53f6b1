import TestSupport
import Testing

@testable import GameRules

/// The position of a FEN after `moves`, in any notation.
func chess(_ text: String, _ moves: String = "") throws -> ChessPosition {
  var position = try ChessPosition(text: text)
  for word in moves.split(separator: " ") {
    try position.play(position.legalMove(from: String(word)))
  }
  return position
}

/// The square of this name, which the board has.
func point(_ text: String) -> Point {
  guard let point = Point(text) else { preconditionFailure("a test names no square: \(text)") }
  return point
}

private func legal(_ position: ChessPosition, from square: String = "") -> [String] {
  position.legalMoves.map(\.description).filter { $0.hasPrefix(square) }.sorted()
}

/// Positions of chessprogramming.org/Perft_Results with what is counted there.
private let counts: [(text: String, counts: [Int])] = [
  (ChessPosition.startText, [20, 400, 8_902, 197_281, 4_865_609, 119_060_324]),
  (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    [48, 2_039, 97_862, 4_085_603, 193_690_690]
  ),
  (
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    [14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661]
  ),
  (
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    [6, 264, 9_467, 422_333, 15_833_292]
  ),
  (
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    [44, 1_486, 62_379, 2_103_487, 89_941_194]
  ),
  (
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    [46, 2_079, 89_890, 3_894_594, 164_075_551]
  ),
]

@Suite struct ChessTests {
  /// The deeper ones take `make rules WHAT=perft`.
  @Test(arguments: counts)
  func `perft is what everybody counts`(text: String, counts: [Int]) throws {
    let most = Fixture.count(environment: "CHESS_PERFT", standard: 5_000_000)
    let position = try chess(text)
    for (index, count) in counts.enumerated() where count <= most {
      #expect(position.perft(index + 1) == count)
    }
    #expect(position.perft(0) == 1)
  }

  @Test(arguments: [
    ("8/8/8/3k4/8/8/8/R3K2R w KQ - 0 1", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"),
    ("4k3/7p/8/8/3N4/8/8/4K3 w - - 0 1", "d4", "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5"),
    (
      "4k3/8/1p6/8/3B4/8/6P1/4K3 w - - 0 1", "d4",
      "d4a1 d4b2 d4b6 d4c3 d4c5 d4e3 d4e5 d4f2 d4f6 d4g1 d4g7 d4h8"
    ),
    ("4k3/8/8/1p6/1R1P4/8/8/4K3 w - - 0 1", "b4", "b4a4 b4b1 b4b2 b4b3 b4b5 b4c4"),
    (
      "4k3/8/8/8/8/1P6/PQ6/4K3 w - - 0 1", "b2",
      "b2a1 b2a3 b2b1 b2c1 b2c2 b2c3 b2d2 b2d4 b2e2 b2e5 b2f2 b2f6 b2g2 b2g7 b2h2 b2h8"
    ),
  ])
  func `C1 each piece goes as its rule says`(text: String, from: String, moves: String) throws {
    #expect(legal(try chess(text), from: from).joined(separator: " ") == moves)
  }

  @Test(arguments: [
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", "e2e3 e2e4"),
    ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2", "e2e3"),
    ("4k3/8/8/8/8/3npn2/4P3/7K w - - 0 1", "e2", "e2d3 e2f3"),
    ("4k3/p7/1P6/8/8/8/8/4K3 b - - 0 1", "a7", "a7a5 a7a6 a7b6"),
    ("4k3/8/8/8/7p/P7/8/4K3 b - - 0 1", "h4", "h4h3"),
  ])
  func `C2 a pawn goes ahead and takes diagonally`(
    text: String,
    from: String,
    moves: String
  ) throws {
    #expect(legal(try chess(text), from: from).joined(separator: " ") == moves)
  }

  @Test func `C3 a pawn is taken en passant at once or not at all`() throws {
    var game = try chess("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d4")
    #expect(game.text == "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1")
    #expect(legal(game, from: "e4") == ["e4d3", "e4e3"])
    let later = try chess(game.text, "Kd8 Kd1")
    #expect(legal(later, from: "e4") == ["e4e3"])
    try game.play(game.legalMove(from: "exd3"))
    #expect(game.text == "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2")
  }

  @Test func `C3 a capture en passant may not open a line to the king`() throws {
    let game = try chess("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")
    #expect(legal(game, from: "e4") == ["e4e3"])
    #expect(game.text.hasSuffix(" b - - 0 1"))
    let played = try chess("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", "d4")
    #expect(throws: ChessRefusal.exposesKing(ChessPiece(.queen, .first), point("h4"))) {
      try played.legalMove(from: "exd3")
    }
  }

  @Test func `C4 a pawn on the last row becomes one of four pieces, which has to be named`() throws
  {
    let game = try chess("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1")
    #expect(
      legal(game, from: "a7")
        == ["a7a8b", "a7a8n", "a7a8q", "a7a8r", "a7b8b", "a7b8n", "a7b8q", "a7b8r"]
    )
    #expect(throws: ChessRefusal.promotionMissing(point("a8"))) { try game.legalMove(from: "a8") }
    #expect(throws: ChessRefusal.promotionMissing(point("a8"))) { try game.legalMove(from: "a7a8") }
    #expect(try chess(game.text, "axb8=N").text == "1N5k/8/8/8/8/8/8/4K3 b - - 0 1")
  }

  @Test(arguments: [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxa8+", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"),
    ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "1r2k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
  ])
  func `C5 king and rook castle, once`(text: String, move: String, after: String) throws {
    #expect(try chess(text, move).text == after)
  }

  @Test(arguments: [
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", ChessRefusal.noCastlingRight(.king)),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O", .noCastlingRight(.queen)),
    ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O", .blocked(ChessPiece(.bishop, .first), point("f1"))),
    (
      "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", .blocked(ChessPiece(.knight, .first), point("b1"))
    ),
    (
      "4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "O-O",
      .castlesInCheck(ChessPiece(.rook, .second), point("e7"))
    ),
    (
      "4k3/5r2/8/8/8/8/8/4K2R w K - 0 1", "O-O",
      .castlesThroughCheck(over: point("f1"), ChessPiece(.rook, .second), point("f7"))
    ),
    (
      "4k3/6r1/8/8/8/8/8/4K2R w K - 0 1", "e1g1",
      .castlesThroughCheck(over: point("g1"), ChessPiece(.rook, .second), point("g7"))
    ),
  ])
  func `C5 castling is refused with its reason`(
    text: String,
    move: String,
    reason: ChessRefusal
  ) throws {
    let game = try chess(text)
    #expect(throws: reason) {
      var copy = game
      try copy.play(copy.legalMove(from: move))
    }
  }

  @Test func `C6 no move may leave the own king in check`() throws {
    let pinned = try chess("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1")
    #expect(legal(pinned, from: "e2") == [])
    let checked = try chess("4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1")
    #expect(legal(checked) == ["e1d1", "e1d2", "e1f1", "e1f2"])
    #expect(checked.checkers == [point("e7")])
    let double = try chess("4k3/4r3/8/8/7b/8/8/R3K2R w - - 0 1")
    #expect(legal(double) == ["e1d1", "e1d2", "e1f1"])
  }

  @Test func `C7 checkmate wins and stalemate draws`() throws {
    let mated = try chess(ChessPosition.startText, "f3 e5 g4 Qh4#")
    #expect(mated.end == .checkmate)
    #expect(mated.outcome?.winner == .second)
    #expect(mated.legalMoves.isEmpty)
    let stuck = try chess("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7")
    #expect(stuck.end == .stalemate)
    #expect(stuck.outcome?.winner == nil)
  }

  @Test(arguments: [
    ("4k3/8/8/8/8/8/8/4K3", true), ("4k3/8/8/8/8/8/8/4KN2", true), ("4k3/8/8/8/8/8/8/4KB2", true),
    ("4kb2/8/8/8/8/8/8/2B1K3", true), ("2b1k3/8/8/8/8/8/8/2B1K3", false),
    ("4kb2/8/8/8/8/4B3/8/2B1K3", true), ("4k3/8/8/8/8/8/8/2B1KB2", false),
    ("4kn2/8/8/8/8/8/8/4KN2", false), ("4k3/8/8/8/8/8/8/3NKN2", false),
    ("4k3/8/8/8/8/8/4P3/4K3", false), ("4kb2/8/8/8/8/8/8/4KN2", false),
  ])
  func `C8 a position in which nobody can mate is a draw`(board: String, isDead: Bool) throws {
    let game = try chess(board + " w - - 0 1")
    #expect((game.end == .deadPosition) == isDead)
  }

  @Test func `C9 the third time may be claimed, also before the move`() throws {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 "
    let second = try chess(ChessPosition.startText, shuffle + "Nf3 Nf6 Ng1")
    #expect(second.claims() == [])
    let move = try second.legalMove(from: "Ng8")
    #expect(second.claims(with: move) == [.repetition])
    let third = try chess(ChessPosition.startText, shuffle + shuffle)
    #expect(third.occurrences == 3)
    #expect(third.claims() == [.repetition])
    #expect(third.end == nil)
  }

  @Test func `C9 castling rights and a legal capture en passant make another position`() throws {
    let rights = try chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh2 Kd8 Rh1 Ke8")
    #expect(rights.occurrences == 1)
    let legal = try chess("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d4 Kd8 Kd1 Ke8 Ke1")
    #expect(legal.occurrences == 1)
    // The capture would open the row to the king, so that it never was possible.
    let illegal = try chess("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", "d4 Ka3 Kd2 Ka4 Kd1")
    #expect(illegal.occurrences == 2)
  }

  @Test func `C10 fifty moves of each side without a capture or pawn move may be claimed`() throws {
    let before = try chess("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80")
    #expect(before.claims() == [])
    #expect(before.claims(with: try before.legalMove(from: "Rb1")) == [.fiftyMoves])
    #expect(before.claims(with: try before.legalMove(from: "a3")) == [])
    let here = try chess(before.text, "Rb1")
    #expect(here.claims() == [.fiftyMoves])
    #expect(here.end == nil)
    #expect(try chess(here.text, "Kd8 a3").quietMoves == 0)
  }

  @Test func `C11 the fifth time ends the game`() throws {
    let shuffle = Array(repeating: "Nf3 Nf6 Ng1 Ng8", count: 4).joined(separator: " ")
    var game = try chess(ChessPosition.startText, shuffle)
    #expect(game.end == .fivefoldRepetition)
    #expect(game.claims() == [])
    game.takeBack()
    #expect(game.end == nil)
  }

  @Test func `C12 seventy-five moves of each side end the game, mate goes first`() throws {
    let draw = try chess("4k3/8/8/8/8/8/P7/R3K3 w - - 149 99", "Rb1")
    #expect(draw.end == .seventyFiveMoves)
    let mate = try chess("4k3/7R/8/8/8/8/8/R3K3 w - - 149 99", "Ra8")
    #expect(mate.end == .checkmate)
  }

  @Test(arguments: [
    ("4k3/8/8/8/8/8/8/Q3K3", true), ("4k3/7p/8/8/8/8/8/4KN2", true),
    ("4kq2/8/8/8/8/8/8/4KN2", false),
    ("4kr2/8/8/8/8/8/8/4KN2", true), ("4kr2/8/8/8/8/8/8/4KB2", false),
    ("4kb2/8/8/8/8/8/8/4KB2", true), ("2b1k3/8/8/8/8/8/8/4KB2", false),
    ("4kn2/8/8/8/8/8/8/4KB2", true), ("4k3/8/8/8/8/8/8/3NKN2", true),
    ("4kq2/8/8/8/8/8/8/4K3", false), ("4k3/p7/8/8/8/8/8/4K3", false),
  ])
  func `C13 time over against a side that cannot mate is a draw`(
    board: String,
    canMate: Bool
  ) throws {
    #expect(try chess(board + " w - - 0 1").canMate(.first) == canMate)
  }
}
