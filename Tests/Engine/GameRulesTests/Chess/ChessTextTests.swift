import TestSupport
import Testing

@testable import GameRules

@Suite struct ChessTextTests {
  @Test(arguments: [
    (ChessPosition.startText, ChessPosition.startText),
    (
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    ),
    ("  4k3/8/8/8/8/8/8/4K3  b  -  -  7  0 ", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
    ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("4k3/8/8/8/8/8/8/R3K2R w QKKQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    (
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    ),
    ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"),
    ("4k3/8/8/8/3Pp3/8/8/4K3 b - f3 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1"),
    ("4k3/8/8/8/3Pp3/8/8/4K3 b - d6 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1"),
    ("4k3/8/8/8/3Pp3/8/8/4K3 w - a1 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 1"),
  ])
  func `C14 a FEN is read, and written without what cannot be`(
    text: String,
    written: String
  ) throws {
    let game = try ChessPosition(text: text)
    #expect(game.text == written)
    #expect(try ChessPosition(text: written) == game)
  }

  @Test(arguments: [
    ("", "a piece or a number of empty squares; 8 are left"),
    ("9/8/8/8/8/8/8/8 w", "a piece or a number of empty squares; 8 are left"),
    ("44k/8/8/8/8/8/8/4K3 w", "at most 8 squares"), ("4k4/8/8/8/8/8/8/4K3 w", "at most 3 squares"),
    ("4k3/8/8/8/8/8/8 w", "/ and the next rank"),
    ("4k3/8/8/8/8/8/8/4X3 w", "a piece or a number of empty squares; 4 are left"),
    ("4k3/8/8/8/8/8/8/4KK2 w", "one king of each side"),
    ("4k3/8/8/8/8/8/8/8 w", "one king of each side"),
    ("8/8/8/8/8/8/8/4K3 w", "one king of each side"),
    ("4k3/8/8/8/8/8/8/P3K3 w", "no pawn on the first or last row"),
    ("p3k3/8/8/8/8/8/8/4K3 w", "no pawn on the first or last row"),
    ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w", "at most eight pawns and promoted pieces of each side"),
    ("4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w", "at most eight pawns and promoted pieces of each side"),
    ("4k3/8/8/8/8/8/8/4K3", "the side to move, w or b"),
    ("4k3/8/8/8/8/8/8/4K3 x", "the side to move, w or b"),
    ("4k3/4R3/8/8/8/8/8/4K3 w", "a position in which no king can be taken at once"),
    ("4k3/4K3/8/8/8/8/8/8 w", "a position in which no king can be taken at once"),
    ("4k3/8/8/8/8/8/8/4K2R w HAha", "castling rights such as KQkq, or -"),
    ("4k3/8/8/8/8/8/8/4K3 w - e9", "a square of en passant such as e3, or -"),
    ("4k3/8/8/8/8/8/8/4K3 w - - x", "moves without a capture, at most 9999"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "the number of the turn, at most 9999"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "the end of the position"),
  ])
  func `C14 a FEN that no game has is refused with the reason`(
    text: String,
    reason: String
  ) throws {
    let error = #expect(throws: TextError.self) { try ChessPosition(text: text) }
    #expect(error?.expected == reason)
  }

  @Test(arguments: [
    ("Nf3", "g1f3"), ("nf3", "g1f3"), ("Ng1f3", "g1f3"), ("Ng1-f3!?", "g1f3"), ("g1f3", "g1f3"),
    ("G1F3", "g1f3"), ("B1C3", "b1c3"), ("♘f3", "g1f3"), ("♞f3", "g1f3"),
    ("马f3", "g1f3"), ("兵e4", "e2e4"), ("e4", "e2e4"),
    ("E4", "e2e4"),
    ("e2-e4", "e2e4"), ("e2–e4", "e2e4"), ("Pe4", "e2e4"), ("pe2e4", "e2e4"), ("e4!!", "e2e4"),
    ("b4", "b2b4"), ("b2b4", "b2b4"),
  ])
  func `C15 a move is read as people type it`(text: String, move: String) throws {
    #expect(try ChessPosition().legalMove(from: text).description == move)
  }

  @Test(
    arguments: [
      ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "0-0", "O-O"),
      ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "o-o-o", "O-O-O"),
      ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1c1", "O-O-O"),
      ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "000", "O-O-O"),
      ("8/P6k/8/8/8/8/8/K7 w - -", "a8=Q", "a8=Q"), ("8/P6k/8/8/8/8/8/K7 w - -", "a8q", "a8=Q"),
      ("8/P6k/8/8/8/8/8/K7 w - -", "a7a8n", "a8=N"), ("8/P6k/8/8/8/8/8/K7 w - -", "a8(R)", "a8=R"),
      ("8/P6k/8/8/8/8/8/K7 w - -", "a8/b", "a8=B"), ("8/P6k/8/8/8/8/8/K7 w - -", "a8=♕", "a8=Q"),
      ("1r5k/P7/8/8/8/8/8/K7 w - -", "axb8=q+", "axb8=Q+"),
      ("1r5k/P7/8/8/8/8/8/K7 w - -", "a7xb8Q", "axb8=Q+"),
      ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6 e.p.", "exd6"),
      ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6ep", "exd6"),
      ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "ed6", "exd6"),
      ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e:d6", "exd6"),
      ("4k3/8/8/2p5/1P6/8/8/B3K3 w - -", "bxc5", "bxc5"),
      ("4k3/8/8/8/8/1P6/4B3/4K3 w - -", "bb5", "Bb5+"),
      ("4k3/7p/8/8/8/8/4B3/4K3 w - -", "bb5+", "Bb5+"),
      ("7k/8/8/2p5/1P6/8/5B2/4K3 w - -", "Bxc5", "Bxc5"),
      ("6k1/8/8/8/8/8/8/RR2K2R w - -", "Ra1c1", nil),
      ("6k1/8/8/8/8/8/8/R3K2R w - -", "rad1", "Rd1"),
      ("4k3/8/8/R7/8/8/8/R3K3 w - -", "R1a3", "R1a3"),
      ("6k1/8/8/8/Q7/8/8/Q3K3 w - -", "Qa4d1", "Q4d1"),
      ("6k1/8/8/8/Q6Q/8/8/Q3K3 w - -", "Qa4d4", "Qa4d4"),
      ("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "ra8", "Ra8#"),
    ] as [(String, String, String?)]
  )
  func `C15 a move is written in one way`(text: String, typed: String, written: String?) throws {
    let game = try ChessPosition(text: text)
    let move = try? game.legalMove(from: typed.replacing(" ", with: ""))
    #expect(move.flatMap { game.text(of: $0) } == written)
  }

  @Test func `C15 figures stand for letters`() throws {
    let game = try ChessPosition(text: "1r5k/P7/8/8/8/8/8/K6N w - -")
    let knight = try game.legalMove(from: "Nf2")
    #expect(game.text(of: knight, in: .figurine) == "♘f2")
    let pawn = try game.legalMove(from: "axb8=N")
    #expect(game.text(of: pawn, in: .figurine) == "axb8=♘")
    #expect(game.text(of: pawn, in: .uci) == "a7b8n")
  }

  @Test(arguments: [
    ("", ChessRefusal.unreadable("")), ("--", .unreadable("--")), ("Z0", .unreadable("Z0")),
    ("0000", .unreadable("0000")), ("e9", .unreadable("e9")), ("hello", .unreadable("hello")),
    ("e2e4e5", .unreadable("e2e4e5")), ("e7e8k", .unreadable("e7e8k")), ("帅e4", .unreadable("帅e4")),
    ("e3e4", .nothingThere(point("e3"))),
    ("e7e5", .notOwn(ChessPiece(.pawn, .second), point("e7"))),
    ("a1a2", .occupied(ChessPiece(.pawn, .first), point("a2"))),
    ("b1b3", .notItsWay(.knight, from: point("b1"), to: point("b3"))),
    ("a1a3", .blocked(ChessPiece(.pawn, .first), point("a2"))),
    ("Bc4", .blocked(ChessPiece(.pawn, .first), point("e2"))),
    ("exd3", .nothingToTake(point("d3"))),
    ("e2e5", .notItsWay(.pawn, from: point("e2"), to: point("e5"))),
    ("e2e4q", .noPromotion(point("e2"))),
    ("Nd4", .notItsWay(.knight, from: point("b1"), to: point("d4"))),
    ("e2e2", .unreadable("e2e2")), ("Ke2", .occupied(ChessPiece(.pawn, .first), point("e2"))),
  ])
  func `C15 what is no move of the start is refused with the reason`(
    text: String,
    reason: ChessRefusal
  ) {
    #expect(throws: reason) {
      var game = ChessPosition()
      try game.play(game.legalMove(from: text))
    }
  }

  @Test func `C15 a piece that is missing, meant twice or bound to the king is named`() throws {
    let rooks = try ChessPosition(text: "4k3/8/8/8/8/8/8/R3K2R w - -")
    #expect(throws: ChessRefusal.noSuchPiece(.queen)) { try rooks.legalMove(from: "Qd4") }
    let several = try ChessPosition(text: "4k3/8/8/8/8/4K3/8/R6R w - -")
    let moves = try ["a1d1", "h1d1"].map { try several.legalMove(from: $0) }
    #expect(throws: ChessRefusal.several(moves)) { try several.legalMove(from: "Rd1") }
    let king = try ChessPosition(text: "4k3/8/8/8/7b/8/3N4/4K3 w - -")
    let bishop = ChessPiece(.bishop, .second)
    #expect(throws: ChessRefusal.leavesCheck(bishop, point("h4"))) {
      try king.legalMove(from: "Nb3")
    }
    #expect(throws: ChessRefusal.kingAttacked(on: point("f2"), bishop, point("h4"))) {
      try king.legalMove(from: "Kf2")
    }
    let pinned = try ChessPosition(text: "4k3/4r3/8/8/8/8/4N3/4K3 w - -")
    #expect(throws: ChessRefusal.exposesKing(ChessPiece(.rook, .second), point("e7"))) {
      try pinned.legalMove(from: "Nc3")
    }
  }

  @Test func `any two bytes are a move and its text, or none`() throws {
    var count = 0
    for raw in 0...UInt16.max {
      guard let move = Move(rawValue: raw), raw >> 14 == 3 else { continue }
      count += 1
      #expect(move.rawValue == raw)
      let (from, to) = move.squares
      #expect(Move.chess(from: from, to: to, promotion: move.promotion) == move)
      #expect(try ChessPosition().move(from: move.description) == move)
      #expect(!XiangqiPosition().legalMoves.contains(move))
    }
    // 64 · 63 from one square to another, and 2 · 8 · 8 · 4 promotions, sideways far ones included.
    #expect(count == 4_032 + 512)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `texts and hashes round-trip and taking back returns through a whole game`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var game = ChessPosition()
    var past: [ChessPosition] = []
    while let move = game.legalMoves.randomElement(using: &random), past.count < 150 {
      let copy = try ChessPosition(text: game.text)
      #expect(copy.text == game.text)
      #expect(copy.key == game.key)
      #expect(copy.isInCheck == game.isInCheck)
      #expect(copy.legalMoves == game.legalMoves)
      for notation in ChessNotation.allCases {
        let text = try #require(game.text(of: move, in: notation))
        #expect(try game.legalMove(from: text) == move)
      }
      past.append(game)
      try game.play(move)
    }
    while let before = past.popLast() {
      game.takeBack()
      #expect(game == before)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `broken texts are read or refused, never a crash`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = Array("KQRBNPkqrbnp12345678/- wbex=O0+#\u{e9}\u{0}♘")
    let texts = [
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
    ]
    for round in 0..<Fixture.count(environment: "FUZZ_CASES", standard: 4_000) / 20 {
      var text = Array(texts[round % 2])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<text.count, using: &random)
        text[at] = letters.randomElement(using: &random) ?? " "
      }
      guard var game = try? ChessPosition(text: String(text)) else { continue }
      #expect(try ChessPosition(text: game.text).text == game.text)
      for _ in 0..<10 {
        let word = String((0..<5).compactMap { _ in letters.randomElement(using: &random) })
        if let typed = try? game.legalMove(from: word) { #expect(game.legalMoves.contains(typed)) }
        guard let move = game.legalMoves.randomElement(using: &random) else { break }
        try game.play(move)
      }
    }
  }

  @Test func `every move from square to square is legal or refused with a reason`() throws {
    for text in [
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "4k3/4r3/8/1b6/7b/3n4/PPPP1PPP/R3K2R w KQ - 0 1",
    ] {
      let game = try ChessPosition(text: text)
      let legal = Set(game.legalMoves)
      for raw in 0xc000...UInt16.max {
        guard let move = Move(rawValue: raw) else { continue }
        var next = game
        do {
          try next.play(move)
          #expect(legal.contains(move))
        } catch {
          #expect(!legal.contains(move))
          #expect(next == game)
        }
      }
    }
  }
}
