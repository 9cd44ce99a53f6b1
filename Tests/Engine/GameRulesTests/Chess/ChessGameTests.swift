import TestSupport
import Testing

@testable import GameRules

/// Chess as one of the games.
@Suite struct ChessGameTests {
  @Test(arguments: ["chess", "国际象棋", "CHESS"])
  func `chess is a game, by its names`(name: String) {
    #expect(GameKind(named: name) == .chess)
    #expect(GameKind(named: "象棋") == .xiangqi)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a game goes over the wire as text, with the same positions`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (here, there) = (Position(game: .chess), Position(game: .chess))
    while let move = here.legalMoves.randomElement(using: &random), here.ply < 200 {
      #expect(Move(rawValue: move.rawValue) == move)
      try here.play(move)
      try there.play(try there.move(from: move.description))
      #expect(here == there)
    }
  }

  @Test(arguments: [
    ("r3k2r/8/8/8/8/8/8/4K2R w K -", "e1c1", "no-castling-right"),
    ("4k3/5r2/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castles-through-check"),
    ("7k/P7/8/8/8/8/8/K7 w - -", "a7a8", "promotion-missing"),
    ("4k3/8/8/8/7b/8/3N4/4K3 w - -", "d2b3", "leaves-check"),
    ("4k3/8/8/8/7b/8/8/4K3 w - -", "e1f2", "exposes-king"),
    ("4k3/8/8/8/8/8/8/4K3 w - -", "e2e4", "no-piece"),
  ])
  func `C5 C6 a move is refused by the name of its rule`(
    text: String,
    move: String,
    name: String
  ) throws {
    var position = try Position(game: .chess, text: text)
    position.overrule(nil)
    let move = try position.move(from: move)
    let error = #expect(throws: IllegalMove.self) { try position.play(move) }
    guard case .against(let rule) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rule.name == name && rule.move == move)
  }

  @Test func `a move of another game is refused, whatever its points`() throws {
    var chess = Position(game: .chess)
    #expect(throws: IllegalMove.self) { try chess.play(.place(point("e4"))) }
    #expect(throws: IllegalMove.self) { try chess.play(.carry(from: point("b1"), to: point("c3"))) }
    var xiangqi = Position(game: .xiangqi)
    // Both go from the point of a horse to where it may go.
    let move = try #require(Move.chess(from: point("b1"), to: point("c3")))
    #expect(throws: IllegalMove.otherGame(move)) { try xiangqi.play(move) }
  }

  @Test func `C9 C10 C13 claims and time that runs out are known of any game`() throws {
    let claimed = try Position(game: .chess, text: "4k3/8/8/8/8/8/P7/R3K3 w - - 100 80")
    #expect(claimed.claim() == Outcome(winner: nil, reason: .fiftyMoves))
    #expect(Position(game: .chess).claim() == nil && Position(game: .reversi).claim() == nil)
    let bare = try Position(game: .chess, text: "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    #expect(bare.timeoutOutcome(of: .first) == Outcome(winner: nil, reason: .cannotMate))
    #expect(bare.timeoutOutcome(of: .second) == nil)
    #expect(Position(game: .xiangqi).timeoutOutcome(of: .first) == nil)
  }

  @Test(arguments: [
    ("1. e4 e5", "a.pgn", [GameFormat.pgn]), ("1. H2-E2 H9-G7", "a.pgn", [.chinese]),
    ("[Game \"Chinese Chess\"]\n[White \"A\"]\n1. C2.5", "a.pgn", [.chinese]),
    ("[White \"A\"]\n[Black \"B\"]\n\n1. h2e2 h9g7", "a.pgn", [.chinese]),
    ("[White \"A\"]\n[Variant \"Crazyhouse\"]\n\n1. e4", "a.pgn", [.pgn]),
    ("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O", "", [.pgn]),
    ("{ a note } 1. Nf3 d5", "", [.pgn]), ("[White \"A\"]\n\n*", "a.pgn", [.pgn]),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a.fen", [.epd]),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "a.fen", [.fen]),
  ])
  func `a file of chess is told from one of Xiangqi`(
    text: String,
    name: String,
    formats: [GameFormat]
  ) {
    #expect(GameFormat.fitting(text, fileName: name) == formats)
  }

  @Test(arguments: [
    ("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0),
    ("4k3/8/8/8/8/8/8/4K2R w K - 3 9 moves e1g1 Kd7", "5k2/3k4/8/8/8/8/8/5RK1 w - - 5 10", 2),
  ])
  func `a FEN and an EPD are read, and what an EPD says becomes a comment`(
    text: String,
    position: String,
    moves: Int
  ) throws {
    let file = try GameFile(reading: text, as: .epd)
    #expect(file.moves.count == moves)
    #expect(file.comments[0] == (moves == 0 ? "bm O-O; id \"one\";" : nil))
    if moves == 0 { #expect(file.position.text == position) }
    #expect(try GameFile(reading: file.text(as: .epd), as: .epd).position == file.position)
  }

  @Test func `a broken game in a collection keeps no other one back`() {
    let games = [
      "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *",
      "[White \"C\"]\n\n1. d4 { [%clk 1:00] } d5 1/2-1/2",
      "[White \"D\"]\n[Variant \"Chess960\"]\n\n1. d4 *", "[White \"E\"]\r\n\r\n1. c4 1-0\r\n",
    ]
    var collection = GameCollection(as: .pgn)
    // It arrives in pieces.
    for character in games.joined(separator: "\n\n") { collection.append(String(character)) }
    collection.finish()
    var found: [String] = []
    while let entry = collection.next() {
      switch entry.game {
      case .success(let game): found.append("\(game.tags[.firstPlayer] ?? "") \(game.moves.count)")
      case .failure(let fault): found.append("line \(fault.line) \(fault.expected)")
      }
    }
    #expect(
      found == ["line 4 a legal move", "C 2", "line 11 chess, and not a variant of it", "E 1"]
    )
  }
}
