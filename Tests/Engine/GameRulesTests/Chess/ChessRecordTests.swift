import GameRules
import TestSupport
import Testing

private func moves(_ game: GameFile) -> String {
  game.moves.map(\.description).joined(separator: " ")
}

@Suite struct ChessRecordTests {
  @Test func `a record of lichess keeps clocks, values and names`() throws {
    let record = try GameFile(
      reading: """
        [Event "Rated blitz game"]
        [Site "https://lichess.org/abcdefgh"]
        [Date "2026.11.29"]
        [White "Anna \\"A\\" B"]
        [Black "?"]
        [Result "1-0"]
        [UTCTime "12:00:00"]
        [Variant "Standard"]

        1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 { [%eval 0.2] } 2. Qh5? $2 Nc6 3. Bc4 Nf6??
        ( 3... g6 { better } ( 3... Qe7 ) 4. Qf3 ) 4. Qxf7# { [%clk 0:02:51] } 1-0
        """,
      as: .pgn
    )
    #expect(moves(record) == "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7")
    #expect(record.position.outcome?.reason == .checkmate)
    #expect(record.result == .firstWon)
    #expect(record.tags[.firstPlayer] == "Anna \"A\" B")
    #expect(record.tags[.secondPlayer] == nil)
    #expect(
      record.comments == [
        1: "[%eval 0.17] [%clk 0:03:00]", 2: "[%eval 0.2]",
        5: "or ( 3... g6 { better } ( 3... Qe7 ) 4. Qf3 )", 7: "[%clk 0:02:51]",
      ]
    )
    let again = try GameFile(reading: record.text(as: .pgn), as: .pgn)
    #expect(again.position == record.position)
    #expect(again.tags == record.tags)
  }

  @Test func `the date of a record is written with dots`() throws {
    let text = try GameFile(.chess(ChessPosition()), tags: [.date: "2026-11-30"]).text(as: .pgn)
    #expect(text.contains("[Date \"2026.11.30\"]"))
  }

  @Test(arguments: [
    ("1.e4 e5 2.Nf3 *", "e2e4 e7e5 g1f3"), ("1. e4! e5?! 2. Nf3!? 1/2-1/2", "e2e4 e7e5 g1f3"),
    ("1 e4 e5 2 Nf3", "e2e4 e7e5 g1f3"), ("1.e2-e4 e7-e5 2.Ng1-f3", "e2e4 e7e5 g1f3"),
    ("e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3"),
    ("\u{feff}1. e4\r\n1... e5\r\n2. Nf3\r\n", "e2e4 e7e5 g1f3"),
    ("% ours\n1. e4 ; the best\ne5 2. Nf3 $1", "e2e4 e7e5 g1f3"),
    ("1.♙e4 e5 2.♘f3", "e2e4 e7e5 g1f3"),
    ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. 0-0-0 Ke7", "e1c1 e8e7"),
    ("[Result \"*\"]\n\n*", ""),
  ])
  func `a record is read as programs write it`(text: String, expected: String) throws {
    #expect(moves(try GameFile(reading: text, as: .pgn)) == expected)
  }

  @Test(arguments: [
    ("{ alone }", 1, 10, "a move or a tag"), ("1. e4 e5 2. Ke3", 1, 13, "a legal move"),
    ("1. e4 Z0", 1, 7, "a move like Nf3 or e2e4"), ("1. e4 --", 1, 7, "a move like Nf3 or e2e4"),
    (
      "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8", 2, 4,
      "the piece that the pawn becomes, like e8=Q"
    ),
    ("[FEN \"7k/P7/8/8/8/8/8/8 w - - 0 1\"]\n1. a8=Q", 1, 24, "one king of each side"),
    ("[Variant \"Chess960\"]\n1. e4", 1, 11, "chess, and not a variant of it"),
    ("1. e4 { no end", 1, 7, "a comment that ends with }"),
    ("1. e4 (1. d4", 1, 7, "a variation that ends with )"),
    ("1. e4 )", 1, 7, "a move, a result or a comment"),
    ("1. f3 e5 2. g4 Qh4 3. a3", 1, 23, "the end of the moves, as the game is over"),
    ("1. e4 1-0 e5", 1, 11, "the end of the file, after its one game (games import reads all)"),
    ("[White Anna]", 1, 8, "\" and the tag's value"),
    ("[White \"Anna]", 1, 14, "\" at the end of the value"),
  ])
  func `a broken record names its place`(
    text: String,
    line: Int,
    column: Int,
    expected: String
  ) {
    let error = #expect(throws: BrokenFile.self) { try GameFile(reading: text, as: .pgn) }
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.expected == expected)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a record survives its PGN`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var game = try ChessPosition(
      text: seed % 2 == 0
        ? ChessPosition.startText
        : "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17"
    )
    var comments: [Int: String] = [:]
    for ply in 0..<Int.random(in: 0...200, using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 { comments[ply] = "[%clk 0:0\(ply)] 好; ( $1" }
      guard let move = game.legalMoves.randomElement(using: &random) else { break }
      try game.play(move)
    }
    comments = comments.filter { $0.key <= game.ply }
    let record = GameFile(
      .chess(game),
      tags: [.firstPlayer: "\\ \"", .date: "2026.??.??"],
      comments: comments
    )
    #expect(try GameFile(reading: record.text(as: .pgn), as: .pgn) == record)
    #expect(try record.text(as: .pgn).split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `python-chess's records are read, and survive`() throws {
    let known = try records(Fixture.lines("chess-records.txt"))
    let others = try records(Fixture.lines(environment: "CHESS_RECORDS"))
    #expect(known.count >= 12)
    for record in known + others {
      #expect(try GameFile(reading: record.text(as: .pgn), as: .pgn) == record)
    }
    Fixture.write(try others.map { try $0.text(as: .pgn) }, environment: "CHESS_RECORDS_OUT")
  }

  private func records(_ lines: [String]) throws -> [GameFile] {
    var texts: [[String]] = []
    for line in lines {
      if line.hasPrefix("[Event ") { texts.append([]) }
      texts[texts.count - 1].append(line)
    }
    return try texts.map { try GameFile(reading: $0.joined(separator: "\n"), as: .pgn) }
  }
}
