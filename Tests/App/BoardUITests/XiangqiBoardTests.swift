import GameRules
import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

@testable import BoardUI

/// What a board of two players at one terminal answers after `moves`.
func answer(
  _ game: Game,
  after moves: String,
  to line: String
) -> [Substring] {
  var model = ScriptedProgram(.hotSeat(game), input: .terminal)
  _ = model.begin(now: .zero)
  for move in moves.split(separator: " ") {
    _ = model.update(.line(String(move)), now: .zero)
  }
  let text = HotSeatTests.text(model.update(.line(line), now: .zero))
  return text.split(separator: "\n", omittingEmptySubsequences: false)
}

@Suite struct XiangqiBoardTests {
  /// Two cannons on the middle column: every piece that comes between is a screen.
  static let mate = "h2e2 a6a5 e2e6 i6i5 b2b4 a5a4 b4e4"

  static let hanScreen = """
        a  b  c  d  e  f  g  h  i
     9  車 馬 象 士 將 士 象 馬 車
     8  .  .  .  .  .  .  .  .  .
     7  .  砲 .  .  .  .  .  砲 .
     6  .  .  卒 .  炮 .  卒 .  .
     5  .  .  .  .  .  .  .  .  卒
        --------- river ---------
     4  卒 .  .  . (炮).  .  .  .
     3  兵 .  兵 .  兵 .  兵 .  兵
     2  .  .  .  .  .  .  .  .  .
     1  .  .  .  .  .  .  .  .  .
     0  俥 傌 相 仕 帥 仕 相 傌 俥
        a  b  c  d  e  f  g  h  i
    Red wins: checkmate.
    """

  static let latinScreen = """
        a b c d e f g h i
     9  r n b a k a b n r
     8  . . . . . . . . .
     7  . c . . . . . c .
     6  . . p . C . p . .
     5  . . . . . . . . p
        ----- river -----
     4  p . . .(C). . . .
     3  P . P . P . P . P
     2  . . . . . . . . .
     1  . . . . . . . . .
     0  R N B A K A B N R
        a b c d e f g h i
    Red wins: checkmate.
    """

  @Test(arguments: [(PieceStyle.han, hanScreen), (.latin, latinScreen)])
  func `a mate ends both boards with the same screen`(pieces: PieceStyle, screen: String) {
    var boards = TwoBoards(game: .xiangqi, pieces: pieces)
    boards.join()
    boards.play(Self.mate)
    boards.takeLeave()
    let host = boards.finalLines(of: .host, last: 15)
    let guest = boards.finalLines(of: .guest, last: 15)
    #expect(host.dropLast().joined(separator: "\n") == screen)
    #expect(host.dropLast() == guest.dropLast())
    #expect(host.last == "You won.")
    #expect(guest.last == "You lost.")
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
  }

  @Test func `every line of a board with characters is as wide as its letters ask`() {
    let board = BoardText(Position(game: .xiangqi), .han)
    let widths = board.lines.map { line in
      line.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2e80 ? 1 : 2) }
    }
    #expect(Set(widths.dropFirst().dropLast()).isSubset(of: [29, 30]))
    for line in board.lines.dropFirst().dropLast() where !line.contains("river") {
      #expect(line.dropFirst(3).filter { $0 != " " }.count == 9)
    }
  }

  @Test func `captures and checks are said in words`() {
    #expect(answer(.xiangqi, after: "", to: "h2e2").first == "Red plays cannon h2e2.")
    let taken = "Red plays cannon e2e6 and takes a pawn."
    #expect(answer(.xiangqi, after: "h2e2 a6a5", to: "e2e6").first == taken[...])
    let check = answer(.xiangqi, after: "h2e2 h7e7", to: "e2e6")
    #expect(check.first == "Red plays cannon e2e6 and takes a pawn. Check.")
    #expect(check.last == "Black to move, in check: ")
  }

  static let typed: [(String, String, String)] = [
    ("", "e5e6", "There is no piece on e5."),
    ("", "a9a8", "The rook on a9 is Black's."),
    ("", "a0b0", "Your own horse is on b0."),
    ("", "a0b2", "The rook cannot move from a0 to b2: any distance along a row or column."),
    ("", "a0a5", "Your own pawn blocks the path on a3."),
    ("", "j0j1", "j0j1 is not a move here: type a start and an end, like h2e2."),
    ("", "h2", "h2 is not a move here: type a start and an end, like h2e2."),
    ("", "castle", "I do not understand castle. Type a move like h2e2, or help."),
    ("h2e2 h9g7", "H2-E2", "There is no piece on h2."),
  ]

  @Test(arguments: typed)
  func `a line that is no move is told why`(moves: String, line: String, sentence: String) {
    #expect(answer(.xiangqi, after: moves, to: line).first == sentence[...])
  }

  static let illegal: [(String, String, String)] = [
    (
      "4k4/4r4/9/9/9/9/9/9/9/3RKN3 w", "f0d1",
      "The horse on f0 is blocked by the piece beside it on e0."
    ),
    (
      "3k5/9/9/9/9/9/9/9/1N7/2B1K4 w", "c0a2",
      "The elephant on c0 is blocked by a piece halfway, on b1."
    ),
    ("3k5/9/9/p8/9/2B6/9/9/9/4K4 w", "c4e6", "The elephant may not cross the river."),
    ("3k5/9/9/p8/9/9/9/3A5/9/4K4 w", "d2c3", "The advisor may not leave the palace."),
    ("3k5/9/9/p8/9/9/9/9/9/5K3 w", "f0g0", "The general may not leave the palace."),
    (
      "3k5/9/9/r8/9/9/9/9/9/C3K4 w", "a0a6",
      "A cannon captures only over a piece: there is none before a6."
    ),
    (
      "3k5/9/9/r8/p8/p8/9/9/9/C3K4 w", "a0a6",
      "A cannon captures over exactly one piece: there are 2 before a6."
    ),
    ("3k5/9/9/9/9/p8/9/9/9/C3K4 w", "a0a5", "A piece blocks the path on a4."),
    (
      "3k5/9/9/9/P8/9/9/9/9/4K4 w", "a5a4",
      "The pawn moves one step forward, and sideways only after crossing the river."
    ),
    (
      "4k4/9/9/9/9/9/4N4/9/9/4K4 w", "e3d5",
      "After e3d5 the two generals would face each other on an open column."
    ),
    (
      "3k5/9/9/9/4r4/9/4R4/9/9/4K4 w", "e3d3",
      "After e3d3 the rook on e5 could take your general."
    ),
    (
      "3k5/9/9/9/4r4/9/9/9/R8/4K4 w", "a1a2",
      "You are in check, and after a1a2 the rook on e5 could take your general."
    ),
  ]

  @Test(arguments: illegal)
  func `an illegal move is told why`(text: String, line: String, sentence: String) throws {
    let position = try Position(game: .xiangqi, text: text)
    let move = try position.move(from: line)
    var next = position
    let why = #expect(throws: IllegalMove.self) { try next.play(move) }
    #expect(why.map { MoveStrings.refused(move, $0, in: position) } == sentence)
  }

  @Test func `the legal moves are listed piece by piece`() {
    let lines = answer(.xiangqi, after: "", to: "legal")
    #expect(lines.contains("horse: b0a2 b0c2"))
    #expect(lines.contains("rook: a0a1 a0a2"))
    #expect(lines.last == "Red to move: ")
  }

  @Test(arguments: [
    ("h9", "The horse on h9 is Black's."),
    ("h8", "h8 is not a move here: type a start and an end, like h2e2."),
    ("h2", "You may type: h2c2 h2d2 h2e2 h2f2 h2g2 h2h1"), ("b0c2", "You may type: b0c2"),
    ("b0d1", "The horse on b0 is blocked by the piece beside it on c0."),
  ])
  func `what one piece may do is told`(place: String, sentence: String) {
    let lines = answer(.xiangqi, after: "", to: "legal \(place)")
    #expect(lines.first?.hasPrefix(sentence) == true, "\(lines)")
  }

  @Test(arguments: [Game.gomoku(), .liuzhou(), .xiangqi], 0..<20 as Range<UInt64>)
  func `the example of what may be typed is legal`(game: Game, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position(game: game)
    while position.outcome == nil, position.ply < 120 {
      let example =
        position.words.wantedMove.split(separator: " ").last.map(String.init) ?? ""
      #expect(position.legalMoves.map(\.description).contains(example), "\(example)")
      try position.play(try #require(position.legalMoves.randomElement(using: &random)))
    }
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `a random game over a real session ends the same on both boards`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var boards = LinkedBoards(.terminal, game: .xiangqi)
    boards.connect()
    boards.playOut { $0.randomElement(using: &random) }
    boards.takeLeave()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
    let host = boards.finalLines(of: .host, last: 15).dropLast()
    #expect(host == boards.finalLines(of: .guest, last: 15).dropLast())
    #expect(host.last?.contains(": ") == true)
  }
}

@Suite struct PieceStyleTests {
  static let environments: [([String?], String?, PieceStyle)] = [
    ([nil, nil, "en_US.UTF-8"], "xterm-256color", .han),
    ([nil, nil, "C.utf8"], nil, .han),
    (["", "", "de_DE.UTF-8@euro"], "screen", .han),
    (["C", nil, "en_US.UTF-8"], "xterm", .latin),
    ([nil, "POSIX", "en_US.UTF-8"], "xterm", .latin),
    ([nil, nil, nil], "xterm", .latin),
    ([nil, nil, "zh_CN.GBK"], "xterm", .latin),
    ([nil, nil, "zh_CN.UTF-8"], "linux", .latin),
  ]

  @Test(arguments: environments)
  func `characters are shown where the terminal is likely to have them`(
    locale: [String?],
    terminal: String?,
    style: PieceStyle
  ) {
    #expect(PieceStyle(locale: locale, terminal: terminal) == style)
  }
}
